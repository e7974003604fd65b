package scenes

import (
	"math"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/formats"
)

const gluedScene = `
[[sheet]]
name = "flap"
fabric = "cotton"
mesh = "alternating"
size_m = [0.2, 0.2]
edge_length_m = 0.1
centre_m = [0.2, 0.1, 0]
[[solid]]
name = "block"
kind = "box"
size_m = [0.2, 0.2, 0.2]
edge_length_m = 0.1
density_kg_m3 = 25
young_pa = 4000
[[mesh]]
name = "cover"
solid = "ball"
rest = "shape"
fabric = "cotton"
[[solid]]
name = "ball"
kind = "sphere"
radius_m = 0.1
edge_length_m = 0.05
centre_m = [0, 0.6, 0]
density_kg_m3 = 25
young_pa = 4000
[[glue]]
cloth = "flap"
solid = "block"
at = ["edge-u0"]
`

// TestGlue: glued cloth and solids share vertices, with the mass of both, and one of two equal triangles is left.
func TestGlue(t *testing.T) {
	s, err := Parse("glued.toml", []byte(gluedScene), nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) (int, *cloth.PartInfo) {
		for i := range u.Parts {
			if u.Parts[i].Name == name {
				return i, &u.Model.Parts[i]
			}
		}
		t.Fatal(name)
		return 0, nil
	}
	sum := 0.
	for i := range u.Parts {
		sum += u.partMass(i)
		for k, x := range cloth.Of(&u.Model.Parts[i], u.Model.X0) {
			if x != u.Parts[i].X[k] {
				t.Fatalf("%s: vertex %d is at %v in the model, %v in the part", u.Parts[i].Name, k, x, u.Parts[i].X[k])
			}
		}
	}
	if m := u.Model.TotalMass(); math.Abs(m-sum) > 1e-12*sum {
		t.Errorf("mass %g kg, of the parts %g", m, sum)
	}
	_, block := part("block")
	if n := block.Count() - (block.Vertices.Hi - block.Vertices.Lo); n != 3 {
		t.Errorf("the block shares %d vertices, expected the 3 of the flap's edge", n)
	}
	_, ball := part("ball")
	_, cover := part("cover")
	if n := ball.Tris.Hi - ball.Tris.Lo; n != 0 {
		t.Errorf("%d triangles of the ball beside those of its cover", n)
	}
	if n := ball.Count() - (ball.Vertices.Hi - ball.Vertices.Lo); n != cover.Count() {
		t.Errorf("the ball shares %d vertices of the cover's %d", n, cover.Count())
	}
	for _, p := range u.Problems() {
		if p.Severity == formats.Error {
			t.Errorf("%v", p)
		}
	}
	for key, c := range map[string][3]string{
		"glue.0.at":         {`["edge-u0"]`, `["hem"]`, "no label"},
		"glue.0.distance_m": {`["edge-u0"]`, `["edge-u1"]`, "no vertex of flap"},
		"glue.0.solid":      {`solid = "block"`, `solid = "blok"`, "expected the name of a solid"},
		"mesh.0.rest":       {`rest = "shape"`, `rest = "uv"`, "expected"},
		"glue.0":            {`fabric = "cotton"`, `fabric = { base = "cotton", tear_n_m = 500 }`, "tears"},
	} {
		s, err := Parse("glued.toml", []byte(strings.Replace(gluedScene, c[0], c[1], 1)), nil)
		if err == nil {
			_, err = s.Build()
		}
		if err == nil || !strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
