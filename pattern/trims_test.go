package pattern

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"

	"hysteron/param"
)

// pattern is a square of 20 cm with a hem label at its lower edge, sewn at its right to the left of another that is 40
// cm wide.
func pattern(t *testing.T) *Pattern {
	t.Helper()
	const text = `{"pattern": {"panels": {
 "a": {"vertices": [[0,0],[20,0],[20,20],[0,20]], "translation": [0,0,0], "rotation": [0,0,0],
  "edges": [{"endpoints":[0,1],"label":"low"},{"endpoints":[1,2]},{"endpoints":[2,3],"label":"high"},{"endpoints":[3,0],"label":"left"}]},
 "b": {"vertices": [[0,0],[40,0],[40,20],[0,20]], "translation": [20,0,5], "rotation": [0,0,0],
  "edges": [{"endpoints":[0,1],"label":"low"},{"endpoints":[1,2],"label":"right"},{"endpoints":[2,3],"label":"high"},{"endpoints":[3,0]}]}},
 "stitches": [[{"panel":"a","edge":1},{"panel":"b","edge":3}]]}, "properties": {"units_in_meter": 100, "curvature_coords": "relative"}}`
	p, err := ReadPattern(strings.NewReader(text), "p.json")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t *testing.T, text string) *Trims {
	t.Helper()
	var tr Trims
	if _, err := param.DecodeTOML("t.toml", []byte(text), &tr); err != nil {
		t.Fatal(err)
	}
	return &tr
}

// TestMass: what trims weigh is their area, to 1 %, and tape to rounding, whatever the mesh; stiffness is theirs where
// they cover a triangle.
func TestMass(t *testing.T) {
	const weight = .2
	for _, h := range []float64{.04, .02, .011} {
		for _, c := range []struct {
			text string
			more float64 // [kg]
		}{
			{"[[hem]]\nlabel = \"low\"\nwidth_m = 0.03\n", weight * .6 * .03},
			{"[[hem]]\nlabel = \"low\"\nwidth_m = 0.03\nlayers = 3\n", weight * 2 * .6 * .03},
			{"[[hem]]\nlabel = \"low\"\nlayers = 1\ntape_kg_m = 0.1\n", .6 * .1},
			{"[[seam]]\nallowance_m = 0.015\n", weight * .2 * .03},
			{"[[seam]]\npanels = [\"a\", \"b\"]\nlayers = 4\n", weight * 3 * .2 * .02},
			{"[[hem]]\nlabel = \"low\"\nwidth_m = 0.03\n[[seam]]\nallowance_m = 0.015\n", weight * (.6*.03 + .2*.03)},
		} {
			mesh, err := pattern(t).Mesh(MeshOptions{EdgeLength: h})
			if err != nil {
				t.Fatal(err)
			}
			layers, err := read(t, c.text).Layers(mesh, mesh.UV, h, weight)
			if err != nil {
				t.Fatal(err)
			}
			m, err := cloth.NewModel([]cloth.Part{{Name: "p", Fabric: cloth.Isotropic(weight, 1, 1, 1), X: mesh.X, Tri: mesh.Tri,
				UV: mesh.UV, Layers: layers}})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := m.TotalMass()-weight*.12, c.more; math.Abs(got/want-1) > .01 {
				t.Errorf("h %g, %q: %.5f kg more, expected %.5f", h, c.text, got, want)
			}
		}
	}
	mesh, err := pattern(t).Mesh(MeshOptions{EdgeLength: .02})
	if err != nil {
		t.Fatal(err)
	}
	layers, err := read(t, "[[hem]]\nlabel = \"low\"\nwidth_m = 0.06\nlayers = 2\nstretch_factor = 7\n"+
		"bend_factor = 8\n").Layers(mesh, mesh.UV, .02, weight)
	if err != nil {
		t.Fatal(err)
	}
	low := 0
	for i, tri := range mesh.Tri {
		below, above := true, true
		for _, v := range tri {
			y := mesh.X[v].Y
			below, above = below && y < .0599, above && y > .0601
		}
		switch want := (cloth.Layers{Mass: 1, Stretch: 1, Bend: 1}); {
		case below:
			low++
			if layers[i] != (cloth.Layers{Mass: 2, Stretch: 7, Bend: 8}) {
				t.Fatalf("triangle %d in the hem has %+v", i, layers[i])
			}
		case above && layers[i] != want:
			t.Fatalf("triangle %d above the hem has %+v", i, layers[i])
		}
	}
	if low < 100 {
		t.Errorf("%d triangles in the hem", low)
	}
}

