package reproduce

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
)

var preferred = Experiment{
	Name:  "preferred",
	Title: "Preferred wrinkles",
	Paper: "Miguel et al. 2013, figure 1, §6",
	Claim: "A local stretch leaves a persistent deformation, which makes a preferred wrinkle: compressed under different angles and directions the cloth wrinkles alike. Without internal friction its wrinkles vary highly.",
	run:   runPreferred,
}

// The built-in scene preferred-wrinkle: the wrinkle stands at pulledUp, the sheet is smooth
// and at rest at pushBegin; the
// pushed edges stand from pushEnd on [s].
const (
	preferredScene = "preferred-wrinkle"
	pulledUp       = 0.5
	pushBegin      = 1.4
	pushEnd        = 1.9
	pushHeld       = 2.2
	bumped         = 1.65  // half of the way: without friction a bump of a sheet that is not pressed yet just falls flat
	pushWay        = 0.008 // of each edge [m]
	bumpHeight     = 0.006 // of what handling does in each trial [m]
	bumpRadius     = 0.015 // where it has fallen to exp(−½) [m]
)

// trials push the left and the right edge under angles [°] in the plane, by shares of pushWay.
var trials = []struct {
	name        string
	angle       float64
	left, right float64
	bump        [2]float64 // where the sheet is uneven: x, z [m]; drawn at random once
}{
	{"both edges, straight", 0, 1, 1, [2]float64{-0.046, 0.031}},
	{"both edges, 20°", 20, 1, 1, [2]float64{0.058, -0.012}},
	{"both edges, −20°", -20, 1, 1, [2]float64{0.021, 0.064}},
	{"left edge alone", 0, 2, 0, [2]float64{-0.069, -0.047}},
	{"right edge alone", 0, 0, 2, [2]float64{0.037, 0.005}},
}

func runPreferred(r *journal) error {
	set := []string{}
	if r.opt.Quick {
		set = append(set, "sheet.sheet.edge_length_m=0.009")
	}
	r.page.Text("The built-in scene %s: in a sheet of 20 × 20 cm on the ground a wrinkle is pulled up between two patches of the middle line, which stretches the line by a quarter; the wrinkle is smoothed out again. Then the left and right edges are pushed together by 16 mm in five ways. Half-way the sheet is given a bump of %.0f mm at a random place, as handling makes them, another in each way and the same ones for both variants. Wrinkle map: height of each vertex. Similarity: correlation of the maps of two trials, mean over all ten pairs.", preferredScene, 1000*bumpHeight)
	var rows [][]string
	var images []report.Figure
	var similarity [2]float64
	var spread [2]float64
	names := []string{"with internal friction", "without"}
	for v, change := range []func(*cloth.Fabric){nil, frictionless} {
		setup, err := setupOf(preferredScene, set, change)
		if err != nil {
			return err
		}
		s, err := r.start(setup, nil)
		if err != nil {
			return err
		}
		err = s.until(pulledUp)
		var pulled []r3.Vec
		if err == nil {
			pulled, err = s.look()
		}
		if err == nil {
			err = s.until(pushBegin)
		}
		var state *cloth.State
		if err == nil {
			if state, err = s.backend.State(); err == nil {
				state = state.Clone()
			}
		}
		s.close()
		if err != nil {
			return fmt.Errorf("%s: %w", names[v], err)
		}
		highest := 0.0
		for _, x := range state.X {
			highest = max(highest, x.Y)
		}
		for k, x := range [][]r3.Vec{pulled, state.X} {
			images = append(images, r.draw(fmt.Sprintf("preferred-%d-%s", v, []string{"pulled", "smoothed"}[k]), names[v]+[]string{", pulled up", ", smoothed out"}[k], setup, x, sheetView))
		}
		var maps [][]float64
		var ridges []float64
		for k, trial := range trials {
			sin, cos := math.Sincos(trial.angle * math.Pi / 180)
			keys := func(name string, share float64) string {
				return fmt.Sprintf("motion.%s.keys=[{time_s=%g},{time_s=%g,offset_m=[%.9g,0,%.9g]}]", name, pushBegin, pushEnd, share*pushWay*cos, share*pushWay*sin)
			}
			setup, err := setupOf(preferredScene, append([]string{keys("push-left", trial.left), keys("push-right", -trial.right)}, set...), change)
			if err != nil {
				return err
			}
			x, trouble, err := r.push(setup, state, trial.bump)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", names[v], trial.name, err)
			}
			height := make([]float64, len(x))
			for i, p := range x {
				height[i] = p.Y
			}
			maps = append(maps, height)
			ridge, top := ridgeOf(setup.Model, height)
			ridges = append(ridges, ridge)
			rows = append(rows, []string{names[v], trial.name, millimetres(top), millimetres(ridge), fmt.Sprint(trouble)})
			images = append(images, r.draw(fmt.Sprintf("preferred-%d-%d", v, k+1), names[v]+", "+trial.name, setup, x, sheetView))
			r.note("%s, %s: %s high, ridge at %s", names[v], trial.name, millimetres(top), millimetres(ridge))
		}
		similarity[v] = alike(maps)
		spread[v] = stat.PopStdDev(ridges, nil)
		r.tell(names[v]+": height of the sheet left by the stretch", "–", millimetres(highest), highest)
	}
	r.page.Figures("The wrinkle pulled up, the sheet smoothed out, and pushed together in five ways.", images...)
	r.table("Trials. Ridge: where the highest vertices of the wrinkle lie along the warp in the fabric, from the middle.", []string{"variant", "trial", "height", "ridge", "unconverged steps"}, rows)
	r.find("mean similarity of wrinkles across trials, with friction against without", "clearly higher: by 0.2 or more", fmt.Sprintf("%.3f against %.3f", similarity[0], similarity[1]), similarity[0]-similarity[1], similarity[0] >= similarity[1]+0.2)
	r.find("spread of the ridge across trials, with friction against without", "smaller", fmt.Sprintf("%s against %s", millimetres(spread[0]), millimetres(spread[1])), spread[0], spread[0] < spread[1])
	return nil
}

