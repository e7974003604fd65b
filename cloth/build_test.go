package cloth

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"hysteron/law"
)

// Each bad part is one error that names the part and the place, and never a panic or a model.
func TestNewModelRefusesBadParts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name   string
		damage func(p *Part)
		want   []string
	}{
		{"index too large", func(p *Part) { p.Tri[3][1] = 9 }, []string{"triangle 3", "vertex index 9", "0..8"}},
		{"negative index", func(p *Part) { p.Tri[2][0] = -1 }, []string{"triangle 2", "vertex index -1", "0..8"}},
		{"repeated vertex", func(p *Part) { p.Tri[1][2] = p.Tri[1][0] }, []string{"triangle 1", "vertex 0", "twice"}},
		{"neighbouring corners alike", func(p *Part) {
			p.Tri[1][1] = p.Tri[1][0]
		}, []string{"triangle 1", "vertex 0", "twice"}},
		{"zero area", func(p *Part) {
			p.UV[4][2] = r2.Scale(0.5, r2.Add(p.UV[4][0], p.UV[4][1]))
		}, []string{"triangle 4", "rest area", "degenerate"}},
		{"needle", func(p *Part) {
			p.UV[4] = [3]r2.Vec{{}, {X: 1}, {X: 0.5, Y: 1e-6}}
		}, []string{"triangle 4", "rest area 5e-07 m²", "longest edge 1 m"}},
		{"point", func(p *Part) { p.UV[0] = [3]r2.Vec{} }, []string{"triangle 0", "rest area 0 m²"}},
		{"overflowing area", func(p *Part) {
			p.UV[0] = [3]r2.Vec{{}, {X: 1e200}, {Y: 1e200}}
		}, []string{"triangle 0", "degenerate"}},
		{"NaN in a position", func(p *Part) { p.X[5].Y = nan }, []string{"vertex 5", "NaN"}},
		{"infinite position", func(p *Part) { p.X[5].Z = -inf }, []string{"vertex 5", "-Inf"}},
		{"NaN in material coordinates", func(p *Part) {
			p.UV[6][1].X = nan
		}, []string{"triangle 6", "material coordinates", "NaN"}},
		{"infinite material coordinates", func(p *Part) {
			p.UV[6][2].Y = inf
		}, []string{"triangle 6", "material coordinates", "+Inf"}},
		{"too few material coordinates", func(p *Part) {
			p.UV = p.UV[:5]
		}, []string{"5 triangles with material coordinates", "expected 8"}},
		{"NaN in the fabric", func(p *Part) { p.Fabric.Weft.Elastic = law.Elastic{K1: nan} }, []string{`fabric "plain"`, "weft.k1", "NaN"}},
		{"vertex without a triangle", func(p *Part) { p.X = append(p.X, r3.Vec{X: 7}) }, []string{"vertex 9", "no triangle"}},
		{"non-manifold edge", func(p *Part) {
			p.X = append(p.X, r3.Vec{Z: 1})
			p.Tri = append(p.Tri, [3]int32{4, 0, 9})
			p.UV = append(p.UV, [3]r2.Vec{{}, {X: 0.1}, {Y: 0.1}})
		}, []string{"edge (0, 4)", "3 triangles (0, 1, 8", "non-manifold"}},
		{"inconsistent orientation", func(p *Part) {
			p.Tri[1][1], p.Tri[1][2] = p.Tri[1][2], p.Tri[1][1]
			p.UV[1][1], p.UV[1][2] = p.UV[1][2], p.UV[1][1]
		}, []string{"edge (0, 4)", "triangles 0 and 1", "orientation"}},
		{"pin out of range", func(p *Part) { p.Pins = []Pin{{Vertex: 0}, {Vertex: 9}} }, []string{"pin on vertex 9", "0..8"}},
		{"pin on a negative vertex", func(p *Part) { p.Pins = []Pin{{Vertex: -2}} }, []string{"pin on vertex -2", "0..8"}},
		{"pin of no kind", func(p *Part) { p.Pins = []Pin{{Vertex: 1, Kind: 9}} }, []string{"pin on vertex 1", "kind 9"}},
		{"pin at NaN", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Point: r3.Vec{Z: nan}}}
		}, []string{"pin on vertex 3", "point", "NaN"}},
		{"pin of infinite velocity", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Velocity: r3.Vec{X: inf}}}
		}, []string{"pin on vertex 3", "velocity", "+Inf"}},
		{"pin on a negative triangle", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Kind: PinBody, Tri: -1}}
		}, []string{"pin on vertex 3", "triangle -1"}},
		{"pin at a foot point of NaN", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Kind: PinBody, Bary: [3]float64{1, nan, 0}}}
		}, []string{"pin on vertex 3", "barycentric", "NaN"}},
		{"pin of infinite height", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Kind: PinBody, Offset: r3.Vec{Y: inf}}}
		}, []string{"pin on vertex 3", "offset", "+Inf"}},
		{"pin released at NaN", func(p *Part) {
			p.Pins = []Pin{{Vertex: 3, Release: nan}}
		}, []string{"pin on vertex 3", "release", "NaN"}},
		{"negative gap", func(p *Part) { p.Gap = -0.001 }, []string{"gap -0.001 m"}},
		{"NaN as gap", func(p *Part) { p.Gap = nan }, []string{"gap NaN"}},
		{"infinite gap", func(p *Part) { p.Gap = inf }, []string{"gap +Inf"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			good, bad := strip("first", 2, 2, straight), strip("sleeve", 2, 2, straight)
			c.damage(&bad)
			m, err := NewModel([]Part{good, bad})
			if err == nil || m != nil {
				t.Fatalf("NewModel = %v, %v: expected an error and no model", m, err)
			}
			for _, w := range append(c.want, "sleeve: ") {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q does not say %q", err, w)
				}
			}
			if strings.Contains(err.Error(), "first") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q: expected one line about one part", err)
			}
		})
	}
}

