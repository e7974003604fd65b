package sim

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/scenes"
)

// tearScene: a strip without gravity is pulled apart along warp; %s are keys of its fabric.
const tearScene = `
fps = 30
frames = 24
gravity_m_s2 = [0, 0, 0]

[[motion]]
name = "pull"
keys = [{ time_s = 0 }, { time_s = 1, offset_m = [0.06, 0, 0] }]

[[sheet]]
name = "strip"
size_m = [0.12, 0.04]
vertices = [%d, %d]
mesh = "alternating"
rotation_deg = [90, 0, 0]
fabric = { base = "cotton", coupling = 0, %s }

[[sheet.pin]]
at = ["edge-u0"]

[[sheet.pin]]
at = ["edge-u1"]
motion = "pull"
`

func tearStrip(t *testing.T, nu, nv int, keys string) *scenes.Setup {
	return load(t, fmt.Sprintf(tearScene, nu, nv, keys))
}

// zigzag is the model of the scene with every other row of vertices moved along the pull by a fifth of an edge,
// and triangles of different masses.
func zigzag(t *testing.T, setup *scenes.Setup, edge float64) *cloth.Model {
	t.Helper()
	p := setup.Parts[0]
	p.X, p.UV = append([]r3.Vec(nil), p.X...), append([][3]r2.Vec(nil), p.UV...)
	moved := map[int32]bool{}
	for i, tri := range p.Tri {
		p.Layers = append(p.Layers, cloth.Layers{Mass: float64(1 + i%3), Stretch: 1, Bend: 1})
		for k, v := range tri {
			if int(math.Round(p.UV[i][k].Y/edge))%2 == 0 {
				continue
			}
			p.UV[i][k].X += edge / 5
			if !moved[v] {
				moved[v] = true
				p.X[v].X += edge / 5
			}
		}
	}
	p.Pins = nil
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStripTears: without lateral contraction the stress of a strip is the same everywhere, and its first Piola stress
// is the load, whatever the edges. At 1 % below the strength nothing tears, at it something does, on meshes of 20 and
// 10 mm.
func TestStripTears(t *testing.T) {
	for _, n := range [][2]int{{7, 3}, {13, 5}} {
		m := zigzag(t, tearStrip(t, n[0], n[1], "tear_n_m = 30"), .12/float64(n[0]-1))
		s := cloth.NewState(m)
		stretched := func(stretch float64) {
			for v, x := range m.X0 {
				s.X[v] = r3.Vec{X: stretch * x.X, Y: x.Y, Z: x.Z}
			}
		}
		load := func(stretch float64) float64 {
			stretched(stretch)
			all := *m
			all.Parts = []cloth.PartInfo{m.Parts[0]}
			all.Parts[0].Fabric.Tear = 1e-6
			most := 0.
			for _, f := range cloth.FindTears(&all, s, nil) {
				most = max(most, f.Load)
			}
			return most
		}
		at := 1.1
		e := (at*at - 1) / 2
		want := at * (135.6*e + 64.03*e*e) // of cotton
		if got := load(at); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%v vertices: load of %g N/m: expected the first Piola stress, %g", n, got, want)
		}
		for _, share := range []float64{.99, 1.0001} {
			m.Parts[0].Fabric.Tear = want / share
			stretched(at)
			if got := len(cloth.FindTears(m, s, nil)) > 0; got != (share >= 1) {
				t.Errorf("%v vertices, load of %g of the strength: torn %v", n, share, got)
			}
		}
	}
}

// TestTornModel: a split keeps mass, momentum and centre of mass, opens one edge, and raises no energy of stretch.
func TestTornModel(t *testing.T) {
	m := zigzag(t, tearStrip(t, 13, 5, "tear_n_m = 1"), .01)
	s := cloth.NewState(m)
	for v, x := range m.X0 {
		s.X[v], s.V[v] = r3.Vec{X: 1.1 * x.X, Y: x.Y, Z: x.Z}, r3.Vec{X: x.Y, Y: .3, Z: x.X}
	}
	tears := cloth.FindTears(m, s, nil)
	if len(tears) != 1 {
		t.Fatalf("%d tears: expected one, at the weakest place", len(tears))
	}
	tri, all := m.Split(tears)
	torn, own, from, err := tornModel(m, s, tri, all)
	if err != nil {
		t.Fatal(err)
	}
	sums := func(m *cloth.Model, s *cloth.State) (mass float64, at, p, l r3.Vec) {
		for v, q := range m.Mass {
			mass, at, p = mass+q, r3.Add(at, r3.Scale(q, s.X[v])), r3.Add(p, r3.Scale(q, s.V[v]))
			l = r3.Add(l, r3.Scale(q, r3.Cross(s.X[v], s.V[v])))
		}
		return mass, at, p, l
	}
	m0, x0, p0, l0 := sums(m, s)
	m1, x1, p1, l1 := sums(torn, own)
	for what, d := range map[string]float64{"mass": (m1 - m0) / m0, "centre": r3.Norm(r3.Sub(x1, x0)) / m0,
		"momentum": r3.Norm(r3.Sub(p1, p0)) / r3.Norm(p0), "angular momentum": r3.Norm(r3.Sub(l1, l0)) / r3.Norm(l0)} {
		if math.Abs(d) > 1e-12 {
			t.Errorf("%s changes by %g of itself", what, d)
		}
	}
	if len(torn.X0) != len(m.X0)+1 || len(from) != len(torn.X0) || len(torn.Hinges) >= len(m.Hinges) {
		t.Errorf("%d vertices and %d hinges after one split of %d and %d", len(torn.X0), len(torn.Hinges), len(m.X0),
			len(m.Hinges))
	}
	stretch := func(m *cloth.Model, x []r3.Vec) (e float64) {
		for i := range m.Tri {
			g := m.GreenStrain(i, x)
			e += m.Rest[i].Area * (g[0]*g[0] + g[1]*g[1] + g[2]*g[2]/2)
		}
		return e
	}
	if a, b := stretch(m, s.X), stretch(torn, own.X); b > a {
		t.Errorf("energy of stretch rises from %g to %g by a split", a, b)
	}
}