// TestPlaces: buttons are where they are asked for, on one vertex with their holes, and the mesh is as good as without.
func TestPlaces(t *testing.T) {
	const h = .02
	p := pattern(t)
	tr := read(t, `
[[button]]
on = { panel = "a", at_m = [0.0512, 0.0933] }
hole = { panel = "b", at_m = [0.3377, 0.1234] }
[[button]]
on = { label = "left", along = 0.25, inset_m = 0.03 }
hole = { label = "right", along = 0.5 }
`)
	places, err := tr.Places(p)
	if err != nil {
		t.Fatal(err)
	}
	// The left edge runs down from (0, .2), and the right one up; the panels are counter-clockwise.
	if want := []Button{
		{A: Place{Panel: 0, At: r2.Vec{X: .0512, Y: .0933}}, B: Place{Panel: 1, At: r2.Vec{X: .3377, Y: .1234}}},
		{A: Place{Panel: 0, At: r2.Vec{X: .03, Y: .15}}, B: Place{Panel: 1, At: r2.Vec{X: .4, Y: .1}}},
	}; fmt.Sprintf("%.9v", places) != fmt.Sprintf("%.9v", want) {
		t.Fatalf("%v, expected %v", places, want)
	}
	mesh, err := p.Mesh(MeshOptions{EdgeLength: h, Buttons: places})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []r3.Vec{{X: (.0512 + .5377) / 2, Y: (.0933 + .1234) / 2, Z: .025},
		{X: (.03 + .6) / 2, Y: (.15 + .1) / 2, Z: .025}} {
		v := mesh.Buttons[k]
		if d := r3.Norm(r3.Sub(mesh.X[v], want)); d > 1e-9 {
			t.Errorf("button %d is at %v, expected the middle %v", k, mesh.X[v], want)
		}
		panels := map[int32]int{}
		for i, tri := range mesh.Tri {
			for _, w := range tri {
				if w == v {
					panels[mesh.Panel[i]]++
				}
			}
		}
		if len(panels) != 2 {
			t.Errorf("button %d is on panels %v, expected two", k, panels)
		}
	}
	if _, err := cloth.NewModel([]cloth.Part{{Name: "p", Fabric: cloth.Isotropic(.1, 1, 1, 1), X: mesh.X, Tri: mesh.Tri,
		UV: mesh.UV, Loose: mesh.Loose}}); err != nil {
		t.Error(err)
	}
	least := math.Inf(1)
	for _, uv := range mesh.UV {
		for c := range 3 {
			u, v := r2.Sub(uv[(c+1)%3], uv[c]), r2.Sub(uv[(c+2)%3], uv[c])
			least = min(least, math.Acos(r2.Dot(u, v)/(r2.Norm(u)*r2.Norm(v))))
		}
	}
	if least < 20*math.Pi/180 {
		t.Errorf("the sharpest corner is %.1f°", least*180/math.Pi)
	}
}

func TestRefuses(t *testing.T) {
	p := pattern(t)
	for text, want := range map[string]string{
		"[[hem]]\nlabel = \"top\"\n":   `hem.0.label: "top" is no edge label of the pattern: expected some of "high", "left", "low", "right"`,
		"[[seam]]\npanels = [\"c\"]\n": `seam.0.panels: entry 0, "c", is no panel`,
		"[[seam]]\npanels = [\"a\"]\n": "seam.0.panels: there is no seam between these panels",
		"[[button]]\non = { panel = \"a\" }\n" +
			"hole = { label = \"right\" }\n": "button.0.on: expected either at_m or label",
		"[[button]]\non = { label = \"low\" }\nhole = { label = \"right\" }\n":                 `button.0.on: panels "a" and "b" could be meant`,
		"[[button]]\non = { label = \"left\" }\nhole = { panel = \"c\", at_m = [0, 0] }\n":     `button.0.hole: there is no panel "c": expected one of a, b`,
		"[[button]]\non = { label = \"left\" }\nhole = { panel = \"a\", label = \"right\" }\n": `there is no panel "a" with an edge "right"`,
		"[[button]]\non = { label = \"left\" }\nhole = { panel = \"b\", at_m = [0.2, 0.9] }\n": `button 1: (0.2, 0.9) m is 0.7 m outside of panel "b"`,
		"[[button]]\non = { label = \"left\" }\n" +
			"hole = { label = \"left\" }\n": "it and its hole are at one place",
		"[[button]]\non = { panel = \"a\", at_m = [0.1, 0.1] }\n" +
			"hole = { panel = \"a\", at_m = [0.1, 0.105] }\n": "0.005 m from another one",
		"[[button]]\non = { panel = \"a\", at_m = [0.1, 0.1] }\n" +
			"hole = { panel = \"a\", at_m = [0.1, 0.115] }\n": "nearer than the edge length",
	} {
		tr := read(t, text)
		places, err := tr.Places(p)
		var mesh *Mesh
		if err == nil {
			mesh, err = p.Mesh(MeshOptions{EdgeLength: .02, Buttons: places})
		}
		if err == nil {
			_, err = tr.Layers(mesh, mesh.UV, .02, .1)
		}
		got := fmt.Sprint(err)
		var key *KeyError
		if errors.As(err, &key) {
			got = key.Key + ": " + got
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}