func TestNewModelNeedsCloth(t *testing.T) {
	for _, parts := range [][]Part{nil, {{Name: "empty", Fabric: plain()}}} {
		if m, err := NewModel(parts); err == nil || m != nil {
			t.Errorf("NewModel(%d parts) = %v, %v: expected an error", len(parts), m, err)
		}
	}
}

// Every index of the model is global, every range covers its part alone, and the parts that came in
// stay as they were.
func TestPartRanges(t *testing.T) {
	parts := []Part{strip("a", 2, 1, straight), strip("b", 3, 2, straight)}
	parts[0].Fabric.Density, parts[1].Fabric.Name, parts[1].Gap = 0.3, "other", 0.01
	parts[0].Pins = []Pin{{Vertex: 2, Release: 1}}
	parts[1].Pins = []Pin{{Vertex: 0, Point: r3.Vec{X: 1}}, {Vertex: 11, Kind: PinBody, Tri: 4, Bary: [3]float64{1, 0, 0},
		Offset: r3.Vec{Z: 0.1}}}
	before := []Part{strip("a", 2, 1, straight), strip("b", 3, 2, straight)}
	before[0].Fabric.Density, before[1].Fabric.Name, before[1].Gap = 0.3, "other", 0.01
	before[0].Pins = []Pin{{Vertex: 2, Release: 1}}
	before[1].Pins = []Pin{{Vertex: 0, Point: r3.Vec{X: 1}}, {Vertex: 11, Kind: PinBody, Tri: 4, Bary: [3]float64{1, 0, 0},
		Offset: r3.Vec{Z: 0.1}}}
	m := model(t, parts...)
	if d := cmp.Diff(before, parts); d != "" {
		t.Errorf("the parts were changed:\n%s", d)
	}

	// Two cells in a row share 3 inner edges; 3×2 cells have 6 diagonals, 3 edges along u, 4 along v.
	want := []PartInfo{
		{Name: "a", Fabric: parts[0].Fabric, Vertices: Range{0, 6}, Tris: Range{0, 4}, Hinges: Range{0, 3}},
		{Name: "b", Fabric: parts[1].Fabric, Gap: 0.01, Vertices: Range{6, 18}, Tris: Range{4, 16}, Hinges: Range{3, 16}},
	}
	if d := cmp.Diff(want, m.Parts); d != "" {
		t.Errorf("parts differ (−want +got):\n%s", d)
	}
	pins := []Pin{{Vertex: 2, Release: 1}, {Vertex: 6, Point: r3.Vec{X: 1}}, {Vertex: 17, Kind: PinBody, Tri: 4,
		Bary: [3]float64{1, 0, 0}, Offset: r3.Vec{Z: 0.1}}}
	if d := cmp.Diff(pins, m.Pins); d != "" {
		t.Errorf("pins differ (−want +got):\n%s", d)
	}
	if len(m.X0) != 18 || len(m.Part) != 18 || len(m.Mass) != 18 || len(m.Area) != 18 || len(m.Tri) != 16 ||
		len(m.UV) != 16 || len(m.Rest) != 16 || len(m.Hinges) != 16 {
		t.Fatalf("%d vertices, %d parts of them, %d masses, %d areas; %d triangles, %d UV, %d rest shapes; %d hinges",
			len(m.X0), len(m.Part), len(m.Mass), len(m.Area), len(m.Tri), len(m.UV), len(m.Rest), len(m.Hinges))
	}
	within := func(what string, i int, v int32, r Range) {
		if int(v) < r.Lo || int(v) >= r.Hi {
			t.Errorf("%s %d refers to %d: expected %d..%d", what, i, v, r.Lo, r.Hi-1)
		}
	}
	for k, p := range m.Parts {
		for v := p.Vertices.Lo; v < p.Vertices.Hi; v++ {
			if m.Part[v] != int32(k) || m.X0[v] != parts[k].X[v-p.Vertices.Lo] {
				t.Errorf("vertex %d: part %d at %v", v, m.Part[v], m.X0[v])
			}
		}
		for i := p.Tris.Lo; i < p.Tris.Hi; i++ {
			if m.Rest[i].Part != int32(k) || m.UV[i] != parts[k].UV[i-p.Tris.Lo] {
				t.Errorf("triangle %d: part %d, UV %v", i, m.Rest[i].Part, m.UV[i])
			}
			for c, v := range m.Tri[i] {
				if v-int32(p.Vertices.Lo) != parts[k].Tri[i-p.Tris.Lo][c] {
					t.Errorf("triangle %d: corner %d is %d", i, c, v)
				}
			}
		}
		for i := p.Hinges.Lo; i < p.Hinges.Hi; i++ {
			for _, v := range m.Hinges[i].V {
				within("hinge", i, v, p.Vertices)
			}
			for _, v := range m.Hinges[i].Tri {
				within("hinge", i, v, p.Tris)
			}
		}
	}
}

