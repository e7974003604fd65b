package scenes

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes/scenestest"
)

const tubeScene = `[[tube]]
name = "t"
radius_m = 0.2
length_m = 0.5
vertices = [%d, %d]
mesh = %q
warp = %q
fabric = "cotton"
centre_m = [1, 2, 3]
pins = ["ring-1"]
`

// A tube of every mesh is a closed cylinder whose cloth can be laid flat: area, orientation, rims.
func TestTubes(t *testing.T) {
	for _, mesh := range []string{"right", "alternating", "equilateral"} {
		for _, warp := range []string{"along", "around"} {
			for _, n := range [][2]int{{3, 2}, {12, 2}, {12, 5}, {13, 6}} {
				name := fmt.Sprint(mesh, " ", warp, n)
				u := build(t, "s.toml", fmt.Sprintf(tubeScene, n[0], n[1], mesh, warp))
				p, m := u.Parts[0], u.Model
				around := n[0]
				if mesh == "alternating" {
					around += around % 2
				}
				if len(p.X) != around*n[1] || len(p.Tri) != 2*around*(n[1]-1) {
					t.Errorf("%s: %d vertices, %d triangles", name, len(p.X), len(p.Tri))
				}
				var area float64
				for i, r := range m.Rest {
					area += r.Area
					if areaUV(m.UV[i]) <= 0 {
						t.Errorf("%s: triangle %d is clockwise", name, i)
					}
					v := m.Tri[i]
					out := r3.Sub(r3.Scale(1./3, r3.Add(m.X0[v[0]], r3.Add(m.X0[v[1]], m.X0[v[2]]))), r3.Vec{X: 1, Y: 2, Z: 3})
					out.Y = 0
					if !(r3.Dot(m.Normal(i, m.X0), out) > 0) {
						t.Errorf("%s: triangle %d faces the axis", name, i)
					}
				}
				if want := 2 * math.Pi * .2 * .5; math.Abs(area-want) > 1e-12 {
					t.Errorf("%s: area %g: expected %g", name, area, want)
				}
				if edges := (3*len(p.Tri) + boundary(p.Tri)) / 2; boundary(p.Tri) != 2*around || len(p.X)-edges+len(p.Tri) != 0 {
					t.Errorf("%s: %d rim edges, Euler number %d: expected two rims and 0", name, boundary(p.Tri), len(p.X)-edges+
						len(p.Tri))
				}
				for _, x := range p.X {
					if d := math.Hypot(x.X-1, x.Z-3) - .2; math.Abs(d) > 1e-15 {
						t.Errorf("%s: a vertex is %g m off the cylinder", name, d)
					}
				}
				// On both sides of an edge, the seam too, its length in the material is the same.
				for i := range m.Hinges {
					h := &m.Hinges[i]
					var length [2]float64
					for k, tri := range h.Tri {
						var ends [2]r2.Vec
						for a, v := range m.Tri[tri] {
							for e := range 2 {
								if v == h.V[e] {
									ends[e] = m.UV[tri][a]
								}
							}
						}
						length[k] = r2.Norm(r2.Sub(ends[0], ends[1]))
					}
					if math.Abs(length[0]-length[1]) > 1e-12 {
						t.Errorf("%s: edge %v is %g and %g m long", name, h.V, length[0], length[1])
					}
				}
				if len(p.Pins) != around || p.X[p.Pins[0].Vertex].Y != 2.25 {
					t.Errorf("%s: %d pins, the first at %v: expected the upper rim", name, len(p.Pins), p.X[p.Pins[0].Vertex])
				}
			}
		}
	}
}

