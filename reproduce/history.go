package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/report"
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

// cycleRun is what a run leaves: the wrinkle maps [m] at the end of the hold and of the rest of each cycle.
type cycleRun struct {
	twisted, untwisted [cycles][]float64
	shots              [cycles][]r3.Vec
	setup              *scenes.Setup
	trouble            string
}

// runCycles takes the sleeve through all cycles, from positions that are off by up to shake [m].
func (r *journal) runCycles(change func(*cloth.Fabric), shake float64, seed uint64) (*cycleRun, error) {
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
	out := &cycleRun{setup: setup}
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

// cycleKind is the runs with one kind of friction, and how their cycles differ.
type cycleKind struct {
	name, file string
	change     func(*cloth.Fabric)
	runs       []*cycleRun     // the first without noise
	noise      [cycles]float64 // the floor of each cycle [m]
	pairs      []cyclePair
}

// cyclePair compares the twisted maps of two cycles, the later one first.
type cyclePair struct {
	k, j                     int
	alike, difference, noise float64 // correlation; rms difference and its noise floor [m]
}

func (p cyclePair) overNoise() float64 { return p.difference / p.noise }

// run makes the runs, so many of them with noise, and compares their cycles.
func (v *cycleKind) run(r *journal, shaken int) error {
	for seed := range shaken + 1 {
		q, err := r.runCycles(v.change, noise*float64(min(seed, 1)), uint64(seed))
		if err != nil {
			return fmt.Errorf("%s, noise %d: %w", v.name, seed, err)
		}
		v.runs = append(v.runs, q)
	}
	for k := range cycles {
		for a := range v.runs {
			for b := range a {
				v.noise[k] = max(v.noise[k], rms(v.runs[a].twisted[k], v.runs[b].twisted[k]))
			}
		}
	}
	for k := range cycles {
		for j := range k {
			x, y := v.runs[0].twisted[j], v.runs[0].twisted[k]
			v.pairs = append(v.pairs, cyclePair{k, j, stat.Correlation(x, y, nil), rms(x, y), max(v.noise[j], v.noise[k])})
		}
	}
	return nil
}

// least is the pair of cycles for which a figure is smallest.
func (v *cycleKind) least(figure func(cyclePair) float64) cyclePair {
	return slices.MinFunc(v.pairs, func(a, b cyclePair) int { return cmp.Compare(figure(a), figure(b)) })
}

func (v *cycleKind) rows() (rows [][]string) {
	for k, n := range v.noise {
		rows = append(rows, []string{v.name, fmt.Sprintf("cycle %d, twisted, between %d runs", k+1, len(v.runs)), "–", micrometres(n)})
	}
	for _, p := range v.pairs {
		rows = append(rows, []string{v.name, fmt.Sprintf("cycles %d and %d, twisted", p.j+1, p.k+1), fmt.Sprintf("%.3f", p.alike), millimetres(p.difference)})
	}
	for k, left := range v.runs[0].untwisted {
		rows = append(rows, []string{v.name, fmt.Sprintf("cycle %d, untwisted, height of wrinkles left", k+1), "–", millimetres(rms(left, nil))})
	}
	return rows
}

func runHistory(r *journal) error {
	r.page.Text("The built-in scene %s: the sleeve of %s, three cycles: twisted by 60° within a second, held for half a second, untwisted within a second, at rest for 0.75 s; slowly, so that the sleeve goes from equilibrium to equilibrium; damped as in the paper (0.03 s). Without contact of cloth with cloth, as in the paper (§5). Wrinkle map: distance of each vertex from the axis less that of the smooth sleeve before the first cycle. Compared are the maps at the end of each hold: twisted, the same boundary conditions each time. Noise floor of a cycle: the largest difference between the maps of that cycle in runs that start from positions which are off by up to %.0e m, at random; of two cycles: the larger of the two.", cyclesScene, sleeveScene, noise)
	with := &cycleKind{name: "stretch friction", file: "friction", change: stretchOnly}
	without := &cycleKind{name: "no friction", file: "none", change: frictionless}
	if err := with.run(r, 2); err != nil {
		return err
	}
	if err := without.run(r, 1); err != nil {
		return err
	}
	var images []report.Figure
	for _, v := range []*cycleKind{with, without} {
		for k, x := range v.runs[0].shots {
			images = append(images, r.draw(fmt.Sprintf("cycle-%d-%s", k+1, v.file), fmt.Sprintf("%s, twisted, cycle %d", v.name, k+1), v.runs[0].setup, x, sleeveView))
		}
	}
	r.page.Figures("The twisted sleeve at the end of each hold.", images...)
	r.table(fmt.Sprintf("Wrinkle maps compared: correlation, and root mean square difference. Unconverged steps: %s with friction, %s without.", with.runs[0].trouble, without.runs[0].trouble), []string{"run", "maps", "correlation", "difference"}, append(with.rows(), without.rows()...))

	alike := func(p cyclePair) float64 { return p.alike }
	text := func(p cyclePair) string {
		return fmt.Sprintf("%s over %s: %s", millimetres(p.difference), micrometres(p.noise), times(p.overNoise()))
	}
	repeat, moved := without.least(alike).alike, with.least(alike).alike
	first, least := with.pairs[0], with.least(cyclePair.overNoise)
	r.find("without friction wrinkles repeat: lowest correlation of two cycles", "≥ 0.99", fmt.Sprintf("%.4f", repeat), repeat, repeat >= 0.99)
	r.find("with friction wrinkles move: lowest correlation of two cycles", "≤ 0.9", fmt.Sprintf("%.4f", moved), moved, moved <= 0.9)
	r.find("with friction, difference of the first two cycles over their noise floor", "≥ 3", text(first), first.overNoise(), first.overNoise() >= 3)
	r.find("with friction, difference of two cycles over their noise floor, least of all", "≥ 3", fmt.Sprintf("%s (cycles %d and %d)", text(least), least.j+1, least.k+1), least.overNoise(), least.overNoise() >= 3)
	most := without.least(func(p cyclePair) float64 { return -p.difference }).difference
	r.tell("without friction, largest difference between cycles; noise floor", "–", fmt.Sprintf("%s; %s", millimetres(most), micrometres(slices.Max(without.noise[:]))), most)
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