// Masses and areas: in all density times area, at each vertex a third of its triangles.
func TestMassesSumToDensityTimesArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []Part
		var mass, area float64
		for k := range rapid.IntRange(1, 3).Draw(t, "parts") {
			p := jittered(t, "part")
			p.Fabric.Density = rapid.Float64Range(0.01, 2).Draw(t, "density")
			parts = append(parts, p)
			var a float64
			for _, uv := range parts[k].UV {
				a += math.Abs(r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0]))) / 2
			}
			area += a
			mass += a * p.Fabric.Density
		}
		m, err := NewModel(parts)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "total mass", m.TotalMass(), mass, mass)
		var sum float64
		for v, a := range m.Area {
			sum += a
			near(t, "mass of a vertex", m.Mass[v], a*m.Parts[m.Part[v]].Fabric.Density, m.Mass[v])
		}
		near(t, "sum of areas", sum, area, area)
		thirds := make([]float64, len(m.X0))
		for i, tri := range m.Tri {
			for _, v := range tri {
				thirds[v] += m.Rest[i].Area / 3
			}
		}
		for v := range thirds {
			near(t, "area of a vertex", m.Area[v], thirds[v], thirds[v])
		}
	})
}

// jittered is a strip of random size whose vertices are moved about by up to 30 % of a cell.
func jittered(t *rapid.T, name string) Part {
	shift := rapid.Float64Range(-0.03, 0.03)
	return strip(name, rapid.IntRange(1, 4).Draw(t, "nu"), rapid.IntRange(1, 4).Draw(t, "nv"), func(u, v float64) r2.Vec {
		return r2.Vec{X: u + shift.Draw(t, "du"), Y: v + shift.Draw(t, "dv")}
	})
}

func TestNormal(t *testing.T) {
	m := model(t, strip("a", 1, 1, straight))
	// Twice the area of half a cell of 0.1 m, towards the side from which corners run counter-clockwise.
	n := m.Normal(0, m.X0)
	near(t, "normal", n.Z, 0.01, 1)
	if n.X != 0 || n.Y != 0 {
		t.Errorf("normal %v: expected along z", n)
	}
}