// The strain of a tight sleeve is that of its radii and lengths, along the warp as asked for.
func TestTightTube(t *testing.T) {
	for _, warp := range []string{"along", "around"} {
		u := build(t, "s.toml", fmt.Sprintf(tubeScene, 200, 40, "equilateral", warp)+"rest_radius_m = 0.16\nrest_length_m "+
			"= 0.4\n")
		along, around := (.5/.4*.5/.4-1)/2, (.2/.16*.2/.16-1)/2
		want := [2]float64{along, around}
		if warp == "around" {
			want = [2]float64{around, along}
		}
		m := u.Model
		for i := range m.Tri {
			var f [2]r3.Vec
			for a, v := range m.Tri[i] {
				for k := range 2 {
					f[k] = r3.Add(f[k], r3.Scale(m.Rest[i].B[a][k], m.X0[v]))
				}
			}
			for k := range 2 {
				// Chords are shorter than arcs by (π/200)²/6.
				if e := (r3.Norm2(f[k]) - 1) / 2; math.Abs(e-want[k]) > 2e-4 {
					t.Fatalf("warp %s: strain %d of triangle %d is %g: expected %g", warp, k, i, e, want[k])
				}
			}
			if e := r3.Dot(f[0], f[1]) / 2; math.Abs(e) > 2e-4 {
				t.Fatalf("warp %s: shear of triangle %d is %g: expected none", warp, i, e)
			}
		}
	}
	// The edge length is that of the cloth at rest.
	s, err := Parse("s.toml", []byte(strings.Replace(fmt.Sprintf(tubeScene, 2, 2, "equilateral", "along"),
		"vertices = [2, 2]", "edge_length_m = 0.01\nrest_radius_m = 0.1", 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if around, along := s.Tubes[0].counts(); around != 63 || along != 59 {
		t.Errorf("%g × %g vertices: expected 63 × 59", around, along)
	}
}

func TestTubeErrors(t *testing.T) {
	good := fmt.Sprintf(tubeScene, 9, 9, "right", "along")
	for _, c := range []struct{ old, new, want string }{
		{"radius_m = 0.2\n", "", `s.toml:1:3: tube.0: key "radius_m" is missing`},
		{"vertices = [9, 9]\n", "", "tube.0: expected either vertices or edge_length_m"},
		{"vertices = [9, 9]\n", "edge_length_m = 0.0001\n", "vertices: expected at most 5000000"},
		{`"ring-1"`, `"ring-2"`, `tube.0.pins.0: "ring-2": expected one of "ring-0"`},
		{`"right"`, `"hexagonal"`, `expected one of "right", "alternating", "equilateral"`},
		{`"along"`, `"up"`, `tube.0.warp`},
	} {
		_, err := Parse("s.toml", []byte(strings.Replace(good, c.old, c.new, 1)), nil)
		scenestest.ExpectInput(t, err, c.want)
	}
}

// Sheets of a stack have names, places, turns and colours of their own.
func TestStack(t *testing.T) {
	text := scenestest.Minimal + "count = 3\nspacing_m = [0, 0.5, 0]\nturn_deg = 90\ncolours = [\"#ff0000\", " +
		"\"#00ff00\"]\npins = [\"corner-00\"]\nlayer = 2\n"
	u := build(t, "s.toml", text)
	if len(u.Parts) != 3 || u.Parts[2].Name != "cloth-3" || u.Pieces[1].Name != "cloth-2" {
		t.Fatalf("%d parts", len(u.Parts))
	}
	for k, want := range []r3.Vec{{X: -.5, Z: .5}, {X: .5, Y: .5, Z: .5}, {X: .5, Y: 1, Z: -.5}} {
		p := &u.Parts[k]
		if at := p.X[p.Pins[0].Vertex]; r3.Norm(r3.Sub(at, want)) > 1e-15 {
			t.Errorf("corner of sheet %d at %v: expected %v", k+1, at, want)
		}
		if p.Gap != 2*u.Settings.Thickness || u.Pieces[k].Colour[k%2] != 1 {
			t.Errorf("sheet %d: gap %g, colour %v", k+1, p.Gap, u.Pieces[k].Colour)
		}
	}
	_, err := Parse("s.toml", []byte(text+"\n[[sheet]]\nname = \"cloth-2\"\nsize_m = [1, 1]\nedge_length_m = "+
		"0.25\nfabric = \"cotton\"\n"), nil)
	scenestest.ExpectInput(t, err, `sheet.1.name: "cloth-2" is the name of sheet.0 already`)
	_, err = Parse("s.toml", []byte(strings.Replace(text, "#00ff00", "green", 1)), nil)
	scenestest.ExpectInput(t, err, `sheet.0.colour`, `"green"`)
}
