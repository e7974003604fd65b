package report

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// LabelHeight is the height of a line of text below a picture [pixels].
const LabelHeight = 24

// Label writes a line below a picture, on white, truncated to the width.
func Label(img *image.RGBA, at image.Point, width int, text string) {
	box := image.Rectangle{at, at.Add(image.Pt(width, LabelHeight))}
	draw.Draw(img, box, image.White, image.Point{}, draw.Src)
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return // the font is embedded
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 14, DPI: 72})
	if err != nil {
		return
	}
	defer face.Close()
	d := font.Drawer{Dst: img.SubImage(box).(*image.RGBA), Src: image.NewUniform(color.NRGBA{30, 32, 36, 255}), Face: face,
		Dot: fixed.P(at.X+6, at.Y+LabelHeight-8)}
	d.DrawString(text)
}
