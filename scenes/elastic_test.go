package scenes

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/scenes/scenestest"
)

// A band along the waist is as short as asked, across it all is as before, and so is the rest of the garment and what
// pictures show. A band of the pattern's length changes nothing.
func TestElastic(t *testing.T) {
	scene := "[[garment]]\nname = \"g\"\npattern = \"trousers\"\nedge_length_m = 0.04\nfabric = \"cotton\"\n"
	band := func(length string) string {
		return scene + "[[garment.elastic]]\nlabel = \"lower_interface\"\nlength = " + length + "\nwidth_m = 0.05\n"
	}
	plain, tight, same := build(t, "s.toml", scene), build(t, "s.toml", band("0.7")), build(t, "s.toml", band("1.0"))
	a, b := &plain.Parts[0], &tight.Parts[0]
	on := map[int32]bool{}
	for _, v := range plain.Pieces[0].Labels["lower_interface"] {
		on[v] = true
	}
	size := func(uv [3]r2.Vec, c int) float64 { return r2.Norm(r2.Sub(uv[(c+1)%3], uv[c])) }
	var before, after float64
	changed := 0
	for i, v := range a.Tri {
		if a.UV[i] != b.UV[i] {
			changed++
			if ratio := areaUV(b.UV[i]) / areaUV(a.UV[i]); math.Abs(ratio-0.7) > 1e-9 { // shorter one way alone
				t.Fatalf("triangle %d: %.4f of its area: expected 0.7", i, ratio)
			}
		}
		for c := range 3 {
			if d := math.Abs(size(a.UV[i], c) - size(same.Parts[0].UV[i], c)); d > 1e-12 {
				t.Fatalf("triangle %d: a band of the pattern's length changes an edge by %g m", i, d)
			}
			if on[v[c]] && on[v[(c+1)%3]] {
				before, after = before+size(a.UV[i], c), after+size(b.UV[i], c)
			}
		}
		if tight.Texture(0)[i] != a.UV[i] {
			t.Fatalf("triangle %d has another texture", i)
		}
	}
	// the waist's edges are slightly bent, each triangle has one direction
	if before < 0.8 || math.Abs(after/before-0.7) > 1e-3 {
		t.Errorf("the waist is %.4f m of %.4f at rest: expected 0.7 of it", after, before)
	}
	rows := 2 * before / 0.04 * 0.05 / (0.04 * math.Sqrt(3) / 2) // triangles with middles in a band of 5 cm
	if float64(changed) < 0.6*rows || float64(changed) > 1.6*rows {
		t.Errorf("%d triangles are in the band: expected about %.0f", changed, rows)
	}
	// As an elastic gives, it does not make a pattern too small for a body.
	worn := build(t, "s.toml", "[[body]]\nkind = \"mannequin\"\n"+band("0.7"))
	for _, p := range worn.Problems() {
		if p.Kind == DoesNotFit {
			t.Errorf("%s", p)
		}
	}
	s, err := Parse("s.toml", []byte(scene+"[[garment.elastic]]\nlabel = \"cuff\"\nlength = 0.7\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Build()
	scenestest.ExpectInput(t, err, "garment.0.elastic.0.label", `"cuff" is no edge label of the pattern: expected`)
}
