package dress

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
)

// twoMeshes are the tee with edges of 6 cm and 2 cm.
func twoMeshes(t *testing.T, bending string) (rough, fine *scenes.Setup) {
	t.Helper()
	text := `
fps = 24
step_s = 0.0139
[[body]]
kind = "mannequin"
clip = "stand"
[[garment]]
name = "g"
pattern = "tee"
edge_length_m = 0.02
fabric = { base = "cotton", bending = "` + bending + `" }
[dress]
coarse_edge_length_m = 0.06
`
	fine = load(t, text)
	rough, err := coarser(fine)
	if err != nil || rough == nil {
		t.Fatalf("no coarser scene: %v", err)
	}
	if n, m := len(rough.Model.Tri), len(fine.Model.Tri); 5*n > m {
		t.Fatalf("%d triangles, %d before", n, m)
	}
	return rough, fine
}

// TestCarriesPositions: panels that are moved, turned and sheared as a whole, each otherwise, are where they belong in
// the finer mesh, but for seams, where sides part.
func TestCarriesPositions(t *testing.T) {
	rough, fine := twoMeshes(t, "curvature")
	c, err := newCarrier(rough, fine)
	if err != nil {
		t.Fatal(err)
	}
	place := func(panel int32, q r2.Vec) r3.Vec {
		k := float64(panel)
		return r3.Vec{X: k + q.X*math.Cos(k) - .3*q.Y, Y: q.Y + .2*k*q.X, Z: math.Sin(k)*q.X + .5*q.Y}
	}
	// A mesh shares vertices at seams: so each panel is tried by itself.
	panels := fine.Pieces[0].Panels
	for panel := range panels {
		x := make([]r3.Vec, len(rough.Model.X0))
		for i, tri := range rough.Model.Tri {
			for k, v := range tri {
				if rough.Pieces[0].Panel[i] == int32(panel) {
					x[v] = place(int32(panel), rough.Model.UV[i][k])
				}
			}
		}
		to, own := c.positions(x), make([]bool, len(fine.Model.X0)) // of vertices of this panel alone
		for i := range own {
			own[i] = true
		}
		for i, tri := range fine.Model.Tri {
			for _, v := range tri {
				own[v] = own[v] && fine.Pieces[0].Panel[i] == int32(panel)
			}
		}
		n := 0
		for i, tri := range fine.Model.Tri {
			for k, v := range tri {
				if !own[v] || fine.Pieces[0].Panel[i] != int32(panel) {
					continue
				}
				n++
				if want := place(int32(panel), fine.Model.UV[i][k]); r3.Norm(r3.Sub(to[v], want)) > 1e-9 {
					t.Fatalf("panel %s: vertex %d at %v, expected %v", panels[panel].Name, v, to[v], want)
				}
			}
		}
		if n < 100 {
			t.Errorf("panel %s: %d corners tried", panels[panel].Name, n)
		}
	}
}

// TestCarriesFriction: stress that internal friction keeps goes along: of triangles as it is, and bending as what a
// tensor of moments says of the direction of each hinge.
func TestCarriesFriction(t *testing.T) {
	rough, fine := twoMeshes(t, "curvature")
	c, err := newCarrier(rough, fine)
	if err != nil {
		t.Fatal(err)
	}
	from, to := cloth.NewState(rough.Model), cloth.NewState(fine.Model)
	for _, kind := range []cloth.Kind{cloth.Triangles, cloth.Curves} {
		for i := range from.Past[kind].Len() {
			for k := range 3 {
				from.Past[kind].At(i, k)[1] = float64(1 + k)
			}
		}
		c.history(from, to)
		for i := range to.Past[kind].Len() {
			for k := range 3 {
				if got := to.Past[kind].At(i, k)[1]; got != float64(1+k) {
					t.Fatalf("%s %d, strain %d: %g", kind, i, k, got)
				}
			}
		}
	}
	rough, fine = twoMeshes(t, "hinge")
	if c, err = newCarrier(rough, fine); err != nil {
		t.Fatal(err)
	}
	from, to = cloth.NewState(rough.Model), cloth.NewState(fine.Model)
	moments := func(n r2.Vec) float64 { return 3e-6*n.X*n.X - 2*2e-6*n.X*n.Y + 5e-6*n.Y*n.Y }
	around := make([][]int, len(rough.Model.Tri))
	for i := range rough.Model.Hinges {
		h := &rough.Model.Hinges[i]
		from.Past[cloth.Hinges].At(i, 0)[1] = moments(across(rough.Model, h, h.Tri[0]))
		for _, tri := range h.Tri {
			around[tri] = append(around[tri], i)
		}
	}
	c.history(from, to)
	tried := 0
	panel := rough.Pieces[0].Panel
	for i := range fine.Model.Hinges {
		h := &fine.Model.Hinges[i]
		home, got := c.home[h.Tri[0]], to.Past[cloth.Hinges].At(i, 0)[1]
		want, most := moments(across(fine.Model, h, h.Tri[0])), 0.0
		seam := false // directions of hinges over seams are those of the first side
		for _, k := range around[home] {
			g := &rough.Model.Hinges[k]
			seam = seam || panel[g.Tri[0]] != panel[g.Tri[1]]
			most = max(most, from.Past[cloth.Hinges].At(k, 0)[1])
		}
		switch want = min(want, most); {
		case len(around[home]) != 3:
			if got != 0 {
				t.Fatalf("hinge %d, at an edge of the cloth: %g", i, got)
			}
		case !seam:
			if tried++; math.Abs(got-want) > 1e-15 {
				t.Fatalf("hinge %d: %g, expected %g", i, got, want)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d hinges tried", tried)
	}
}

// TestFiner: a garment that is put on with longer edges first is worn as others are.
func TestFiner(t *testing.T) {
	o := wear(t, "trousers", "", "[dress]\ncoarse_edge_length_m = 0.06", 0, 0.035)
	if math.Abs(o.worn-o.drawn) > 0.07 {
		t.Errorf("the waist is at %.3f m, in the pattern at %.3f m", o.worn, o.drawn)
	}
	if !strings.Contains(o.notes, "edges of 0.06 m first") {
		t.Errorf("not put on with longer edges: %s", o.notes)
	}
}
