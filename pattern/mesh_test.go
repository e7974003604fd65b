package pattern

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

type meshStats struct {
	conflicts   int // directed edges used more than once, and edges of more than two triangles
	least       float64
	mean, worst float64 // edge lengths in material coordinates [m]
}

// checkMesh verifies what must hold for every mesh and returns what depends on the pattern.
func checkMesh(t testing.TB, p *Pattern, m *Mesh) meshStats {
	t.Helper()
	if len(m.UV) != len(m.Tri) || len(m.Panel) != len(m.Tri) || len(m.Panels) != len(p.Panels) {
		t.Fatalf("%d triangles, %d UV, %d panel indices, %d panels", len(m.Tri), len(m.UV), len(m.Panel), len(m.Panels))
	}
	used := make([]bool, len(m.X))
	tris := map[[3]int32]bool{}
	directed := map[[2]int32]int{}
	type flatEdge struct {
		panel int32
		a, b  r2.Vec
	}
	flat := map[flatEdge]bool{}
	area := make([]float64, len(p.Panels))
	s := meshStats{least: math.Pi}
	for i, tr := range m.Tri {
		for k, v := range tr {
			used[v] = true
			directed[[2]int32{v, tr[(k+1)%3]}]++
			if e := (flatEdge{m.Panel[i], m.UV[i][k], m.UV[i][(k+1)%3]}); flat[e] {
				t.Fatalf("panel %d: an edge is used twice in one direction within the panel", m.Panel[i])
			} else {
				flat[e] = true
			}
		}
		key := tr
		slices.Sort(key[:])
		if tris[key] || key[0] == key[1] || key[1] == key[2] {
			t.Fatalf("triangle %v appears twice or is degenerate", tr)
		}
		tris[key] = true
		uv := m.UV[i]
		det := r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))
		if det <= 0 {
			t.Fatalf("triangle %d has area %g in material coordinates", i, det/2)
		}
		area[m.Panel[i]] += det / 2
		s.least = min(s.least, minAngle(uv))
	}
	for v, ok := range used {
		if x := m.X[v]; !ok || math.IsNaN(x.X+x.Y+x.Z) || math.IsInf(x.X+x.Y+x.Z, 0) {
			t.Fatalf("vertex %d at %v: used %v", v, x, ok)
		}
	}
	free := 0
	for e, n := range directed {
		if n > 1 {
			s.conflicts++
		}
		if n+directed[[2]int32{e[1], e[0]}] == 1 {
			free++
		}
	}
	for _, l := range m.BoundaryLoops {
		free -= len(l)
		for i, v := range l {
			if s.conflicts == 0 && directed[[2]int32{v, l[(i+1)%len(l)]}] != 1 {
				t.Fatalf("boundary loop: %d→%d is not an edge of the mesh", v, l[(i+1)%len(l)])
			}
		}
	}
	if free != 0 {
		t.Errorf("%d more free edges than in the boundary loops", free)
	}
	outline := make([]float64, len(p.Panels))
	for e := range flat {
		l := r2.Norm(r2.Sub(e.b, e.a))
		w := 1.0
		if flat[flatEdge{e.panel, e.b, e.a}] {
			w = 0.5 // each inner edge comes twice
		} else {
			outline[e.panel] += l
		}
		s.mean += w * l
		s.worst = max(s.worst, l)
		if w == 1 {
			free++
		}
	}
	inner := float64(len(flat)-free) / 2
	s.mean /= inner + float64(free)
	for i := range p.Panels {
		if want := math.Abs(p.Panels[i].Area()); math.Abs(area[i]/want-1) > 0.005 {
			t.Errorf("panel %s: area %g m², its curve encloses %g", p.Panels[i].Name, area[i], want)
		}
		if want := p.Panels[i].Perimeter(); math.Abs(outline[i]/want-1) > 0.005 {
			t.Errorf("panel %s: outline %g m, its curve has %g", p.Panels[i].Name, outline[i], want)
		}
	}
	for _, e := range m.Seam {
		if directed[e]+directed[[2]int32{e[1], e[0]}] < 2 {
			t.Fatalf("seam edge %v has fewer than two triangles", e)
		}
	}
	return s
}

