package dress

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/scenes"
)

// dressed puts the garments of a scene on, and keeps its notes.
func dressed(t *testing.T, setup *scenes.Setup) (notes string, err error) {
	t.Helper()
	var list []string
	_, err = Start(setup, Options{Note: func(s string) { list = append(list, s) }})
	return strings.Join(list, "\n"), err
}

// TestAside: a garment that starts beside the body is put on from over its middle, and the note names the shift.
func TestAside(t *testing.T) {
	notes, err := dressed(t, patternScene(t, circleSkirt(.86, 0.4, 1.06), "offset_m = [1.6, 0, 0]\n"))
	if want := "skirt could not be put on from where it is"; err != nil || !strings.Contains(notes, want) ||
		!strings.Contains(notes, "offset_m = [") {
		t.Errorf("%v, notes %q: expected %q", err, notes, want)
	}
}

// A garment that falls off the body is refused after it has settled, by a picture of where it is. Where the scene does
// not want that, it starts.
func TestNotWorn(t *testing.T) {
	down := "[dress]\nsettle_s = 0.7\n" // there is no ground
	for _, c := range []struct {
		name       string
		waist      float64
		keys, want string
	}{
		{"too wide", 1.5, down, "skirt: it is on no body: "},
		{"wide", 1.15, "", "the waist came down around the legs: it started at 0.97 m, and the legs part at 0.7"},
		{"left alone", 1.5, strings.Replace(down, "[dress]", "[dress]\nverify = false", 1), ""},
	} {
		setup := patternScene(t, circleSkirt(c.waist, 0.4, 1.06), c.keys)
		_, err := dressed(t, setup)
		var trouble *Trouble
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "":
		case !errors.As(err, &trouble) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v, expected %q", c.name, err, c.want)
		case len(trouble.Marked) != len(setup.Model.Tri) || len(trouble.X) != len(setup.Model.X0):
			t.Errorf("%s: %d triangles are marked, expected all", c.name, len(trouble.Marked))
		}
	}
}

// A skirt whose waist is too wide slides down, and is told of; one that is held does not.
func TestSlidDown(t *testing.T) {
	for keys, want := range map[string]bool{"[dress]\nverify = false\n": true,
		"hold = [\"lower_interface\"]\n[dress]\n": false} {
		notes, err := dressed(t, patternScene(t, circleSkirt(1.15, 0.4, 1.06), keys+"settle_s = 0.25\n"))
		if err != nil || strings.Contains(notes, "skirt slid down 0.") != want {
			t.Errorf("%q: %v, notes %q", keys, err, notes)
		}
	}
}

// Progress does not go back within a stage, nor below nothing; the next stage begins anew.
func TestForward(t *testing.T) {
	var got []float64
	tell := forward(func(_ string, done float64) { got = append(got, done) })
	for _, done := range []float64{-3, 0.2, 0.1, 0.4, 7} {
		tell("pulling", done)
	}
	tell("settling", 0.1)
	if want := []float64{0, 0.2, 0.2, 0.4, 1, 0.1}; !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}

// The speed of cloth is that against the body: nothing where both move as one, and what is left of one that falls.
func TestSpeed(t *testing.T) {
	setup := load(t, strings.Replace(tubeScene, "REST", "0.115", 1))
	moving, err := body.NewMoving(setup.Bodies[0], r3.Vec{}, r3.Vec{X: 2}, r3.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	setup.Bodies[0] = moving
	setup.Pieces[0].Garment = true
	d := &dresser{setup: setup}
	if err := d.open(nil); err != nil {
		t.Fatal(err)
	}
	defer d.close()
	for fall, want := range map[float64]float64{0: 0, 0.3: 0.3} {
		for v := range d.sim.State.V {
			d.sim.State.V[v] = r3.Vec{X: 2, Y: -fall}
		}
		if got := d.speed(); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("falling at %g m/s: %g", fall, got)
		}
	}
}
