package drape

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math"
	"strings"

	"hysteron/fit"
	"hysteron/verify"
)

// Coefficient is the drape coefficient [%] of a shadow's area [m²], of Cusick's disc and specimen.
func Coefficient(area float64) float64 {
	held := math.Pi * verify.DrapeInner * verify.DrapeInner
	return 100 * (area - held) / (math.Pi*verify.DrapeOuter*verify.DrapeOuter - held)
}

// beyond is by what share a shadow may be smaller than the disc, and larger than the specimen, for errors of reading.
const beyond = 0.9

// ReadDrape reads a drape coefficient [%] and its error: lines "# coefficient = 63.2 %" and "# error = 2 %", or the
// outline of the shadow in columns of angle and radius; where both are there both must be sound, and agree.
func ReadDrape(file string, r io.Reader) (coefficient, errorOf float64, err error) {
	t, err := fit.ReadNotes(file, r, map[string][]string{"angle": {"angle"}, "radius": {"length"}})
	if err != nil {
		return 0, 0, err
	}
	for _, name := range []string{"coefficient", "error"} {
		if text, line := t.Text(name); line > 0 && !strings.ContainsAny(text, "% ") {
			return 0, 0, t.Fail(line, "%s = %s: expected a unit, %% (or 1, of a share)", name, text)
		}
	}
	if errorOf, _, err = t.Note("error", "number"); err != nil {
		return 0, 0, err
	}
	c, given, err := t.Note("coefficient", "number")
	if err != nil {
		return 0, 0, err
	}
	if _, line := t.Text("error"); errorOf < 0 || errorOf >= 0.5 {
		return 0, 0, t.Fail(line, "error of %.4g %%: expected 0 to 50 %%; is the unit right?", 100*errorOf)
	}
	if given {
		if _, line := t.Text("coefficient"); !(c > 0 && c < 1) {
			return 0, 0, t.Fail(line, "drape coefficient of %.4g %%: expected more than 0 and less than 100; is the unit right?",
				100*c)
		}
	}
	angle, radius := t.Column("angle"), t.Column("radius")
	if given && len(angle) == 0 && len(radius) == 0 {
		return 100 * c, 100 * errorOf, nil
	}
	if len(angle) < 8 {
		return 0, 0, t.Fail(0, "neither a coefficient nor an outline: expected a line \"# coefficient = 63.2 %%\", or "+
			"columns \"angle [deg], radius [mm]\" of at least 8 rows")
	}
	if len(radius) != len(angle) {
		return 0, 0, t.Fail(0, "angles without radii: expected columns \"angle [deg], radius [mm]\"")
	}
	var area float64
	for i := range angle {
		k := (i + 1) % len(angle)
		step := angle[k] - angle[i]
		if k == 0 {
			step += 2 * math.Pi
		}
		if r := radius[i]; r > 0 && r < beyond*verify.DrapeInner || r > verify.DrapeOuter/beyond && r < 2*verify.DrapeOuter {
			return 0, 0, t.Fail(t.Line[i], "a shadow of %.4g mm radius at %.4g°: expected %g to %g mm, the disc's to the "+
				"specimen's; is the unit right?", 1e3*r, angle[i]*180/math.Pi, 1e3*verify.DrapeInner, 1e3*verify.DrapeOuter)
		}
		if !(step > 0 && step < math.Pi/2) || !(radius[i] > 0 && radius[i] < 2*verify.DrapeOuter) {
			return 0, 0, t.Fail(t.Line[i], "radius %.4g m at %.4g°: expected 0 to %g m, and angles that grow by less than 90° "+
				"to the next, once around", radius[i], angle[i]*180/math.Pi, 2*verify.DrapeOuter)
		}
		area += radius[i] * radius[k] * math.Sin(step) / 2
	}
	if _, line := t.Text("coefficient"); given && math.Abs(Coefficient(area)-100*c) > max(agree, 100*errorOf) {
		return 0, 0, t.Fail(line, "drape coefficient of %.4g %%, but the outline in lines %d to %d has %.4g %%: expected "+
			"them within %.3g points of each other", 100*c, t.Line[0], t.Line[len(t.Line)-1], Coefficient(area),
			max(agree, 100*errorOf))
	}
	return Coefficient(area), 100 * errorOf, nil
}

// Folds are those of the outline in a table, as it was drawn; 0 where it has none.
func Folds(file string, data []byte) int {
	t, err := fit.ReadNotes(file, bytes.NewReader(data), map[string][]string{"angle": {"angle"}, "radius": {"length"}})
	if err != nil || len(t.Column("radius")) < 8 {
		return 0
	}
	return verify.Folds(t.Column("radius"), 0)
}

// agree is how far a coefficient may be from that of its outline, where no error is told [%].
const agree = 1.0

// mostPixels of a picture.
const mostPixels = 1 << 26

