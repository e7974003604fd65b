package sim

import (
	"testing"
)

// run.json lists the guarantees of the run, by its settings and results, and no others.
func TestPromised(t *testing.T) {
	holds := func(set ...string) [4]bool {
		dir := t.TempDir()
		mustRun(t, load(t, hungScene, set...), Options{Dir: dir, NoRender: true, Backend: "cpu", Frames: 3})
		info, err := ReadRunInfo(dir)
		if err != nil {
			t.Fatal(err)
		}
		var out [4]bool
		for k, p := range [4]Guarantee{info.Guarantees.Crossing, info.Guarantees.Minimum, info.Guarantees.Bodies,
			info.Guarantees.Bits} {
			out[k] = p.Holds
		}
		return out
	}
	for _, c := range []struct {
		set  []string
		want [4]bool
	}{
		{nil, [4]bool{true, true, true, true}},
		{[]string{"contact.self=false"}, [4]bool{false, true, true, true}},
		{[]string{"solver.max_newton=1"}, [4]bool{true, false, true, true}},
		{[]string{"contact.self=false", "solver.integrator=symplectic", "solver.oversample=100"}, [4]bool{false, false, true,
			true}},
		{[]string{"ground.height_m=0"}, [4]bool{true, true, false, true}},
	} {
		if got := holds(c.set...); got != c.want {
			t.Errorf("%v: %v, expected %v", c.set, got, c.want)
		}
	}
}
