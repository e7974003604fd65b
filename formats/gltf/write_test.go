package gltf

import (
	"bytes"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// TestWrittenReadsBack: what formats.WriteGLB writes is read here: the description fits the buffer, morph targets add
// up to each frame, and vertices are apart where texture coordinates are.
func TestWrittenReadsBack(t *testing.T) {
	at := func(i, k int) r3.Vec { return r3.Vec{X: float64(k % 2), Y: float64(k / 2), Z: 0.125 * float64(i*k)} }
	shape := &formats.Shape{
		Name: "tee", Points: 4, Tri: [][3]int32{{0, 1, 2}, {2, 1, 3}},
		UV: [][3]r2.Vec{{{}, {X: 1}, {Y: 1}}, {{X: 3}, {X: 4}, {X: 3, Y: 2}}},
		Read: func(i int, dst []r3.Vec) error {
			for k := range dst {
				dst[k] = at(i, k)
			}
			return nil
		},
	}
	var b bytes.Buffer
	if err := formats.WriteGLB(&b, &formats.Sequence{Frames: 3, FPS: 25, UpAxis: "y",
		Shapes: []*formats.Shape{shape}}); err != nil {
		t.Fatal(err)
	}
	f, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()), "a.glb", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Meshes) != 1 || len(f.Animations) != 1 {
		t.Fatalf("%d meshes, %d animations: expected one of each", len(f.Meshes), len(f.Animations))
	}
	p := f.Meshes[0].Primitives[0]
	if len(p.X) != 6 || len(p.Tri) != 2 || len(p.Targets) != 2 {
		t.Fatalf("%d vertices, %d triangles, %d targets: expected 6, 2 and 2", len(p.X), len(p.Tri), len(p.Targets))
	}
	for i := range 3 {
		for tri, corners := range p.Tri {
			for a, v := range corners {
				x := p.X[v]
				if i > 0 {
					x = r3.Add(x, p.Targets[i-1][v])
				}
				if want := at(i, int(shape.Tri[tri][a])); r3.Norm(r3.Sub(x, want)) > 1e-7 {
					t.Errorf("frame %d, triangle %d: %v, expected %v", i, tri, x, want)
				}
			}
		}
	}
}
