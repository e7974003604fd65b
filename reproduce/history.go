package reproduce

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/scenes"
)

var history = Experiment{
	Name:  "history",
	Title: "History-dependent wrinkles",
	Paper: "Miguel et al. 2013, figure 12, §6",
	Claim: "A cotton sleeve (stretch friction) that is twisted again and again gets wrinkles at different places after each cycle, under the same boundary conditions; without friction they are the same each time.",
	run:   runHistory,
}

// The built-in scene sleeve-cycles: three cycles from twistBegin on, the twist held from 0.25 to 0.5 s
// of each.
const (
	cyclesScene = "sleeve-cycles"
	cycles      = 3
	cycleTime   = 1.5  // [s]
	noise       = 1e-9 // [m]
)

// accurate solver settings: what the tolerance leaves open friction remembers, and the noise grows.
var accurate = []string{"solver.tolerance_m=1e-7", "solver.max_newton=200"}

func runHistory(r *report) error {
	r.text("The built-in scene %s: the sleeve of %s, three cycles: twisted by 90° in 0.25 s, held for 0.25 s, untwisted, at rest for 0.75 s; damped as in the paper (0.03 s). Without contact of cloth with cloth, as in the paper (§5): sharp folds can cut through themselves. Wrinkle map: distance of each vertex from the axis less that of the smooth sleeve before the first cycle. Compared are the maps at the end of each hold: twisted, the same boundary conditions each time. Noise floor: the same run from positions that are off by up to %.0e m.", cyclesScene, sleeveScene, noise)
	type run struct {
		twisted, untwisted [cycles][]float64
		shots              [cycles][]r3.Vec
		setup              *scenes.Setup
		trouble            string
	}
	one := func(change func(*cloth.Fabric), shake float64) (*run, error) {
		setup, err := setupOf(cyclesScene, r.coarse(accurate...), both(change, paperDamped))
		if err != nil {
			return nil, err
		}
		shaken(setup.Model, shake, 1)
		s, err := r.start(setup, nil)
		if err != nil {
			return nil, err
		}
		defer s.close()
		out := &run{setup: setup}
		var smooth []float64
		at := func(t float64) ([]r3.Vec, []float64, error) {
			if err := s.until(t); err != nil {
				return nil, nil, err
			}
			x, err := s.look()
			if err != nil {
				return nil, nil, err
			}
			h := sleeveHeights(x)
			for i := range smooth {
				h[i] -= smooth[i]
			}
			return x, h, nil
		}
		if _, smooth, err = at(twistBegin); err != nil {
			return nil, err
		}
		for k := range cycles {
			begin := twistBegin + cycleTime*float64(k)
			if out.shots[k], out.twisted[k], err = at(begin + 0.5); err != nil {
				return nil, err
			}
			if _, out.untwisted[k], err = at(begin + cycleTime); err != nil {
				return nil, err
			}
			r.note("cycle %d done", k+1)
		}
		out.trouble = s.trouble()
		return out, nil
	}
	var runs [4]*run // friction; friction with noise; none; none with noise
	names := []string{"stretch friction", "stretch friction, noise", "no friction", "no friction, noise"}
	for i := range runs {
		change := stretchOnly
		if i >= 2 {
			change = frictionless
		}
		var err error
		if runs[i], err = one(change, []float64{0, noise}[i%2]); err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
	}
	var rows [][]string
	var repeat, moved, floor [2]float64 // correlation of cycles, RMS between cycles, RMS between runs; friction, none
	var first, firstFloor float64       // RMS between the first two cycles, and between runs in them, with friction
	for v, i := range []int{0, 2} {
		a := runs[i]
		repeat[v] = math.Inf(1)
		for k := range cycles {
			for j := range k {
				c, d := stat.Correlation(a.twisted[j], a.twisted[k], nil), rms(a.twisted[j], a.twisted[k])
				repeat[v], moved[v] = min(repeat[v], c), max(moved[v], d)
				if v == 0 && k == 1 {
					first = d
				}
				rows = append(rows, []string{names[i], fmt.Sprintf("cycles %d and %d, twisted", j+1, k+1), fmt.Sprintf("%.3f", c), millimetres(d)})
			}
		}
		for k := range cycles {
			c, d := stat.Correlation(a.twisted[k], runs[i+1].twisted[k], nil), rms(a.twisted[k], runs[i+1].twisted[k])
			floor[v] = max(floor[v], d)
			if v == 0 && k < 2 {
				firstFloor = max(firstFloor, d)
			}
			rows = append(rows, []string{names[i], fmt.Sprintf("cycle %d, with and without noise", k+1), fmt.Sprintf("%.3f", c), millimetres(d)})
		}
		for k := range cycles {
			rows = append(rows, []string{names[i], fmt.Sprintf("cycle %d, untwisted, height of wrinkles left", k+1), "–", millimetres(rms(a.untwisted[k], nil))})
		}
	}
	var images []namedImage
	for _, i := range []int{0, 2} {
		for k := range cycles {
			img, err := r.draw(runs[i].setup, runs[i].shots[k], sleeveView)
			if err != nil {
				return err
			}
			images = append(images, namedImage{fmt.Sprintf("cycle-%d-%s", k+1, []string{"friction", "", "none"}[i]), fmt.Sprintf("%s, twisted, cycle %d", names[i], k+1), img})
		}
	}
	if err := r.pictures("The twisted sleeve at the end of each hold.", images...); err != nil {
		return err
	}
	r.table(fmt.Sprintf("Wrinkle maps compared: correlation, and root mean square difference. Unconverged steps: %s with friction, %s without.", runs[0].trouble, runs[2].trouble), []string{"run", "maps", "correlation", "difference"}, rows)
	r.find("without friction wrinkles repeat: lowest correlation of two cycles", "≥ 0.99", fmt.Sprintf("%.4f", repeat[1]), repeat[1], repeat[1] >= 0.99)
	r.find("with friction wrinkles move: lowest correlation of two cycles", "≤ 0.9", fmt.Sprintf("%.4f", repeat[0]), repeat[0], repeat[0] <= 0.9)
	r.find("with friction, difference of the first two cycles over their noise floor", "≥ 3", fmt.Sprintf("%s over %.2g mm: %s", millimetres(first), 1000*firstFloor, times(first/firstFloor)), first/firstFloor, first >= 3*firstFloor)
	r.find("with friction, largest difference of any cycles over the noise floor of all", "> 1", fmt.Sprintf("%s over %s: %.1f", millimetres(moved[0]), millimetres(floor[0]), moved[0]/floor[0]), moved[0]/floor[0], moved[0] > floor[0])
	r.tell("without friction, largest difference between cycles; noise floor", "–", fmt.Sprintf("%s; %s", millimetres(moved[1]), millimetres(floor[1])), moved[1])
	return nil
}

// shaken moves the start positions of free vertices by up to size [m] in each direction, repeatably.
func shaken(m *cloth.Model, size float64, seed uint64) {
	if size == 0 {
		return
	}
	held := make([]bool, len(m.X0))
	for _, p := range m.Pins {
		held[p.Vertex] = true
	}
	next := func() float64 { // xorshift64*, from -1 to 1
		seed ^= seed >> 12
		seed ^= seed << 25
		seed ^= seed >> 27
		return float64(seed*2685821657736338717>>11)/(1<<52) - 1
	}
	for i := range m.X0 {
		d := r3.Vec{X: next(), Y: next(), Z: next()}
		if !held[i] {
			m.X0[i] = r3.Add(m.X0[i], r3.Scale(size, d))
		}
	}
}

// rms is the root mean square of a − b; b may be nil.
func rms(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		if b != nil {
			v -= b[i]
		}
		s += v * v
	}
	return math.Sqrt(s / float64(len(a)))
}