// Silhouette is the area [m²] of what is darkest in a picture (PNG or JPEG) of a shadow from above, a pixel being so
// many metres wide: the largest connected piece below the threshold that parts the picture's greys best (Otsu 1979),
// with its holes.
func Silhouette(data []byte, pixel float64) (area float64, err error) {
	shape, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return 0, fmt.Errorf("%w: expected a picture, PNG or JPEG", err)
	}
	if shape.Width*shape.Height > mostPixels {
		return 0, fmt.Errorf("%d × %d pixels: expected at most %d", shape.Width, shape.Height, mostPixels)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return 0, fmt.Errorf("%w: expected a picture, PNG or JPEG", err)
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	grey := make([]uint8, w*h)
	var count [256]int
	for y := range h {
		for x := range w {
			r, g, bl, a := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
			v := (2126*r+7152*g+722*bl)/10000 + 0xffff - a // transparent is white
			grey[y*w+x] = uint8(min(v, 0xffff) >> 8)
			count[grey[y*w+x]]++
		}
	}
	limit, ok := otsu(&count)
	if !ok {
		return 0, fmt.Errorf("the picture has one grey: expected a dark shadow on light ground")
	}
	// Light from the rim inwards is outside; the largest piece of the rest is the shadow.
	piece := make([]int32, w*h)
	outside := flood(piece, w, h, 1, func(i int) bool { return int(grey[i]) > limit }, func(visit func(int)) {
		for x := range w {
			visit(x)
			visit((h-1)*w + x)
		}
		for y := range h {
			visit(y * w)
			visit(y*w + w - 1)
		}
	})
	most, rim := 0, false
	for i, next := 0, int32(2); i < w*h; i++ {
		if piece[i] != 0 {
			continue
		}
		touches := false
		n := flood(piece, w, h, next, func(k int) bool { return true }, func(visit func(int)) { visit(i) })
		if n > most {
			for k, p := range piece {
				if p == next && (k%w == 0 || k%w == w-1 || k/w == 0 || k/w == h-1) {
					touches = true
					break
				}
			}
			most, rim = n, touches
		}
		next++
	}
	switch {
	case outside == 0, rim:
		return 0, fmt.Errorf("the shadow reaches the picture's rim: expected light ground all around it")
	case most == 0:
		return 0, fmt.Errorf("no shadow in the picture: expected something dark on light ground")
	}
	return float64(most) * pixel * pixel, nil
}

// otsu is the grey up to which pixels are dark; false where there is but one grey.
func otsu(count *[256]int) (limit int, ok bool) {
	var n, sum float64
	for v, c := range count {
		n, sum = n+float64(c), sum+float64(v)*float64(c)
	}
	var below, part, best float64
	for v, c := range count {
		below, part = below+float64(c), part+float64(v)*float64(c)
		if below == 0 || below == n {
			continue
		}
		d := part/below - (sum-part)/(n-below)
		if between := below * (n - below) * d * d; between > best {
			best, limit, ok = between, v, true
		}
	}
	return limit, ok
}

// flood gives a number to all pixels that are in and hang together, side by side, with where it begins.
func flood(piece []int32, w, h int, number int32, in func(int) bool, from func(visit func(int))) (n int) {
	var open []int
	visit := func(i int) {
		if piece[i] == 0 && in(i) {
			piece[i] = number
			n++
			open = append(open, i)
		}
	}
	from(visit)
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		if i%w > 0 {
			visit(i - 1)
		}
		if i%w < w-1 {
			visit(i + 1)
		}
		if i >= w {
			visit(i - w)
		}
		if i < (h-1)*w {
			visit(i + w)
		}
	}
	return n
}

// Picture tells whether data are a PNG or a JPEG.
func Picture(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\x89PNG")) || bytes.HasPrefix(data, []byte("\xff\xd8"))
}

// Measured reads a drape coefficient [%] and its error, 0 where none is told, from a table or from a picture whose
// pixels are so wide [mm], 0 for a table.
func Measured(file string, data []byte, pixel float64) (value, errorOf float64, err error) {
	picture := Picture(data)
	switch {
	case !picture && pixel != 0:
		return 0, 0, fmt.Errorf("--pixel %g: expected a picture, PNG or JPEG; %s is none", pixel, file)
	case !picture:
		return ReadDrape(file, bytes.NewReader(data))
	case pixel == 0:
		return 0, 0, &fit.TableError{File: file, Text: "a picture: expected --pixel with how many millimetres a pixel is " +
			"wide"}
	case !(pixel > 0 && pixel < 10):
		return 0, 0, fmt.Errorf("--pixel %g: expected more than 0 and less than 10 mm, of %s", pixel, file)
	}
	area, err := Silhouette(data, pixel*1e-3)
	if err != nil {
		return 0, 0, &fit.TableError{File: file, Text: err.Error()}
	}
	if value = Coefficient(area); !(value > 0 && value < 100) {
		return 0, 0, &fit.TableError{File: file, Text: fmt.Sprintf("drape coefficient of %.3g %%: expected more than 0 and "+
			"less than 100; is --pixel %g mm right?", value, pixel)}
	}
	return value, 0, nil
}
