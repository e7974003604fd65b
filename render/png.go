package render

import (
	"context"
	"image"
	"image/png"
	"io"

	"hysteron/formats"
)

// WritePNG writes img to path as PNG, with the name of the program in it. The write is atomic.
func WritePNG(path string, img image.Image) error {
	return WritePNGContext(context.Background(), path, img)
}

// WritePNGContext is WritePNG with cancellation: soon after the context's end it returns its error, and writes no file.
func WritePNGContext(ctx context.Context, path string, img image.Image) error {
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(formats.SignPNG(stoppable{ctx, w}), img)
	})
}

// stoppable is a writer that fails once a context has ended.
type stoppable struct {
	ctx context.Context
	io.Writer
}

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Writer.Write(b)
}
