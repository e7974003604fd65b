package drape

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"math"

	"hysteron/fit"
	"hysteron/verify"
)

// Reading is a measured drape coefficient [%] with its error, 0 if unknown.
type Reading struct {
	Coefficient, Error float64
	Test               verify.DrapeTest // zero lengths are unknown
}

// outline and outlineNotes are the columns and lines of a table of a shadow.
var (
	outline      = map[string][]string{"angle": {"angle"}, "radius": {"length"}}
	outlineNotes = append([]string{"coefficient", "error", "disc", "specimen", "edge"}, fit.SpecimenNotes...)
)

// beyond is the tolerance of a shadow smaller than the disc, or larger than the specimen.
const beyond = 0.9

// ReadDrape reads a drape coefficient and its error, lines "# coefficient = 63.2 %" and "# error = 2 %", or the outline
// of the shadow in columns of angle and radius. If both are present they must agree. Zero lengths of test are read from
// lines "# disc = 18 cm", "# specimen = 30 cm" and "# edge = 12.5 mm".
func ReadDrape(file string, r io.Reader, test verify.DrapeTest) (d Reading, err error) {
	t, err := fit.ReadNotes(file, r, outline, outlineNotes)
	if err != nil {
		return d, err
	}
	if d.Test, err = lengths(t, test); err != nil {
		return d, err
	}
	q := d.Test.Filled()
	inner, outer := q.Disc/2, q.Specimen/2
	errorOf, _, err := t.Note("error", "number")
	if err != nil {
		return d, err
	}
	c, given, err := t.Note("coefficient", "number")
	if err != nil {
		return d, err
	}
	if _, line := t.Text("error"); errorOf < 0 || errorOf >= 0.5 {
		return d, t.Fail(line, "error of %.4g %%: expected 0 to 50 %%; is the unit right?", 100*errorOf)
	}
	d.Error = 100 * errorOf
	if given {
		if _, line := t.Text("coefficient"); !(c > 0 && c < 1) {
			return d, t.Fail(line, "drape coefficient of %.4g %%: expected more than 0 and less than 100; is the unit right?",
				100*c)
		}
	}
	angle, radius := t.Column("angle"), t.Column("radius")
	if given && len(angle) == 0 && len(radius) == 0 {
		d.Coefficient = 100 * c
		return d, nil
	}
	if len(angle) < 8 {
		return d, t.Fail(0, "neither a coefficient nor an outline: expected a line \"# coefficient = 63.2 %%\", or "+
			"columns \"angle [deg], radius [mm]\" of at least 8 rows")
	}
	if len(radius) != len(angle) {
		return d, t.Fail(0, "angles without radii: expected columns \"angle [deg], radius [mm]\"")
	}
	var area float64
	for i := range angle {
		k := (i + 1) % len(angle)
		step := angle[k] - angle[i]
		if k == 0 {
			step += 2 * math.Pi
		}
		if r := radius[i]; r > 0 && r < beyond*inner || r > outer/beyond && r < 2*outer {
			return d, t.Fail(t.Line[i], "a shadow of %.4g mm radius at %.4g°: expected %g to %g mm, the disc's to the "+
				"specimen's; is the unit right?", 1e3*r, angle[i]*180/math.Pi, 1e3*inner, 1e3*outer)
		}
		if !(step > 0 && step < math.Pi/2) || !(radius[i] > 0 && radius[i] < 2*outer) {
			return d, t.Fail(t.Line[i], "radius %.4g m at %.4g°: expected 0 to %g m, and angles that grow by less than 90° "+
				"to the next, once around", radius[i], angle[i]*180/math.Pi, 2*outer)
		}
		area += radius[i] * radius[k] * math.Sin(step) / 2
	}
	if _, line := t.Text("coefficient"); given && math.Abs(q.Coefficient(area)-100*c) > max(agree, 100*errorOf) {
		return d, t.Fail(line, "drape coefficient of %.4g %%, but the outline in lines %d to %d has %.4g %%: expected "+
			"them within %.3g points of each other", 100*c, t.Line[0], t.Line[len(t.Line)-1], q.Coefficient(area),
			max(agree, 100*errorOf))
	}
	d.Coefficient = q.Coefficient(area)
	return d, nil
}

