package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Grid returns pictures of one size side by side, row by row, with a line between them and the captions in their lower
// left corners.
func Grid(cells []*image.RGBA, columns int, captions []string) (*image.RGBA, error) {
	if len(cells) == 0 || columns < 1 {
		return nil, fmt.Errorf("grid of %d pictures in %d columns: expected some", len(cells), columns)
	}
	size := cells[0].Bounds().Size()
	line := max(1, size.Y/240)
	rows := (len(cells) + columns - 1) / columns
	columns = min(columns, len(cells))
	out := image.NewRGBA(image.Rect(0, 0, columns*(size.X+line)-line, rows*(size.Y+line)-line))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	for i, c := range cells {
		if c.Bounds().Size() != size {
			return nil, fmt.Errorf("grid: picture %d has %v pixels, the first %v", i, c.Bounds().Size(), size)
		}
		at := image.Pt(i%columns*(size.X+line), i/columns*(size.Y+line))
		draw.Draw(out, image.Rectangle{Min: at, Max: at.Add(size)}, c, c.Bounds().Min, draw.Src)
		if i < len(captions) && captions[i] != "" {
			if err := caption(out, captions[i], at.X, at.Y+size.Y, size); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// caption writes text above the lower left corner of a cell.
func caption(img *image.RGBA, text string, x, y int, cell image.Point) error {
	ft, err := typeface()
	if err != nil {
		return err
	}
	size := math.Max(9, 0.03*float64(min(cell.X, cell.Y)))
	face, err := opentype.NewFace(ft, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return err
	}
	defer face.Close()
	em := int(size)
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.NRGBA{30, 32, 36, 255}), Face: face,
		Dot: fixed.P(x+em/2, y-em/2)}
	d.DrawString(text)
	return nil
}
