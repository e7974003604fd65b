package dress

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
)

// teeOn is the tee with edges of 4 cm on the mannequin, with more keys of the garment, the mannequin and dressing.
func teeOn(t *testing.T, garment, mannequin, dress string) *scenes.Setup {
	t.Helper()
	s, err := scenes.Parse("tee.toml", []byte(fmt.Sprintf(`up_axis = "y"
[dress]
%s
[[body]]
name = "m"
kind = "mannequin"
%s
[[garment]]
name = "tee"
fabric = "cotton"
pattern = "tee"
edge_length_m = 0.04
%s`, dress, mannequin, garment)), nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The tee, drawn for 1.72 m, stays where it is on a mannequin of that height, and is raised on one of 1.9 m, where it
// hung at the arms.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		height   string
		from, to float64
	}{{"1.72", 0, 0}, {"1.9", 0.08, 0.25}} {
		var stages []string
		tried, err := Search(teeOn(t, "", "measurements = { height_m = "+c.height+" }", ""), 0, Options{
			Progress: func(stage string, _ float64) {
				if len(stages) == 0 || stages[len(stages)-1] != stage {
					stages = append(stages, stage)
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		for k, stage := range stages {
			want := fmt.Sprintf("placing tee: trial %d of at most 8", k+1)
			if k == len(tried) { // the best one settles
				want = "placing tee: trial "
			}
			if !strings.HasPrefix(stage, want) || k < len(tried) && strings.Contains(stage, "best so far") != (k > 0) {
				t.Errorf("stage %q, expected %q, and the best one before", stage, want)
			}
		}
		if n := len(stages) - len(tried); n < 0 || n > 1 {
			t.Errorf("%s m: %d stages of %d trials", c.height, len(stages), len(tried))
		}
		if by := tried[0].By; !tried[0].worn() || by.Y < c.from || by.Y > c.to || by.X != 0 || by.Z != 0 {
			t.Errorf("%s m: %s, expected it from %g to %g m higher", c.height, tried[0].String(), c.from, c.to)
		}
		if len(tried) > trialsMost {
			t.Errorf("%d trials", len(tried))
		}
		for k := range tried[1:] {
			if tried[k].Cost() > tried[k+1].Cost() {
				t.Errorf("%s m: trial %d is better than the one before", c.height, k+1)
			}
		}
	}
}

// What is no good costs more than what is a little stretched, and an opening around nothing more than any stretch that
// cloth bears for long; of equals the nearest is best.
func TestTrialCost(t *testing.T) {
	order := []Trial{
		{Stretch: 1.2, Done: true},
		{Stretch: 1.2, Done: true, By: r3.Vec{Y: .1}},
		{Stretch: 1.5, Done: true},
		{Stretch: 1.2, Done: true, Amiss: []string{"the left sleeve holds no arm"}},
		{Stretch: 1.2},
		{Stretch: 9},
	}
	for k := range order {
		order[k].Scale = 1
	}
	for k := range order[1:] {
		if a, b := order[k].Cost(), order[k+1].Cost(); a >= b {
			t.Errorf("%s costs %.2f, %s %.2f: expected more", order[k].String(), a, order[k+1].String(), b)
		}
	}
	for k, fails := range []bool{false, false, false, true, true, true} {
		if order[k].Fails() != fails {
			t.Errorf("%s fails: %v, expected %v", order[k].String(), !fails, fails)
		}
	}
	for _, bad := range []Trial{{Stretch: 1.2, Done: true, Scale: 1, Falls: "it does not stay on the body"},
		{Stretch: 1.2, Done: true, Scale: 1, settled: true, Inside: 1e-3}} {
		if tight := (Trial{Stretch: 1.5, Done: true, Scale: 1, settled: true}); bad.worn() || bad.Cost() < tight.Cost() {
			t.Errorf("%s costs %.2f, worn %v: expected more than %.2f of what is tight", bad.String(), bad.Cost(), bad.worn(),
				tight.Cost())
		}
	}
	if torn := (Trial{Stretch: 4.1, Done: true}); !torn.Fails() {
		t.Errorf("%s does not fail", torn.String())
	}
}

// A tee that is tight starts, and what is said of it names where, by how much, and cures that were tried; with strict
// it does not start.
func TestTight(t *testing.T) {
	const small = "scale = 0.74"
	var notes []string
	var shown *Trouble
	u := teeOn(t, small, "", "settle_s = 0.1")
	state, err := Start(u, Options{Note: func(text string) { notes = append(notes, text) },
		Tight: func(t *Trouble) { shown = t }})
	if err != nil {
		t.Fatal(err)
	}
	if most := u.Model.MaxStretch(state.X); most < 1.3 {
		t.Errorf("stretched %.2f times: expected it to be tight", most)
	}
	text := strings.Join(notes, "\n")
	for _, want := range []string{"tight: tee: panel ", "still stretched ", "tried, this cures it: ",
		"garment.tee.scale = ", "dress.strict = true"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if shown == nil || len(shown.Marked) == 0 || len(shown.Marked) == len(u.Model.Tri) {
		t.Errorf("%v is shown", shown)
	}
	_, err = Start(teeOn(t, small, "", "strict = true"), Options{})
	var trouble *Trouble
	if !errors.As(err, &trouble) || !strings.Contains(err.Error(), "expected at most 1.6") {
		t.Errorf("%v, expected that it is tight", err)
	}
}

// A skirt whose seams close around the waist, and that nothing holds there, fails once its weight acts.
func TestTrialSettles(t *testing.T) {
	for _, c := range []struct {
		more  string
		fails bool
	}{{"", true}, {`hold = ["lower_interface"]`, false}} {
		tried, err := try(patternScene(t, circleSkirt(1.2, 0.4, 1.06), c.more), r3.Vec{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if tried.Fails() || tried.sewn == nil {
			t.Fatalf("%s: expected its seams to close", tried.String())
		}
		if err := tried.settle(); err != nil {
			t.Fatal(err)
		}
		if tried.Fails() != c.fails || tried.sewn != nil {
			t.Errorf("hold %q: %s, expected that it fails: %v", c.more, tried.String(), c.fails)
		}
	}
}

// A skirt that is drawn far too small goes onto nothing at any height, and onto the mannequin at the scale that its
// girth has.
func TestSearchScales(t *testing.T) {
	tried, err := Search(patternScene(t, circleSkirt(0.3, 0.4, 1.06), `hold = ["lower_interface"]`), 0, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if best := &tried[0]; best.Fails() || best.Scale < 1.8 || best.Scale > 3.2 {
		t.Errorf("%s, expected it 1.8 to 3.2 times as large", best.String())
	}
	if worst := &tried[len(tried)-1]; !worst.Fails() {
		t.Errorf("%s comes on: expected that some do not", worst.String())
	}
}

// Trials of a garment are without the ropes, solids and rigid bodies of its scene.
func TestTrialIsAlone(t *testing.T) {
	u := teeOn(t, `[[rope]]
name = "rope"
points_m = [[1, 1, 0], [2, 1, 0]]
radius_m = 0.005
density_kg_m = 0.05
k_n = 1000
bend_nm2 = 1e-4
[[solid]]
name = "solid"
kind = "box"
size_m = [0.2, 0.2, 0.2]
edge_length_m = 0.1
centre_m = [2, 0, 0]
density_kg_m3 = 50
young_pa = 1e4
[[rigid]]
name = "rigid"
kind = "sphere"
radius_m = 0.1
edge_length_m = 0.05
centre_m = [3, 0, 0]
mass_kg = 1
`, "", "")
	if len(u.Parts) != 4 {
		t.Fatalf("%d parts", len(u.Parts))
	}
	for _, c := range []struct {
		name  string
		alone func() (*scenes.Setup, error)
	}{
		{"a trial", func() (*scenes.Setup, error) { return onlyGarment(u, 0, nil) }},
		{"without a body", func() (*scenes.Setup, error) { return coarse(u.Scene.Alone(0, false), nil) }},
	} {
		alone, err := c.alone()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if len(alone.Parts) != 1 {
			t.Errorf("%s: %d parts: expected the tee alone", c.name, len(alone.Parts))
		}
	}
}