// lengths sets zero lengths of a test from a table's notes.
func lengths(t *fit.Table, test verify.DrapeTest) (verify.DrapeTest, error) {
	for _, q := range []struct {
		name string
		of   *float64
	}{{"disc", &test.Disc}, {"specimen", &test.Specimen}, {"edge", &test.Edge}} {
		v, given, err := t.Note(q.name, "length")
		if err != nil {
			return test, err
		}
		if given && *q.of == 0 {
			*q.of = v
		}
	}
	if err := Sound(test); err != nil {
		return test, t.Fail(0, "%v", err)
	}
	return test, nil
}

// Sound returns an error for impossible lengths of a test.
func Sound(test verify.DrapeTest) error {
	q := test.Filled()
	const finest, coarsest = .002, .03
	switch {
	case !(q.Disc >= .05 && q.Disc <= .5):
		return fmt.Errorf("disc of %g m: expected a diameter of 0.05 to 0.5 m", q.Disc)
	case !(q.Specimen >= 1.2*q.Disc && q.Specimen <= 3*q.Disc):
		return fmt.Errorf("specimen of %g m: expected a diameter of %.3g to %.3g m, 1.2 to 3 times that of the disc",
			q.Specimen, 1.2*q.Disc, 3*q.Disc)
	case !(q.Edge >= finest && q.Edge <= coarsest):
		return fmt.Errorf("edge of %g m: expected %g to %g m", q.Edge, finest, coarsest)
	}
	return nil
}

// Folds returns the number of folds of the outline in a table, 0 without an outline.
func Folds(file string, data []byte) int {
	t, err := fit.ReadNotes(file, bytes.NewReader(data), outline, outlineNotes)
	if err != nil || len(t.Column("radius")) < 8 {
		return 0
	}
	return verify.Folds(t.Column("radius"), 0)
}

// agree is the largest difference of a coefficient from that of its outline, if no error is given [%].
const agree = 1.0

// mostPixels bounds the size of a picture.
const mostPixels = 1 << 26

// Silhouette returns the area [m²] of the shadow in a picture (PNG or JPEG) from above, with a given width of a pixel
// [m]: the largest connected dark area by Otsu's threshold (1979), including its holes.
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
	// The region connected to the border is outside; the largest region of the rest is the shadow.
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

// otsu returns the largest grey of dark pixels, and false if there is a single grey.
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

// flood assigns a number to the pixels that satisfy in and are connected, edge to edge, to the start pixels.
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

// Picture reports whether data are a PNG or a JPEG.
func Picture(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\x89PNG")) || bytes.HasPrefix(data, []byte("\xff\xd8"))
}

// Measured reads a drape coefficient from a table, or from a picture with a width of a pixel [mm]; 0 for a table. Zero
// lengths of the test are read from the table.
func Measured(file string, data []byte, pixel float64, test verify.DrapeTest) (d Reading, err error) {
	picture := Picture(data)
	switch {
	case !picture && pixel != 0:
		return d, fmt.Errorf("--pixel %g: expected a picture, PNG or JPEG; %s is none", pixel, file)
	case !picture:
		return ReadDrape(file, bytes.NewReader(data), test)
	case pixel == 0:
		return d, &fit.TableError{File: file, Text: "a picture: expected --pixel with how many millimetres a pixel is " +
			"wide"}
	case !(pixel > 0 && pixel < 10):
		return d, fmt.Errorf("--pixel %g: expected more than 0 and less than 10 mm, of %s", pixel, file)
	}
	area, err := Silhouette(data, pixel*1e-3)
	if err != nil {
		return d, &fit.TableError{File: file, Text: err.Error()}
	}
	d = Reading{Coefficient: test.Coefficient(area), Test: test}
	if value := d.Coefficient; !(value > 0 && value < 100) {
		return d, &fit.TableError{File: file, Text: fmt.Sprintf("drape coefficient of %.3g %%: expected more than 0 and "+
			"less than 100; is --pixel %g mm right?", value, pixel)}
	}
	return d, nil
}
