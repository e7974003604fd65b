package render

import (
	"image"
	"image/png"
	"io"

	"hysteron/formats"
)

// WritePNG writes img to path as PNG, with the name of the program in it. The file appears under its name when
// it is complete.
func WritePNG(path string, img image.Image) error {
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(formats.SignPNG(w), img)
	})
}
