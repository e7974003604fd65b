//go:build cgo

package render

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
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
	r.meshBand, r.fullBand = 50*testW, 11*testW // 3 and 11 bands, the last ones narrower
	if got := picture(t, r, s); !bytes.Equal(got.Pix, whole.Pix) {
		t.Error("drawn in bands: expected the same picture")
	}
	const asks = 1 + 3 + 11 + 3 + 11
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