// push goes on from the smoothed sheet, gives it a bump on the way, and returns where it ends, and how
// many steps ran out of iterations.
func (r *journal) push(setup *scenes.Setup, smoothed *cloth.State, at [2]float64) (x []r3.Vec, unconverged int, err error) {
	state, begin := smoothed.Clone(), pushBegin
	for _, end := range []float64{bumped, pushHeld} {
		s, err := r.start(setup, state)
		if err != nil {
			return nil, 0, err
		}
		s.steps = int(begin/s.h + 0.5)
		if err = s.until(end); err == nil {
			state, err = s.backend.State()
		}
		if err == nil {
			state = state.Clone()
			x, err = s.look()
		}
		unconverged += s.unconverged
		s.close()
		if err != nil {
			return nil, 0, err
		}
		if end == bumped {
			bump(state.X, at)
		}
		begin = end
	}
	return x, unconverged, nil
}

var sheetView = view{azimuth: 20, elevation: 35, crop: 0.3, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0, Z: -0.1}, Max: r3.Vec{X: 0.1, Y: 0.02, Z: 0.1}}}

// bump lifts a sheet around a place.
func bump(x []r3.Vec, at [2]float64) {
	for i, p := range x {
		d := math.Hypot(p.X-at[0], p.Z-at[1]) / bumpRadius
		x[i].Y += bumpHeight * math.Exp(-d*d/2)
	}
}

// alike is the mean correlation of all pairs of maps.
func alike(maps [][]float64) (mean float64) {
	pairs := 0
	for i := range maps {
		for j := range i {
			mean += stat.Correlation(maps[i], maps[j], nil)
			pairs++
		}
	}
	return mean / float64(pairs)
}

// ridgeOf is where the wrinkle lies in the fabric along u, from the middle: the mean over the vertices
// of its upper half, weighted by their height above that; and how high it is [m].
func ridgeOf(m *cloth.Model, height []float64) (u, top float64) {
	for _, h := range height {
		top = max(top, h)
	}
	at := make([]float64, len(height))
	for t, v := range m.Tri {
		for k, i := range v {
			at[i] = m.UV[t][k].X
		}
	}
	var sum, weight, all float64
	for i, h := range height {
		all += at[i] / float64(len(at))
		if w := h - top/2; w > 0 {
			sum, weight = sum+w*at[i], weight+w
		}
	}
	return sum/weight - all, top
}
