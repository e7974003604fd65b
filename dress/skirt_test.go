package dress

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/scenes"
)

// circleSkirt is half a ring before the body and half a ring behind it, sewn at the sides: along the arms of who
// stands in it.
func circleSkirt(waist, length, height float64) string {
	r := 100 * waist / (2 * math.Pi)
	R := r + 100*length
	points := fmt.Sprintf("[[%g,0],[%g,0],[%g,0],[%g,0]]", -R, R, r, -r)
	out, in := fmt.Sprintf(`{"type":"circle","params":[%g,0,1]}`, R), fmt.Sprintf(`{"type":"circle","params":[%g,0,0]}`, r)
	front := `{"endpoints":[0,1],"curvature":` + out + `},{"endpoints":[1,2]},{"endpoints":[2,3],"curvature":` + in + `,"label":"lower_interface"},{"endpoints":[3,0]}`
	// Backwards, since the right side of the back looks backwards.
	out, in = strings.Replace(out, ",0,1]", ",0,0]", 1), strings.Replace(in, ",0,0]", ",0,1]", 1)
	back := `{"endpoints":[1,0],"curvature":` + out + `},{"endpoints":[0,3]},{"endpoints":[3,2],"curvature":` + in + `,"label":"lower_interface"},{"endpoints":[2,1]}`
	panel := func(edges string, z float64) string {
		return fmt.Sprintf(`{"vertices":%s,"edges":[%s],"translation":[0,%g,%g],"rotation":[0,0,0]}`, points, edges, 100*height, z)
	}
	return `{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{"front":` + panel(front, 20) + `,"back":` + panel(back, -20) + `},
"stitches":[[{"panel":"front","edge":1},{"panel":"back","edge":3}],[{"panel":"front","edge":3},{"panel":"back","edge":1}]]}}`
}

// patternScene writes a pattern beside a scene and builds it.
func patternScene(t *testing.T, pattern, more string) *scenes.Setup {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.json"), []byte(pattern), 0o666); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "s.toml")
	if err := os.WriteFile(path, []byte(`
fps = 24
step_s = 0.0139
[[body]]
kind = "mannequin"
clip = "stand"
[[garment]]
name = "skirt"
pattern = "p.json"
edge_length_m = 0.06
fabric = "cotton"
`+more), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenes.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// A circle skirt is put on although the arms reach through its sides where it is spread: the mannequin raises them;
// whose arms cannot be raised is drawn without them until it hangs. It holds at the waist, and passes neither through
// itself nor through the body.
func TestCircleSkirt(t *testing.T) {
	for note, still := range map[string]bool{"has its arms raised by": false,
		"left arm and right arm would be in the way of front, back": true} {
		setup := patternScene(t, circleSkirt(0.86, 0.4, 1.06), "")
		var notes []string
		state, err := Start(setup, Options{Note: func(s string) { notes = append(notes, s) }, still: still})
		if err != nil {
			t.Fatal(err)
		}
		if len(notes) == 0 || !strings.Contains(notes[0], note) {
			t.Errorf("notes %q: expected %q", notes, note)
		}
		wornWell(t, setup, state.X)
	}
}

func wornWell(t *testing.T, setup *scenes.Setup, at []r3.Vec) {
	t.Helper()
	waist := 0.0
	labelled := setup.Pieces[0].Labels["lower_interface"]
	for _, v := range labelled {
		waist += at[v].Y / float64(len(labelled))
	}
	if waist < 1.02 || waist > 1.10 {
		t.Errorf("the waist is at %.3f m: expected it near 1.06, where the pattern has it", waist)
	}
	low := math.Inf(1)
	for _, x := range at {
		low = min(low, x.Y)
	}
	if drop := waist - low; drop < 0.3 || drop > 0.45 {
		t.Errorf("the skirt hangs %.3f m below its waist: expected about its length of 0.4", drop)
	}
	if l := setup.Model.MaxStretch(at); l > 1.3 {
		t.Errorf("stretched %.2f times", l)
	}
	x := make([]r3.Vec, setup.Bodies[0].NumVertices())
	setup.Bodies[0].Positions(x, 0)
	found := check.Check(check.Mesh{X: at, Tri: setup.Model.Tri}, []check.Mesh{{X: x, Tri: setup.Bodies[0].Triangles()}},
		nil)
	if len(found.Self) > 0 || found.Penetrations() > 0 {
		t.Errorf("%d intersections, %d penetrations", len(found.Self), found.Penetrations())
	}
}