func load(t testing.TB, path string) *Pattern {
	t.Helper()
	p, err := LoadPattern(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mesh(t testing.TB, p *Pattern, h float64) *Mesh {
	t.Helper()
	m, err := p.Mesh(MeshOptions{EdgeLength: h})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// dataPath is a path below HYSTERON_DATA; without it the test is skipped.
func dataPath(t *testing.T, rel string) string {
	t.Helper()
	dir := os.Getenv("HYSTERON_DATA")
	if dir == "" {
		t.Skipf("SKIPPED: HYSTERON_DATA is not set: %s is not tested", rel)
	}
	return filepath.Join(dir, filepath.FromSlash(rel))
}

func TestShippedPatterns(t *testing.T) {
	for file, loops := range map[string]int{"tee.json": 4, "trousers.json": 3} {
		p := load(t, "../scenes/patterns/"+file)
		if len(p.Warnings) > 0 {
			t.Errorf("%s: %q", file, p.Warnings)
		}
		for _, h := range []float64{0.03, 0.02, 0.01, 0.005} {
			t.Run(fmt.Sprintf("%s %g", file, h), func(t *testing.T) {
				m := mesh(t, p, h)
				s := checkMesh(t, p, m)
				if len(m.BoundaryLoops) != loops || s.conflicts != 0 {
					t.Errorf("%d boundary loops, want %d; %d orientation conflicts, want 0", len(m.BoundaryLoops), loops, s.conflicts)
				}
				if deg := s.least * 180 / math.Pi; deg < 25 {
					t.Errorf("smallest angle %.1f°, want at least 25°", deg)
				}
				if s.mean < 0.9*h || s.mean > 1.1*h || s.worst > 1.7*h {
					t.Errorf("edges of %g m on average, at most %g, want about %g", s.mean, s.worst, h)
				}
				if free := euler(m) + len(m.BoundaryLoops); free != 2 {
					t.Errorf("Euler characteristic with loops filled is %d, want 2, a sphere", free)
				}
			})
		}
	}
}

// euler is V − E + F.
func euler(m *Mesh) int {
	edges := map[[2]int32]bool{}
	for _, t := range m.Tri {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			edges[[2]int32{min(a, b), max(a, b)}] = true
		}
	}
	return len(m.X) - len(edges) + len(m.Tri)
}

func TestGarmentCodePatterns(t *testing.T) {
	for _, c := range []struct {
		file  string
		loops int
		least float64 // smallest angle at 1 cm [degrees]
	}{
		{"garmentcode/skirt_circle_specification.json", 2, 25},
		{"garmentcode/pants_specification.json", 3, 25},
		{"garmentcode/tshirt_specification.json", 4, 25},
		{"garmentcode/shirt_mean_specification.json", 4, 25},
		{"garmentcode/dress_pencil_specification.json", 4, 25},
		{"garmentcode-legacy/tee.json", 4, 25},
		{"garmentcode-legacy/pants_straight_sides.json", 3, 25},
	} {
		t.Run(c.file, func(t *testing.T) {
			p := load(t, dataPath(t, "patterns/"+c.file))
			for _, h := range []float64{0.02, 0.01} {
				m := mesh(t, p, h)
				s := checkMesh(t, p, m)
				if len(m.BoundaryLoops) != c.loops || s.conflicts != 0 {
					t.Errorf("h = %g: %d boundary loops, want %d; %d orientation conflicts, want 0", h, len(m.BoundaryLoops), c.loops,
						s.conflicts)
				}
				if deg := s.least * 180 / math.Pi; h == 0.01 && deg < c.least {
					t.Errorf("smallest angle %.1f°, want at least %g°", deg, c.least)
				}
			}
		})
	}
}

func TestMeshIsRepeatable(t *testing.T) {
	p := load(t, "../scenes/patterns/tee.json")
	a := mesh(t, p, 0.02)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if b := mesh(t, load(t, "../scenes/patterns/tee.json"), 0.02); !reflect.DeepEqual(a, b) {
		t.Error("two runs differ")
	}
}

// TestSeamPositions verifies that seam vertices lie at the mean of the panels' placed edges and all others on their
// panel.
func TestSeamPositions(t *testing.T) {
	p := mustRead(t, square)
	m := mesh(t, p, 0.03)
	seam := map[int32]bool{}
	for _, e := range m.Seam {
		seam[e[0]], seam[e[1]] = true, true
	}
	if want := 2 * 8; len(seam) != want {
		t.Errorf("%d seam vertices, want %d", len(seam), want) // 0.2/0.03 → 7 segments on two sides
	}
	for i, tr := range m.Tri {
		for k, v := range tr {
			x, uv := m.X[v], m.UV[i][k]
			// The warp runs along y; the weft along −x on the front, +x on the back, whose loop is clockwise.
			px, z := -uv.Y, 0.1
			if m.Panel[i] == 1 {
				px, z = uv.Y, -0.1
			}
			if seam[v] {
				z = 0
			}
			if want := (r3.Vec{X: px, Y: uv.X, Z: z}); r3.Norm(r3.Sub(x, want)) > 1e-12 {
				t.Fatalf("vertex %d lies at %v, want %v", v, x, want)
			}
		}
	}
	// The right side looks out: front along +z, back along −z.
	for i, tr := range m.Tri {
		n := r3.Cross(r3.Sub(m.X[tr[1]], m.X[tr[0]]), r3.Sub(m.X[tr[2]], m.X[tr[0]]))
		if (n.Z > 0) != (m.Panel[i] == 0) {
			t.Fatalf("triangle %d of panel %d has normal %v", i, m.Panel[i], n)
		}
	}
	if len(m.BoundaryLoops) != 2 {
		t.Errorf("%d boundary loops, want 2", len(m.BoundaryLoops))
	}
	top := m.EdgeLabel["top"]
	if len(m.EdgeLabel) != 1 || len(top) != 8 || !slices.IsSorted(top) {
		t.Errorf("edge labels %v", m.EdgeLabel)
	}
	for _, v := range top {
		if math.Abs(m.X[v].Y-0.2) > 1e-12 {
			t.Errorf("vertex %d of the top edge lies at %v", v, m.X[v])
		}
	}
	if m.Panels[0] != (PanelInfo{Name: "front", Label: "body"}) {
		t.Errorf("panel %v", m.Panels[0])
	}
}

func TestGrainTurnsMaterialAxes(t *testing.T) {
	p := mustRead(t, square)
	plain := mesh(t, p, 0.05)
	m, err := p.Mesh(MeshOptions{EdgeLength: 0.05, Grain: map[string]float64{"back": math.Pi / 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Tri {
		for k := range 3 {
			want := plain.UV[i][k]
			if m.Panel[i] == 1 {
				// Warp along −x of the panel; seen from the back's right side +x points to the viewer's left.
				x, y := want.Y, want.X
				want = r2.Vec{X: -x, Y: y}
			}
			if r2.Norm(r2.Sub(m.UV[i][k], want)) > 1e-12 {
				t.Fatalf("panel %d: %v, want %v", m.Panel[i], m.UV[i][k], want)
			}
		}
	}
	if _, err := p.Mesh(MeshOptions{EdgeLength: 0.05, Grain: map[string]float64{"left": 0}}); err == nil || !strings.Contains(err.Error(), `"left"`) {
		t.Errorf("grain of an unknown panel: %v", err)
	}
	if _, err := p.Mesh(MeshOptions{EdgeLength: 0.05, Grain: map[string]float64{"back": math.NaN()}}); err == nil {
		t.Error("grain NaN is accepted")
	}
}

// TestClosedShapes sews the squares in ways that close the surface or fold corners, down to edge lengths where welding
// could merge what is not stitched.
func TestClosedShapes(t *testing.T) {
	const plain = `[{"panel":"front","edge":1},{"panel":"back","edge":2}],
   [{"panel":"front","edge":3},{"panel":"back","edge":0}]`
	for name, c := range map[string]struct {
		stitches     string
		loops, euler int
		conflicts    bool
	}{
		"envelope": {plain, 2, 0, false},
		"pillow": {plain + `,[{"panel":"front","edge":0},{"panel":"back","edge":3}],
   [{"panel":"front","edge":2},{"panel":"back","edge":1}]`, 0, 2, false},
		"two tubes": {`[{"panel":"front","edge":1},{"panel":"front","edge":3}],
   [{"panel":"back","edge":0},{"panel":"back","edge":2}]`, 4, 0, false},
		"torus and square": {`[{"panel":"front","edge":1},{"panel":"front","edge":3}],
   [{"panel":"front","edge":0},{"panel":"front","edge":2}]`, 1, 0 + 1, false},
		"two cones": {`[{"panel":"front","edge":1},{"panel":"front","edge":2}],
   [{"panel":"back","edge":0},{"panel":"back","edge":1}]`, 2, 2, false},
		"purse":  {`[{"panel":"front","edge":0},{"panel":"front","edge":1}],[{"panel":"front","edge":2},{"panel":"front","edge":3}]`, 1, 2 + 1, false},
		"Möbius": {`[{"panel":"front","edge":1},{"panel":"front","edge":3},"right_wrong"]`, 2, 0 + 1, true},
		"flag":   {`[{"panel":"front","edge":1},{"panel":"back","edge":2}]`, 1, 1, false},
	} {
		i, j := strings.Index(square, `"stitches": [`), strings.Index(square, "]]\n },")
		p := mustRead(t, square[:i]+`"stitches": [`+c.stitches+square[j+1:])
		for _, h := range []float64{0.01, 0.03, 0.07, 0.1, 0.2, 0.28} {
			m := mesh(t, p, h)
			s := checkMesh(t, p, m)
			if len(m.BoundaryLoops) != c.loops || euler(m) != c.euler || (s.conflicts > 0) != c.conflicts {
				t.Errorf("%s, h = %g: %d loops, want %d; Euler characteristic %d, want %d; %d orientation conflicts",
					name, h, len(m.BoundaryLoops), c.loops, euler(m), c.euler, s.conflicts)
			}
			// At a right-angled corner sewn to itself three triangles share 90°, and only one vertex of their outer
			// edges is free: flat triangles are allowed there, needles are not.
			if s.least < 5*math.Pi/180 {
				t.Errorf("%s, h = %g: smallest angle %.1f°", name, h, s.least*180/math.Pi)
			}
		}
	}
}

// TestSeamSidesKeepTheirLengths sews a 20 cm edge to a curved one: the number of segments is common, material lengths
// are not.
func TestSeamSidesKeepTheirLengths(t *testing.T) {
	p := mustRead(t, edit(t, square, `{"endpoints":[1,2]}`, `{"endpoints":[1,2],"curvature":[0.5,-1]}`))
	m := mesh(t, p, 0.01)
	checkMesh(t, p, m)
	sum := map[int32]float64{}
	onSeam := map[[2]int32]bool{}
	for _, e := range m.Seam {
		onSeam[e], onSeam[[2]int32{e[1], e[0]}] = true, true
	}
	for i, tr := range m.Tri {
		for k := range 3 {
			if onSeam[[2]int32{tr[k], tr[(k+1)%3]}] {
				sum[m.Panel[i]] += r2.Norm(r2.Sub(m.UV[i][(k+1)%3], m.UV[i][k]))
			}
		}
	}
	curve := p.Panels[0].Edges[1].Length()
	if math.Abs(sum[0]-0.2-curve) > 1e-3 || math.Abs(sum[1]-0.4) > 1e-9 {
		t.Errorf("seam lengths %g and %g, want %g and 0.4", sum[0], sum[1], 0.2+curve)
	}
	if got, want := len(m.Seam), int(math.Ceil(curve/0.01))+20; got != want {
		t.Errorf("%d seam edges, want %d", got, want)
	}
}

// TestShortEdgesAreMerged cuts the squares' sides into pieces of 1 mm and less than a millimetre, in step on
// both sides of the seam: the mesh must not get tiny triangles, and the seam must stay closed.
func TestShortEdgesAreMerged(t *testing.T) {
	text := edit(t, square, `"front": {"vertices": [[0,0],[20,0],[20,20],[0,20]]`, `"front": {"vertices": [[0,0],[20,0],[20,20],[0,20],[20,9],[20,9.1],[20.005,9.15]]`)
	text = edit(t, text, `{"endpoints":[1,2]}`, `{"endpoints":[1,4]},{"endpoints":[4,5]},{"endpoints":[5,6]},{"endpoints":[6,2]}`)
	text = edit(t, text, `"back": {"vertices": [[0,0],[20,0],[20,20],[0,20]]`, `"back": {"vertices": [[0,0],[20,0],[20,20],[0,20],[20,8],[20,8.1],[20,8.15]]`)
	text = edit(t, text, `{"endpoints":[2,1]}`, `{"endpoints":[2,6]},{"endpoints":[6,5]},{"endpoints":[5,4]},{"endpoints":[4,1]}`)
	text = edit(t, text, `[{"panel":"front","edge":1},{"panel":"back","edge":2}],`, `[{"panel":"front","edge":1},{"panel":"back","edge":5}],
   [{"panel":"front","edge":2},{"panel":"back","edge":4}],[{"panel":"front","edge":3},{"panel":"back","edge":3}],[{"panel":"front","edge":4},{"panel":"back","edge":2}],`)
	text = edit(t, text, `{"panel":"front","edge":3},{"panel":"back","edge":0}`, `{"panel":"front","edge":6},{"panel":"back","edge":0}`)
	p := mustRead(t, text)
	m := mesh(t, p, 0.02)
	s := checkMesh(t, p, m)
	if len(m.BoundaryLoops) != 2 || s.conflicts != 0 {
		t.Errorf("%d boundary loops, want 2; %d conflicts", len(m.BoundaryLoops), s.conflicts)
	}
	if s.least < 25*math.Pi/180 {
		t.Errorf("smallest angle %.1f°", s.least*180/math.Pi)
	}
	if len(m.Warnings) != 0 {
		t.Errorf("warnings %q", m.Warnings)
	}
	if len(m.Seam) != 21 {
		t.Errorf("%d seam edges, want 10 and 11", len(m.Seam))
	}
}

func TestMeshRefuses(t *testing.T) {
	p := mustRead(t, square)
	for h, want := range map[float64]string{
		0: "expected a positive length", -1: "positive", math.Inf(1): "positive",
		1: "expected at most 0.283 m", 1e-5: "vertices: expected at most 5000000", 1e-300: "vertices",
	} {
		if _, err := p.Mesh(MeshOptions{EdgeLength: h}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("edge length %g: %v, want %q", h, err, want)
		}
	}
	if _, err := p.Mesh(MeshOptions{EdgeLength: math.NaN()}); err == nil {
		t.Error("edge length NaN is accepted")
	}
	// Both ways round: the same sides of a square sewn to each other, once direct, once through a third edge.
	bad := mustRead(t, edit(t, square, `"stitches": [`, `"stitches": [
   [{"panel":"front","edge":1},{"panel":"front","edge":3}],[{"panel":"back","edge":2},{"panel":"front","edge":3}],`))
	if _, err := bad.Mesh(MeshOptions{EdgeLength: 0.05}); err == nil ||
		!strings.Contains(err.Error(), "join them in both directions") {
		t.Errorf("contradictory stitches: %v", err)
	}
}

// TestThinPanels meshes shapes much narrower than the edge length, whose sampled outlines may cross.
func TestThinPanels(t *testing.T) {
	for name, curve := range map[string]string{
		// A crescent 2 mm wide between two arcs.
		"crescent": `{"endpoints":[0,1],"curvature":{"type":"circle","params":[10.5,0,1]}},{"endpoints":[1,0],"curvature":{"type":"circle","params":[10.4,0,0]}}`,
		"lens":     `{"endpoints":[0,1],"curvature":[0.5,-0.02]},{"endpoints":[1,0],"curvature":[0.5,-0.02]}`,
	} {
		text := edit(t, square, `{"endpoints":[0,3]},{"endpoints":[3,2]},{"endpoints":[2,1]},{"endpoints":[1,0]}`, curve)
		text = edit(t, text, `[{"panel":"front","edge":1},{"panel":"back","edge":2}],
   [{"panel":"front","edge":3},{"panel":"back","edge":0}]`, "")
		p := mustRead(t, text)
		for _, h := range []float64{0.005, 0.02, 0.1, 0.2} {
			m := mesh(t, p, h)
			area := 0.0
			for i, uv := range m.UV {
				if m.Panel[i] == 1 {
					area += r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0])) / 2
				}
			}
			if want := math.Abs(p.Panels[1].Area()); math.Abs(area/want-1) > 0.5 || len(m.BoundaryLoops) != 2 {
				t.Errorf("%s, h = %g: area %g, want about %g; %d boundary loops, want 2", name, h, area, want, len(m.BoundaryLoops))
			}
			if len(m.Warnings) != 1 || !strings.Contains(m.Warnings[0], "panels.back: ") {
				t.Errorf("%s, h = %g: warnings %q, want one about sharp triangles", name, h, m.Warnings)
			}
		}
	}
}
