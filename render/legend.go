package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"hysteron/cloth"
)

// Legend is the colour scale of the values in Mesh.Scalar, drawn as a bar with numbers.
type Legend struct {
	Title    string // name of the value, e.g. "Warp strain"
	Unit     string // "1", "N/m", …; empty: not shown
	Min, Max float64
	Map      ColourMap
	Hidden   bool // colours only, no bar
}

func (l *Legend) check() error {
	switch {
	case !cloth.Finite(l.Max-l.Min) || l.Max <= l.Min:
		return fmt.Errorf("%w: legend range %v to %v, expected finite numbers with Min < Max", ErrScene, l.Min, l.Max)
	case l.Map < 0 || int(l.Map) >= len(mapPoints):
		return fmt.Errorf("%w: unknown colour map %d", ErrScene, l.Map)
	}
	return nil
}

// ticks returns about want round values from lo to hi, multiples of the step: 1, 2 or 5 times a power of ten.
func ticks(lo, hi float64, want int) (values []float64, step float64) {
	raw := (hi - lo) / float64(want)
	step = math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*step >= raw*(1-1e-9) {
			step *= m
			break
		}
	}
	slack := 1e-6 * step
	first := math.Ceil((lo - slack) / step)
	for k := 0.0; (first+k)*step <= hi+slack; k++ {
		v := (first + k) * step
		if math.Abs(v) < slack {
			v = 0
		}
		values = append(values, v)
	}
	return values, step
}

// tickLabel returns v with as many decimals as the step needs.
func tickLabel(v, step, largest float64) string {
	if largest >= 1e5 || largest < 1e-3 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

var typeface = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// draw draws the bar on the right side of img; its size scales with the picture.
func (l *Legend) draw(img *image.RGBA) error {
	h := img.Bounds().Dy()
	ft, err := typeface()
	if err != nil {
		return fmt.Errorf("legend: %w", err)
	}
	size := math.Max(9, float64(h)*0.024)
	face, err := opentype.NewFace(ft, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return fmt.Errorf("legend: %w", err)
	}
	defer face.Close()

	em := int(math.Ceil(size))
	values, step := ticks(l.Min, l.Max, 5)
	labels := make([]string, len(values))
	wide := 0
	for i, v := range values {
		labels[i] = tickLabel(v, step, math.Max(math.Abs(l.Min), math.Abs(l.Max)))
		wide = max(wide, font.MeasureString(face, labels[i]).Ceil())
	}
	title := l.Title
	if l.Unit != "" {
		title += " [" + l.Unit + "]"
	}
	barW, barH := em*9/10, h*9/20
	titleW := font.MeasureString(face, title).Ceil()
	width := max(titleW, barW+em+wide) + 2*em
	height := barH + 4*em
	panel := image.Rect(0, 0, width, height).Add(image.Pt(img.Bounds().Max.X-width-em, img.Bounds().Min.Y+(h-height)/2))

	draw.Draw(img, panel, image.NewUniform(color.NRGBA{255, 255, 255, 150}), image.Point{}, draw.Over)
	ink := image.NewUniform(color.NRGBA{30, 32, 36, 255})
	text := func(s string, x, y int) {
		d := font.Drawer{Dst: img, Src: ink, Face: face, Dot: fixed.P(x, y)}
		d.DrawString(s)
	}
	text(title, panel.Min.X+em, panel.Min.Y+em*3/2)

	bar := image.Rect(0, 0, barW, barH).Add(image.Pt(panel.Min.X+em, panel.Min.Y+em*5/2))
	draw.Draw(img, bar.Inset(-1), ink, image.Point{}, draw.Src)
	for y := bar.Min.Y; y < bar.Max.Y; y++ {
		t := 1 - (float64(y-bar.Min.Y)+0.5)/float64(barH)
		c := image.NewUniform(l.Map.At(t).sRGBA())
		draw.Draw(img, image.Rect(bar.Min.X, y, bar.Max.X, y+1), c, image.Point{}, draw.Src)
	}
	drop := face.Metrics().CapHeight.Round() / 2
	for i, v := range values {
		y := bar.Max.Y - int(math.Round((v-l.Min)/(l.Max-l.Min)*float64(barH)))
		draw.Draw(img, image.Rect(bar.Max.X+1, y, bar.Max.X+1+em/3, y+1), ink, image.Point{}, draw.Src)
		text(labels[i], bar.Max.X+em*2/3, y+drop)
	}
	return nil
}

// sRGBA returns the colour in 8-bit sRGB.
func (c RGB) sRGBA() color.RGBA {
	b := func(v float64) uint8 { return uint8(math.Round(255 * toSRGB(math.Min(math.Max(v, 0), 1)))) }
	return color.RGBA{b(c[0]), b(c[1]), b(c[2]), 255}
}
