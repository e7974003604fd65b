//go:build cgo

package render

import "github.com/go-gl/gl/v4.3-core/gl"

// Pixels of a band; a picture can be cancelled after each. Meshes pass through the pipeline once per band, so their
// bands are larger. Software OpenGL takes a few tenths of a second per band.
const (
	meshBand = 1 << 20
	fullBand = 1 << 18
)

// inBands draws into a target, which is in use and cleared, in bands of about so many pixels.
func (f *frame) inBands(t *target, pixels int, draw func() error) error {
	rows := int32(max(1, pixels/int(max(1, t.w))))
	gl.Enable(gl.SCISSOR_TEST)
	defer gl.Disable(gl.SCISSOR_TEST)
	for y := int32(0); y < t.h; y += rows {
		gl.Scissor(0, y, t.w, min(rows, t.h-y))
		if err := draw(); err != nil {
			return err
		}
		if err := f.done(); err != nil {
			return err
		}
	}
	return nil
}

// done waits for the device to finish, and returns an error if drawing was cancelled.
func (f *frame) done() error {
	if f.asked == nil {
		return nil
	}
	gl.Finish()
	return f.asked()
}
