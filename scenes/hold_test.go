package scenes

import (
	"path/filepath"
	"slices"
	"testing"

	"hysteron/body"
	"hysteron/scenes/scenestest"
)

const twoBodies = `[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
[[body]]
name = "doll"
kind = "mannequin"
`

// Pins of sheets and garments to bodies, by labels, numbers and boxes, come out as holds of the right triangles.
func TestHolds(t *testing.T) {
	text := twoBodies + `
[[sheet]]
name = "rag"
size_m = [0.1, 0.1]
vertices = [3, 3]
mesh = "right"
fabric = "silk"
[[sheet.pin]]
at = ["corner-00"]
vertices = [4]
body = "doll"
on = ["elbow_L", "arm-right"]
release_s = 2
[[sheet.pin]]
box_min_m = [-1, -1, -1]
box_max_m = [1, 1, 1]
body = "ball"
[[garment]]
name = "tee"
pattern = "tee"
edge_length_m = 0.05
fabric = "silk"
[[garment.pin]]
box_min_m = [0, 1, 0]
box_max_m = [1, 2, 1]
[[garment.pin]]
vertices = [7]
motion = "go"
[[motion]]
name = "go"
keys = [{ time_s = 0 }, { time_s = 1, offset_m = [1, 0, 0] }]
`
	s, err := Parse(filepath.Join(t.TempDir(), "s.toml"), []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	tee, rag := setup.Pieces[0].Holds, setup.Pieces[1].Holds
	if len(tee) != 2 || len(rag) != 2 || len(setup.Model.Pins) != 0 {
		t.Fatalf("%d holds of the tee, %d of the rag, %d pins", len(tee), len(rag), len(setup.Model.Pins))
	}
	if h := tee[0]; !h.Boxed || h.Body != -1 || h.Motion != -1 || h.Box[1].Y != 2 {
		t.Errorf("%+v", h)
	}
	if h := tee[1]; h.Boxed || h.Motion != 0 || !slices.Equal(h.Vertices, []int32{7}) || len(setup.Parts[0].Motions) != 1 {
		t.Errorf("%+v", h)
	}
	if h := rag[1]; len(h.Vertices) != 9 || h.Boxed || h.Body != 0 || h.On != nil {
		t.Errorf("%+v", h)
	}
	h := rag[0]
	zones := body.Zones(setup.Bodies[1])
	if h.Body != 1 || h.Release != 2 || !slices.Equal(h.Vertices, []int32{0, 4}) || len(h.On) != len(zones["arm-right"])+
		len(zones["elbow_L"]) {
		t.Errorf("body %d, release %g, vertices %v, on %d triangles", h.Body, h.Release, h.Vertices, len(h.On))
	}
	x := setup.Bodies[1].(*body.Mannequin).Joints(0)
	if len(x) == 0 || len(h.On) < 100 {
		t.Errorf("%d triangles of two parts of arms", len(h.On))
	}
}

func TestHoldErrors(t *testing.T) {
	cloth := "[[sheet]]\nname = \"cloth\"\nsize_m = [1, 1]\nedge_length_m = 0.25\nfabric = \"cotton\"\n"
	sheet := twoBodies + cloth + "[[sheet.pin]]\nvertices = [0]\n"
	for text, words := range map[string][]string{
		sheet + "body = \"cat\"":                   {"sheet.0.pin.0.body", `no body "cat": expected one of "ball", "doll"`},
		sheet + "on = [\"knee_L\"]":                {"sheet.0.pin.0.on", "expected the name of a [[body]]"},
		sheet + "body = \"doll\"\non = [\"wing\"]": {"sheet.0.pin.0.on", `entry 0, "wing", is no zone of body "doll": expected some of "ankle_L",`},
		sheet + "body = \"ball\"\non = [\"wing\"]": {"sheet.0.pin.0.on",
			"no entries, as it has no labels"},
		scenestest.Minimal + "[[sheet.pin]]\nvertices = [0]\nbody = \"cat\"":                                                       {`expected a [[body]] of that name in the scene`},
		"[[garment]]\nname = \"g\"\nfabric = \"silk\"\npattern = \"trousers\"\nedge_length_m = 0.05\nhold = [\"lower_interface\"]": {"garment.0.hold", `"lower_interface" follows a body: expected a [[body]] in the scene`},
	} {
		s, err := Parse(filepath.Join(t.TempDir(), "s.toml"), []byte(text), nil)
		if err == nil {
			_, err = s.Build()
		}
		scenestest.ExpectInput(t, err, words...)
	}
}
