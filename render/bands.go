//go:build cgo

package render

import "github.com/go-gl/gl/v4.3-core/gl"

// Pixels of a band, after each of which a picture may be given up. Meshes are sent through the pipeline once for every
// band, so that these have more; software OpenGL takes a few tenths of a second for each.
const (
	meshBand = 1 << 20
	fullBand = 1 << 18
)

// inBands draws into a target, already in use and cleared, a band of about so many pixels at a time.
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

// done waits for what was asked of the device, and reports whether to go on.
func (f *frame) done() error {
	if f.asked == nil {
		return nil
	}
	gl.Finish()
	return f.asked()
}