// TestTearRuns: a strip tears in two without touching itself, at the force strength × width; a run that goes on from a
// checkpoint after the tear has the same bits; exports of one topology are refused.
func TestTearRuns(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	opt := Options{Dir: whole, NoRender: true, CheckpointEvery: 5, Backend: "cpu"}
	setup := tearStrip(t, 7, 3, "tear_n_m = 15")
	info := mustRun(t, setup, opt)
	if len(info.Tears) == 0 {
		t.Fatal("nothing tore")
	}
	last := info.Tears[len(info.Tears)-1]
	if last.Pieces != 2 || info.SelfIntersections != 0 || info.UnconvergedSteps != 0 {
		t.Errorf("%d pieces, %d intersections, %d unconverged steps: expected 2, and none", last.Pieces,
			info.SelfIntersections, info.UnconvergedSteps)
	}
	// A step stretches the strip by 0.0021, which is 0.3 N/m.
	if first := info.Tears[0]; first.Load < 15 || first.Load > 15.6 {
		t.Errorf("first load %g N/m: expected 15, and less than a step more", first.Load)
	}
	opt.Dir, opt.Frames = dir, last.Frame+5
	mustRun(t, tearStrip(t, 7, 3, "tear_n_m = 15"), opt)
	opt.Frames, opt.Resume = 0, true
	mustRun(t, tearStrip(t, 7, 3, "tear_n_m = 15"), opt)
	paths, _ := filepath.Glob(filepath.Join(whole, "cache", "*.obj"))
	if len(paths) != 24 {
		t.Fatalf("%d meshes: expected one a frame", len(paths))
	}
	for _, p := range paths {
		if !bytes.Equal(read(t, p), read(t, dir, "cache", filepath.Base(p))) {
			t.Errorf("resumed: %s differs", filepath.Base(p))
		}
	}
	_, err := Export(t.Context(), setup, whole, ExportOptions{To: "mdd"})
	if err == nil || !strings.Contains(err.Error(), "the cloth tears") {
		t.Errorf("export as MDD: %v: expected the reason", err)
	}
	x, frame, err := LastFrame(whole, tearStrip(t, 7, 3, "tear_n_m = 15"))
	if err != nil || frame != 23 || len(x) <= len(setup.Model.X0) {
		t.Errorf("last frame %d with %d vertices, %v", frame, len(x), err)
	}
}

// TestSeamTearsFirst: with a seam of half the strength, all that tears is the seam.
func TestSeamTearsFirst(t *testing.T) {
	setup := tearStrip(t, 7, 3, "tear_n_m = 30, tear_seam_n_m = 15")
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, uv := range setup.Model.UV {
		for k := range uv {
			lo, hi = min(lo, uv[k].X), max(hi, uv[k].X)
		}
	}
	middle := (lo + hi) / 2
	for i := range setup.Model.Tri { // the second half is another panel
		uv := &setup.Model.UV[i]
		if (uv[0].X+uv[1].X+uv[2].X)/3 > middle {
			for k := range uv {
				uv[k].Y++
			}
		}
	}
	info := mustRun(t, setup, Options{Dir: t.TempDir(), NoRender: true, Backend: "cpu"})
	if len(info.Tears) == 0 {
		t.Fatal("nothing tore")
	}
	for _, f := range info.Tears {
		if math.Abs(f.Seam-f.Length) > 1e-12 || f.Length == 0 {
			t.Errorf("frame %d: %g m tore, of which %g m are seams: expected all", f.Frame, f.Length, f.Seam)
		}
	}
}
