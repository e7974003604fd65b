//go:build cgo

package render

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/sysmem"
)

// asked is a context that ends when it has been asked so many times.
type asked struct {
	context.Context
	left int
}

func (a *asked) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A picture drawn in bands is the same, and ends between any two of them with the context; the next is not disturbed.
func TestBands(t *testing.T) {
	r := testRenderer(t)
	s := &Scene{Meshes: []Mesh{sphere(r3.Vec{Y: 0.5}, 0.5, 12)}, Ground: true}
	s.Camera = Frame(s.Meshes[0].X, float64(testW)/testH, 0.4, 0.3)
	whole := picture(t, r, s)
	r.meshBand, r.fullBand = 50*testW, 11*testW // 3 and 11 bands, and 3 of cells; the last ones narrower
	if got := picture(t, r, s); !bytes.Equal(got.Pix, whole.Pix) {
		t.Error("drawn in bands: expected the same picture")
	}
	const asks = 1 + 3 + 3 + 3 + 3 + 11
	for n := range asks {
		if img, err := r.RenderContext(&asked{t.Context(), n}, s); !errors.Is(err, context.Canceled) {
			t.Fatalf("a context that ends after %d bands: %v, error %v: expected its error", n, img != nil, err)
		}
	}
	if _, err := r.RenderContext(&asked{t.Context(), asks}, s); err != nil {
		t.Errorf("a context that is asked %d times: %v", asks, err)
	}
	if got := picture(t, r, s); !bytes.Equal(got.Pix, whole.Pix) {
		t.Error("after pictures that were given up: expected the same one")
	}
}

// A renderer whose context ends while its images are made gives up, after whichever of them that is; there are ten.
func TestNewGivesUp(t *testing.T) {
	on := testRenderer(t).ctx
	const most = 100
	made := false
	for n := range most {
		r, err := NewQuality(&asked{t.Context(), n}, on, 40, 30, Draft)
		if made = err == nil; made {
			r.Close()
			if n < 10 {
				t.Errorf("a renderer is made with %d questions: expected one for each image", n)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("a context that ends after %d questions: %v", n, err)
		}
	}
	if !made {
		t.Errorf("no renderer is made with %d questions", most)
	}
}

// Software draws pictures in the memory of the machine: larger ones than fit there are refused before anything is made.
func TestPictureFitsMemory(t *testing.T) {
	on := testRenderer(t).ctx
	if !on.Device().Software {
		t.Skip("SKIPPED: this device has memory of its own")
	}
	defer func() { freeMemory = sysmem.Free }()
	need := int64(400*300*(44+12*2) + 4*1024*1024) // Draft has two samples and a shadow map of 1024 × 1024
	for _, c := range []struct {
		free int64
		fits bool
	}{{need * 11 / 10, false}, {need * 12 / 10, true}} {
		freeMemory = func() (int64, bool) { return c.free, true }
		r, err := NewQuality(t.Context(), on, 400, 300, Draft)
		if err == nil {
			r.Close()
		}
		if (err == nil) != c.fits || err != nil && !strings.Contains(err.Error(), "400 × 300 pixels take 0.012 GB") {
			t.Errorf("%d bytes free of %d: %v", c.free, need, err)
		}
	}
}
