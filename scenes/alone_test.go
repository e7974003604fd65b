package scenes

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// everyKind is a scene with a piece of every kind and a friction pair of its body, and no ground.
const everyKind = `[[body]]
name = "m"
kind = "mannequin"
clip = "stand"
[[garment]]
name = "skirt"
fabric = "cotton"
pattern = "skirt"
edge_length_m = 0.05
hold = ["waist"]
[[sheet]]
name = "sheet"
fabric = "silk"
size_m = [0.2, 0.2]
edge_length_m = 0.05
[[tube]]
name = "tube"
fabric = "silk"
radius_m = 0.1
length_m = 0.2
edge_length_m = 0.05
[[mesh]]
name = "mesh"
fabric = "silk"
file = "cube.obj"
rest = "shape"
[[air_layer]]
garment = "mesh"
[[solid]]
name = "solid"
kind = "box"
size_m = [0.1, 0.1, 0.1]
edge_length_m = 0.05
density_kg_m3 = 50
young_pa = 1e4
[[glue]]
cloth = "sheet"
solid = "solid"
[[rigid]]
name = "rigid"
kind = "sphere"
radius_m = 0.1
edge_length_m = 0.05
mass_kg = 1
[[rope]]
name = "rope"
points_m = [[0, 3, 0], [1, 3, 0]]
radius_m = 0.005
density_kg_m = 0.05
k_n = 1000
bend_nm2 = 1e-4
[[friction_pair]]
curves = "jet-set-on-sponge"
fabric = "cotton"
body = "m"
`

// TestAlone: a garment of a scene with every kind of piece is alone with the body, or alone; the scene stays as it is.
func TestAlone(t *testing.T) {
	dir := t.TempDir()
	files := cubeFiles()
	files["scene.toml"] = everyKind
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Load(filepath.Join(dir, "scene.toml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	kept := []string{"Bodies", "Garments", "FrictionPairs", "Motions", "Rests"} // lists of other things than pieces
	for _, bodies := range []bool{true, false} {
		alone := s.Alone(0, bodies)
		v, whole := reflect.ValueOf(alone).Elem(), reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Type.Kind() != reflect.Slice || f.Type.Elem().Kind() != reflect.Struct || f.Tag.Get("key") == "" ||
				slices.Contains(kept, f.Name) {
				continue
			}
			if whole.Field(i).Len() == 0 {
				t.Errorf("the scene of this test has no %s", f.Tag.Get("key"))
			}
			if v.Field(i).Len() > 0 {
				t.Errorf("with bodies %v: a %s beside the garment", bodies, f.Tag.Get("key"))
			}
		}
		u, err := alone.Build()
		if err != nil {
			t.Fatalf("with bodies %v: %v", bodies, err)
		}
		if len(u.Parts) != 1 || u.Parts[0].Name != "skirt" || (len(u.Bodies) == 1) != bodies ||
			(len(u.Pieces[0].Holds) == 1) != bodies {
			t.Errorf("with bodies %v: %d parts, %d bodies, %d holds", bodies, len(u.Parts), len(u.Bodies),
				len(u.Pieces[0].Holds))
		}
	}
	if len(s.Bodies) != 1 || len(s.Garments[0].Hold) != 1 || len(s.Ropes) != 1 {
		t.Error("the scene changed")
	}
}
