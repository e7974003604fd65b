package pairs

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/linalg"
	"hysteron/step"
)

// patchesOf are those of a part, with its edges.
func patchesOf(t *testing.T, p cloth.Part) (*cloth.Model, *Patches, [][3]int32) {
	t.Helper()
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	var edges [][3]int32
	for _, v := range m.Tri {
		for a := range 3 {
			e := [3]int32{min(v[a], v[(a+1)%3]), max(v[a], v[(a+1)%3]), max(v[a], v[(a+1)%3])}
			if !slices.Contains(edges, e) {
				edges = append(edges, e)
			}
		}
	}
	size, _ := step.FeatureSizes(m)
	return m, NewPatches(m, edges, size, nil), edges
}

func flatMoved(x []r3.Vec, f func(r3.Vec) r3.Vec) (out []r3.Vec) {
	for _, v := range x {
		out = append(out, f(v))
	}
	return out
}

// Each triangle, edge and vertex belongs to one patch, whose triangles have it.
func TestPatchesCoverTheCloth(t *testing.T) {
	m, p, edges := patchesOf(t, clothtest.Grid(12, 9, .11, .08, clothtest.Cotton(), true))
	count := map[string][]int{"tris": make([]int, len(m.Tri)), "edges": make([]int, len(edges)),
		"vertices": make([]int, len(m.X0))}
	for k := range p.Tris {
		var corners []int32
		for _, i := range p.Tris[k] {
			count["tris"][i]++
			corners = append(corners, m.Tri[i][:]...)
		}
		for _, i := range p.Edges[k] {
			count["edges"][i]++
			if !slices.Contains(corners, edges[i][0]) || !slices.Contains(corners, edges[i][1]) {
				t.Errorf("edge %d is not of patch %d", i, k)
			}
		}
		for _, i := range p.Vertices[k] {
			count["vertices"][i]++
			if !slices.Contains(corners, i) {
				t.Errorf("vertex %d is not of patch %d", i, k)
			}
		}
	}
	for kind, list := range count {
		for i, n := range list {
			if n != 1 {
				t.Errorf("%s: %d is in %d patches", kind, i, n)
			}
		}
	}
}

// A sheet bent to a cylinder keeps cos φ of its distances, φ half of the angle between the ends of a block; rigid
// motion keeps all, stretching by a factor that factor, whatever the directions.
func TestKeeps(t *testing.T) {
	m, p, _ := patchesOf(t, clothtest.Grid(5, 5, .04, .04, clothtest.Cotton(), true))
	turn := r3.NewRotation(1.1, r3.Vec{X: 1, Y: 2, Z: -1})
	pool := linalg.New(1)
	defer pool.Close()
	for _, c := range []struct {
		name string
		f    func(r3.Vec) r3.Vec
		want float64
	}{
		{"rigid", func(x r3.Vec) r3.Vec { return r3.Add(turn.Rotate(x), r3.Vec{X: 7}) }, 1},
		{"pressed", func(x r3.Vec) r3.Vec { return turn.Rotate(r3.Vec{X: .8 * x.X, Z: x.Z}) }, .8},
		{"bent", func(x r3.Vec) r3.Vec {
			a := x.X / .05 // ±.4 at the ends of the sheet; triangles are chords, of ±.3, and a little shorter than the arc
			return turn.Rotate(r3.Vec{X: .05 * math.Sin(a), Y: .05 * math.Cos(a), Z: x.Z})
		}, math.Cos(.3) * math.Sin(.1) / .1},
	} {
		x := flatMoved(m.X0, c.f)
		p.evaluate(pool, x, x)
		least := math.Inf(1)
		for i := range p.block {
			least = min(least, p.distanceShare(&p.block[i]))
		}
		if math.Abs(least-c.want) > 1e-3 {
			t.Errorf("%s: %.6f, expected %.6f", c.name, least, c.want)
		}
	}
}

// What was flat is still so where the cloth is elsewhere, and not where it is rolled up, or no number.
func TestHold(t *testing.T) {
	m, p, _ := patchesOf(t, clothtest.Grid(12, 9, .055, .04, clothtest.Cotton(), true))
	pool := linalg.New(1)
	defer pool.Close()
	p.Measure(pool, m.X0, m.X0, .003, 1.5)
	for a := range p.cell {
		for b := range p.cell {
			c, d := &p.cell[a], &p.cell[b]
			near := max(c.x-d.x, d.x-c.x, c.y-d.y, d.y-c.y) <= 1
			if p.Flat(int32(a), int32(b)) != near {
				t.Errorf("patches at %d, %d and %d, %d of a level sheet: flat is %v", c.x, c.y, d.x, d.y, !near)
			}
		}
	}
	elsewhere := flatMoved(m.X0, func(x r3.Vec) r3.Vec { return r3.Add(x, r3.Vec{X: .3, Y: 1}) })
	rolled := flatMoved(m.X0, func(x r3.Vec) r3.Vec {
		return r3.Vec{X: .004 * math.Sin(x.X/.004), Y: .004 * math.Cos(x.X/.004), Z: x.Z}
	})
	wrong := flatMoved(m.X0, func(x r3.Vec) r3.Vec { return x })
	wrong[30].X = math.NaN()
	for _, c := range []struct {
		name string
		x    []r3.Vec
		want bool
	}{{"elsewhere", elsewhere, true}, {"rolled up", rolled, false}, {"no number", wrong, false}} {
		if got := p.Hold(pool, m.X0, c.x, .003, 1.5); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Material coordinates that are no rest shape, on either side of a seam, or around a hole give no flat blocks.
func TestNoRestShape(t *testing.T) {
	level := func() cloth.Part { return clothtest.Grid(8, 8, .07, .07, clothtest.Cotton(), true) }
	hole := level()
	hole.Tri, hole.UV = append(hole.Tri[:48:48], hole.Tri[50:]...), append(hole.UV[:48:48], hole.UV[50:]...)
	seam := level()
	for i := range seam.UV {
		for a := range seam.UV[i] {
			if i%14 < 6 { // three columns of squares from elsewhere
				seam.UV[i][a] = r2.Add(seam.UV[i][a], r2.Vec{X: 1})
			}
		}
	}
	for name, part := range map[string]cloth.Part{"hole": hole, "seam": seam} {
		m, p, _ := patchesOf(t, part)
		pool := linalg.New(1)
		defer pool.Close()
		p.Measure(pool, m.X0, m.X0, .003, 1.5)
		flat, all := 0, 0
		for a := range p.cell {
			for b := range p.cell {
				all++
				if p.Flat(int32(a), int32(b)) {
					flat++
					if p.cell[a].chart != p.cell[b].chart {
						t.Errorf("%s: flat across charts", name)
					}
				}
			}
		}
		if flat == 0 || flat == all {
			t.Errorf("%s: %d of %d pairs of patches are flat", name, flat, all)
		}
		for _, b := range p.block {
			turn := 2 * math.Acos(b.cosHalfTurn)
			if !(turn < maxTurn) {
				t.Errorf("%s: a block whose rim turns by %g", name, turn)
			}
		}
	}
}
