package reproduce

import (
	"fmt"
	"math"
	"math/rand/v2"

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

// The built-in scene sleeve-cycles: three cycles from twistBegin on, the twist held from 1 to 1.5 s of
// each. The paper does not say how fast and how far it twists. Twisted by 60° within a second the
// sleeve goes from equilibrium to equilibrium, and runs that start 1e-9 m apart stay within 10 µm.
// Within a quarter of a second it is thrown into its folds, and by 90° folds run into each other, which
// without contact of cloth with cloth means nothing: small differences grow a hundredfold in a cycle
// there, and friction keeps them.
const (
	cyclesScene = "sleeve-cycles"
	cycles      = 3
	heldUntil   = 1.5  // of each cycle [s]
	cycleTime   = 3.25 // [s]
	noise       = 1e-9 // [m]
)

// accurate solver settings: what the tolerance leaves open friction remembers, and the noise grows.
var accurate = []string{"solver.tolerance_m=1e-7", "solver.max_newton=200"}

func runHistory(r *report) error {
	r.text("The built-in scene %s: the sleeve of %s, three cycles: twisted by 60° within a second, held for half a second, untwisted within a second, at rest for 0.75 s; slowly, so that the sleeve goes from equilibrium to equilibrium; damped as in the paper (0.03 s). Without contact of cloth with cloth, as in the paper (§5). Wrinkle map: distance of each vertex from the axis less that of the smooth sleeve before the first cycle. Compared are the maps at the end of each hold: twisted, the same boundary conditions each time. Noise floor of a cycle: the largest difference between the maps of that cycle in runs that start from positions which are off by up to %.0e m, at random; of a pair of cycles: the larger of the two.", cyclesScene, sleeveScene, noise)
	type run struct {
		twisted, untwisted [cycles][]float64
		shots              [cycles][]r3.Vec
		setup              *scenes.Setup
		trouble            string
	}
	one := func(change func(*cloth.Fabric), shake float64, seed uint64) (*run, error) {
		setup, err := setupOf(cyclesScene, r.coarse(accurate...), both(change, paperDamped))
		if err != nil {
			return nil, err
		}
		shaken(setup.Model, shake, seed)
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
			if out.shots[k], out.twisted[k], err = at(begin + heldUntil); err != nil {
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
	kinds := []struct {
		name, file string
		change     func(*cloth.Fabric)
		shaken     int // runs with noise
		runs       []*run
	}{{"stretch friction", "friction", stretchOnly, 2, nil}, {"no friction", "none", frictionless, 1, nil}}
	for i := range kinds {
		v := &kinds[i]
		for seed := range v.shaken + 1 {
			q, err := one(v.change, noise*float64(min(seed, 1)), uint64(seed))
			if err != nil {
				return fmt.Errorf("%s, noise %d: %w", v.name, seed, err)
			}
			v.runs = append(v.runs, q)
		}
	}
	var rows [][]string
	repeat := [2]float64{math.Inf(1), math.Inf(1)} // lowest correlation of cycles
	var moved, floor [2]float64                    // largest difference between cycles, between runs
	least := math.Inf(1)                           // least difference of two cycles over their noise floor, with friction
	var leastText string
	var first, firstFloor float64 // of the first two cycles
	for i, v := range kinds {
		var noisy [cycles]float64
		for k := range cycles {
			for a := range v.runs {
				for b := range a {
					noisy[k] = max(noisy[k], rms(v.runs[a].twisted[k], v.runs[b].twisted[k]))
				}
			}
			floor[i] = max(floor[i], noisy[k])
			rows = append(rows, []string{v.name, fmt.Sprintf("cycle %d, twisted, between %d runs", k+1, len(v.runs)), "–", micrometres(noisy[k])})
		}
		for k := range cycles {
			for j := range k {
				x, y := v.runs[0].twisted[j], v.runs[0].twisted[k]
				c, d := stat.Correlation(x, y, nil), rms(x, y)
				repeat[i], moved[i] = min(repeat[i], c), max(moved[i], d)
				n := max(noisy[j], noisy[k])
				if i == 0 && k == 1 {
					first, firstFloor = d, n
				}
				if i == 0 && !(d/n >= least) {
					least = d / n
					leastText = fmt.Sprintf("%s over %s: %s (cycles %d and %d)", millimetres(d), micrometres(n), times(least), j+1, k+1)
				}
				rows = append(rows, []string{v.name, fmt.Sprintf("cycles %d and %d, twisted", j+1, k+1), fmt.Sprintf("%.3f", c), millimetres(d)})
			}
		}
		for k := range cycles {
			rows = append(rows, []string{v.name, fmt.Sprintf("cycle %d, untwisted, height of wrinkles left", k+1), "–", millimetres(rms(v.runs[0].untwisted[k], nil))})
		}
	}
	var images []namedImage
	for _, v := range kinds {
		for k := range cycles {
			img, err := r.draw(v.runs[0].setup, v.runs[0].shots[k], sleeveView)
			if err != nil {
				return err
			}
			images = append(images, namedImage{fmt.Sprintf("cycle-%d-%s", k+1, v.file), fmt.Sprintf("%s, twisted, cycle %d", v.name, k+1), img})
		}
	}
	if err := r.pictures("The twisted sleeve at the end of each hold.", images...); err != nil {
		return err
	}
	r.table(fmt.Sprintf("Wrinkle maps compared: correlation, and root mean square difference. Unconverged steps: %s with friction, %s without.", kinds[0].runs[0].trouble, kinds[1].runs[0].trouble), []string{"run", "maps", "correlation", "difference"}, rows)
	r.find("without friction wrinkles repeat: lowest correlation of two cycles", "≥ 0.99", fmt.Sprintf("%.4f", repeat[1]), repeat[1], repeat[1] >= 0.99)
	r.find("with friction wrinkles move: lowest correlation of two cycles", "≤ 0.9", fmt.Sprintf("%.4f", repeat[0]), repeat[0], repeat[0] <= 0.9)
	r.find("with friction, difference of the first two cycles over their noise floor", "≥ 3", fmt.Sprintf("%s over %s: %s", millimetres(first), micrometres(firstFloor), times(first/firstFloor)), first/firstFloor, first >= 3*firstFloor)
	r.find("with friction, difference of two cycles over their noise floor, least of all pairs", "≥ 3", leastText, least, least >= 3)
	r.tell("without friction, largest difference between cycles; noise floor", "–", fmt.Sprintf("%s; %s", millimetres(moved[1]), micrometres(floor[1])), moved[1])
	return nil
}

func micrometres(m float64) string { return fmt.Sprintf("%.3g μm", 1e6*m) }

// shaken moves the start positions of free vertices by up to size [m] in each direction, repeatably.
func shaken(m *cloth.Model, size float64, seed uint64) {
	if size == 0 {
		return
	}
	held := make([]bool, len(m.X0))
	for _, p := range m.Pins {
		held[p.Vertex] = true
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	next := func() float64 { return 2*rng.Float64() - 1 }
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
