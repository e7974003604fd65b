// Layout of the panels, sliders, legend, help and messages over the picture: rectangles and glyphs, without a window or
// graphics.

package view

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Style is a style of text.
type Style int

// The styles.
const (
	TextPlain Style = iota
	TextBold
	TextSmall
	TextMono // monospaced
	styles
)

// sizes of the styles [pixel at scale 1].
var sizes = [styles]float64{TextPlain: 13, TextBold: 13.5, TextSmall: 11, TextMono: 12}

// letters are available in addition to those of European scripts. Others are drawn as a question mark.
const letters = "–—’“”…′→←↑↓↔►◄■●○−∞≤≥√∫"

// scripts are the ranges of the letters of European scripts.
var scripts = [][2]rune{{' ', '~'}, {0xa1, 0x17f}, {'Α', 'Ω'}, {'α', 'ω'}, {'А', 'я'}}

// alphabet returns all available letters.
func alphabet() (list []rune) {
	for _, s := range scripts {
		for r := s[0]; r <= s[1]; r++ {
			list = append(list, r)
		}
	}
	return append(list, []rune(letters)...)
}

// Glyph is a letter in the atlas.
type Glyph struct {
	U, V, W, H int     // position and size [texel]
	X, Y       float32 // of its upper left corner from the pen
	Advance    float32
}

// Font is the letters of all styles at one scale, in one picture.
type Font struct {
	Scale  float64
	Atlas  *image.Alpha // the texel at 0, 0 is white
	glyphs [styles]map[rune]Glyph
	ascent [styles]float32
	height [styles]float32
}

// atlasWidth is the width of the picture at a scale [texel].
func atlasWidth(scale float64) int {
	if scale > 2 {
		return 4096
	}
	return 1024
}

// NewFont draws the letters. scale is the number of pixels in a unit of the layout.
func NewFont(scale float64) (*Font, error) {
	if !(scale > 0.1 && scale < 20) {
		return nil, fmt.Errorf("hud: scale %g: expected 0.1 to 20", scale)
	}
	width := atlasWidth(scale)
	f := &Font{Scale: scale, Atlas: image.NewAlpha(image.Rect(0, 0, width, 64))}
	f.Atlas.Pix[0] = 255
	x, y, row := 3, 1, 0
	for s := range styles {
		data := goregular.TTF
		switch s {
		case TextBold:
			data = gobold.TTF
		case TextMono:
			data = gomono.TTF
		}
		parsed, err := opentype.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("hud: %w", err)
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: sizes[s] * scale, DPI: 72,
			Hinting: font.HintingFull})
		if err != nil {
			return nil, fmt.Errorf("hud: %w", err)
		}
		defer face.Close()
		m := face.Metrics()
		f.ascent[s], f.height[s] = float32(m.Ascent.Round()), float32(m.Ascent.Round()+m.Descent.Round())
		f.glyphs[s] = map[rune]Glyph{}
		for _, r := range alphabet() {
			b, mask, from, advance, ok := face.Glyph(fixed.P(0, 0), r)
			if !ok { // missing in the typeface
				continue
			}
			w, h := b.Dx(), b.Dy()
			if x+w+1 > width {
				x, y, row = 1, y+row+1, 0
			}
			row = max(row, h)
			if need := y + h + 1; need > f.Atlas.Rect.Dy() {
				grown := image.NewAlpha(image.Rect(0, 0, width, 2*need))
				draw.Draw(grown, f.Atlas.Rect, f.Atlas, image.Point{}, draw.Src)
				f.Atlas = grown
			}
			draw.Draw(f.Atlas, image.Rect(x, y, x+w, y+h), mask, from, draw.Src)
			f.glyphs[s][r] = Glyph{U: x, V: y, W: w, H: h, X: float32(b.Min.X), Y: float32(b.Min.Y),
				Advance: float32(advance) / 64}
			x += w + 1
		}
	}
	return f, nil
}

func (f *Font) glyph(s Style, r rune) Glyph {
	if g, ok := f.glyphs[s][r]; ok {
		return g
	}
	return f.glyphs[s]['?']
}

// Width returns the width of a text [pixel].
func (f *Font) Width(s Style, text string) float32 {
	var w float32
	for _, r := range text {
		w += f.glyph(s, r).Advance
	}
	return w
}

// Height returns the height of a line [pixel].
func (f *Font) Height(s Style) float32 { return f.height[s] }

// Fit cuts a text to a width, with an ellipsis.
func (f *Font) Fit(s Style, text string, width float32) string {
	if f.Width(s, text) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && f.Width(s, string(r)+"…") > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// Wrap breaks a text between words into lines of at most a width.
func (f *Font) Wrap(s Style, text string, width float32) (lines []string) {
	line := ""
	word := ""
	flush := func() {
		switch {
		case word == "":
		case line == "":
			line = word
		case f.Width(s, line+" "+word) <= width:
			line += " " + word
		default:
			lines = append(lines, f.Fit(s, line, width))
			line = word
		}
		word = ""
	}
	for _, r := range text {
		switch r {
		case ' ':
			flush()
		case '\n':
			flush()
			lines, line = append(lines, f.Fit(s, line, width)), ""
		default:
			word += string(r)
		}
	}
	flush()
	if line != "" {
		lines = append(lines, f.Fit(s, line, width))
	}
	return lines
}

// Colour is a colour in sRGB, not premultiplied.
type Colour [4]float32

// Quad is a rectangle with round corners, or a letter [pixel, from the upper left corner of the window].
type Quad struct {
	X, Y, W, H float32
	Radius     float32
	Colour     Colour
	U, V       float32 // of a letter in the atlas [texel]
	Letter     bool
	Soft       float32 // width of the fade at the rim, of shadows
}

func round(v float32) float32 { return float32(math.Round(float64(v))) }
