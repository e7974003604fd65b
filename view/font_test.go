package view

import "testing"

// TestLetters: the fonts have the letters of the viewer's texts, of errors and of names in European scripts, on no more
// texels than devices take.
func TestLetters(t *testing.T) {
	for _, scale := range []float64{.72, 1, 2, 8} {
		f, err := NewFont(scale)
		if err != nil {
			t.Fatal(err)
		}
		for s := range styles {
			for _, r := range "aZ9~|^ ≤≥±½×°²§µαεΔΣ√−∞…“”’►◄■→←↑↓äöüßéèÅøñçŁžőİЖя" {
				if _, ok := f.glyphs[s][r]; !ok {
					t.Errorf("style %d has no %q", s, r)
				}
			}
		}
		if b := f.Atlas.Bounds(); b.Dy() > 8192 {
			t.Errorf("at scale %g the letters take %d × %d texels", scale, b.Dx(), b.Dy())
		}
	}
}

func BenchmarkFont(b *testing.B) {
	for b.Loop() {
		if _, err := NewFont(1.5); err != nil {
			b.Fatal(err)
		}
	}
}
