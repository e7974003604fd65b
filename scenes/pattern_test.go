package scenes

import (
	"bytes"
	"testing"

	"hysteron/pattern"
	"hysteron/pattern/drawing"
)

// Patterns that ship are sewn without a hole too many: the openings of each are those of the garment.
func TestShippedPatterns(t *testing.T) {
	// neck or waist, arms or legs, hem
	openings := map[string]int{"tee": 4, "trousers": 3, "tunic": 4, "skirt": 2, "shirt": 4}
	for _, name := range Patterns() {
		data, err := patternKind.shipped(name)
		if err != nil {
			t.Fatal(err)
		}
		p, d, err := drawing.Read(bytes.NewReader(data), name)
		if d != nil {
			text, missing := sewingKind.shipped(name)
			if missing != nil {
				t.Fatal(missing)
			}
			p, err = d.Sew(name, text)
		}
		if err != nil {
			t.Fatal(err)
		}
		mesh, err := p.Mesh(pattern.MeshOptions{EdgeLength: 0.04})
		if err != nil {
			t.Fatal(err)
		}
		if len(mesh.Warnings) > 0 {
			t.Errorf("%s: %v", name, mesh.Warnings)
		}
		next := map[int32]int32{} // along the rim, against the triangles
		inner := map[[2]int32]bool{}
		for _, v := range mesh.Tri {
			for a := range 3 {
				inner[[2]int32{v[a], v[(a+1)%3]}] = true
			}
		}
		for e := range inner {
			if !inner[[2]int32{e[1], e[0]}] {
				if _, twice := next[e[1]]; twice {
					t.Errorf("%s: vertex %d is on two openings", name, e[1])
				}
				next[e[1]] = e[0]
			}
		}
		loops := 0
		for len(next) > 0 {
			loops++
			var v int32
			for v = range next {
				break
			}
			for {
				w, ok := next[v]
				if !ok {
					break
				}
				delete(next, v)
				v = w
			}
		}
		if loops != openings[name] {
			t.Errorf("%s: %d openings: expected %d", name, loops, openings[name])
		}
		front, back := 0.0, 0.0
		for _, tri := range mesh.Tri {
			a, b, c := mesh.X[tri[0]], mesh.X[tri[1]], mesh.X[tri[2]]
			// The right side faces away from the body: panels in front look to the front.
			n := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
			if a.Z > 0.1 && b.Z > 0.1 && c.Z > 0.1 {
				front += n
			} else if a.Z < -0.1 && b.Z < -0.1 && c.Z < -0.1 {
				back += n
			}
		}
		if !(front > 0 && back < 0) {
			t.Errorf("%s: panels look %g to the front and %g to the back: expected their right side outwards", name, front,
				-back)
		}
	}
}
