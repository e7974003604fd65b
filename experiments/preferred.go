package experiments

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/render"
	"hysteron/report"

	"hysteron/scenes"
)

var preferred = Experiment{
	Name:  "preferred",
	Title: "Preferred wrinkles",
	Paper: "Miguel et al. 2013, figure 1, §6",
	Claim: "A local stretch leaves a persistent deformation, which makes a preferred wrinkle: compressed under " +
		"different angles and directions the cloth wrinkles alike. Without internal friction its wrinkles vary highly.",
	Protocol: fmt.Sprintf("The built-in scene %s, of cotton, with stretch friction alone, which the paper measured, "+
		"with all that the fabric has (shear and bending by assumed numbers), and without friction; the paper names no "+
		"fabric for this figure. In a sheet of 20 × 20 cm on the ground a wrinkle is pulled up between two patches of the "+
		"middle line, which stretches the line by a quarter; the wrinkle is smoothed out again. Then the left and right "+
		"edges are pushed together by 16 mm in five ways. Half-way the sheet is given a bump of %.0f mm at a random place, "+
		"as handling makes them, another in each way and in each run, and the same ones for all kinds; one made before "+
		"falls flat without friction, and then it is chance whether the sheet comes up at all. The kind with all of the "+
		"fabric's friction was added after a first look at the other two, with the same limits. Five runs from perturbed "+
		"starts, of five ways each. Wrinkle map: height of each vertex. Similarity: correlation of the maps of two ways, "+
		"mean over all ten pairs. Ridges: the tops of the heights' mean along the weft, over the warp, that are higher "+
		"than half of the highest; from way to way each ridge has a distance to the nearest one of the other, and their "+
		"mean is how far ridges move.", preferredScene, 1000*bumpHeight),
	Shows: []claim.Claim{
		{Key: "alike", What: "mean similarity of wrinkles across ways of pushing, with stretch friction less without",
			Measure: claim.Above, Expected: 0.2, Aside: "clearly higher"},
		{Key: "ridges", What: "how far ridges move across ways of pushing, with stretch friction over without",
			Measure: claim.Below, Expected: 1, Aside: "they stay in their places"},
		{Key: "alike-all", What: "the same similarity, with all of cotton's friction less without",
			Measure: claim.Above, Expected: 0.2, Aside: "clearly higher"},
		{Key: "ridges-all", What: "the same moves, with all of cotton's friction over without",
			Measure: claim.Below, Expected: 1, Aside: "they stay in their places"},
	},
	run: runPreferred,
}

// Times of the built-in scene preferred-wrinkle [s]: the wrinkle is formed by pulledUp, the sheet is smooth and at rest
// at pushBegin, and the pushed edges stop at pushEnd.
const (
	preferredScene = "preferred-wrinkle"
	pulledUp       = 0.5
	pushBegin      = 1.4
	pushEnd        = 1.9
	pushHeld       = 2.2
	bumped         = 1.65  // half-way: without friction a bump in a sheet that is not yet compressed just falls flat
	pushWay        = 0.008 // of each edge [m]
	bumpHeight     = 0.006 // of the bump by handling in each trial [m]
	bumpRadius     = 0.015 // where its height is exp(−½) [m]
)

// trials push the left and the right edge at angles [°] in the plane, by shares of pushWay.
var trials = []struct {
	name        string
	angle       float64
	left, right float64
}{
	{"both edges, straight", 0, 1, 1},
	{"both edges, 20°", 20, 1, 1},
	{"both edges, −20°", -20, 1, 1},
	{"left edge alone", 0, 2, 0},
	{"right edge alone", 0, 0, 2},
}

// bumpsOf returns the places of a run's bumps: x, z [m], up to 7 cm from the middle.
func bumpsOf(seed uint64) (list [5][2]float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range list {
		list[i] = [2]float64{0.14*rng.Float64() - 0.07, 0.14*rng.Float64() - 0.07}
	}
	return list
}

// pushes is the result of a run: the sheet pulled up, smoothed out, and pushed in each way.
type pushes struct {
	Pulled, Smoothed []r3.Vec
	Pushed           [5][]r3.Vec
	Unconverged      [5]int
}

func runPreferred(r *journal) error {
	set := []string{}
	if r.opt.Quick {
		set = append(set, "sheet.sheet.edge_length_m=0.009")
	}
	kinds := [3]struct {
		name, file string
		change     func(*cloth.Fabric)
	}{{"with stretch friction", "friction", stretchOnly}, {"with all friction", "all", nil},
		{"without", "none", frictionless}}
	var rows [][]string
	var images []report.Figure
	var similarity, moves, high, tops [3][]float64
	for v, kind := range kinds {
		for _, seed := range r.seeds() {
			setup, err := setupOf(preferredScene, set, kind.change)
			if err != nil {
				return err
			}
			Shake(setup.Model, setup.Model.X0, seed)
			q, err := once(r, fmt.Sprintf("%s-%d", kind.file, seed), setup, func() (*pushes, error) {
				return r.pushAll(setup, set, kind.change, seed)
			})
			if err != nil {
				return fmt.Errorf("%s, run %d: %w", kind.name, seed, err)
			}
			var maps, ridges [][]float64
			highest := 0.
			for k, x := range q.Pushed {
				maps = append(maps, heights(x))
				ridges = append(ridges, ridgesOf(setup.Model, maps[k]))
				tops[v] = append(tops[v], 1000*slices.Max(maps[k]))
				text := ""
				for _, u := range ridges[k] {
					text += fmt.Sprintf("%.0f ", 1000*u)
				}
				if seed == 1 {
					rows = append(rows, []string{kind.name, trials[k].name, millimetres(slices.Max(maps[k])), text,
						fmt.Sprint(q.Unconverged[k])})
				}
			}
			for _, p := range q.Smoothed {
				highest = max(highest, p.Y)
			}
			high[v] = append(high[v], 1000*highest)
			similarity[v], moves[v] = append(similarity[v], alike(maps)), append(moves[v], 1000*ridgesMove(ridges))
			r.note("%s, run %d: similarity %.3f, ridges move %.1f mm", kind.name, seed, alike(maps), 1000*ridgesMove(ridges))
			if seed > 1 {
				continue
			}
			for k, x := range [][]r3.Vec{q.Pulled, q.Smoothed} {
				images = append(images, r.draw(fmt.Sprintf("preferred-%d-%s", v, []string{"pulled", "smoothed"}[k]),
					kind.name+[]string{", pulled up", ", smoothed out"}[k], setup, x, sheetView))
			}
			for k, x := range q.Pushed {
				images = append(images, r.draw(fmt.Sprintf("preferred-%d-%d", v, k+1), kind.name+", "+trials[k].name, setup, x,
					sheetView))
			}
		}
	}
	r.page.Figures("The wrinkle pulled up, the sheet smoothed out, and pushed together in five ways, first runs.",
		images...)
	r.table("Ways of pushing, first runs. Ridges: where they lie along the warp in the fabric, from the middle.",
		[]string{"kind", "way", "height", "ridges [mm]", "unconverged steps"}, rows)
	var all [][]string
	for v, kind := range kinds {
		all = append(all, []string{kind.name, spread(similarity[v], ""), spread(moves[v], " mm"), spread(high[v], " mm"),
			spread(tops[v], " mm")})
	}
	r.table("Mean and spread of the runs.", []string{"kind", "similarity", "ridges move", "height left by the stretch",
		"height pushed together"}, all)
	for v, suffix := range []string{"", "-all"} {
		var more []float64
		for i := range similarity[v] {
			more = append(more, similarity[v][i]-similarity[2][i])
		}
		r.show("alike"+suffix, more...)
		r.show("ridges"+suffix, over(moves[v], moves[2])...)
	}
	return nil
}

func heights(x []r3.Vec) []float64 {
	h := make([]float64, len(x))
	for i, p := range x {
		h[i] = p.Y
	}
	return h
}

// pushAll makes one run: the local stretch, then every way of pushing from there.
func (r *journal) pushAll(setup *scenes.Setup, set []string, change func(*cloth.Fabric), seed uint64) (*pushes, error) {
	s, err := r.start(setup, nil)
	if err != nil {
		return nil, err
	}
	q := &pushes{}
	if err = s.until(pulledUp); err == nil {
		q.Pulled, err = s.look()
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
		return nil, err
	}
	q.Smoothed = state.X
	bumps := bumpsOf(seed)
	for k, trial := range trials {
		sin, cos := math.Sincos(trial.angle * math.Pi / 180)
		keys := func(name string, share float64) string {
			return fmt.Sprintf("motion.%s.keys=[{time_s=%g},{time_s=%g,offset_m=[%.9g,0,%.9g]}]", name, pushBegin, pushEnd,
				share*pushWay*cos, share*pushWay*sin)
		}
		setup, err := setupOf(preferredScene,
			append([]string{keys("push-left", trial.left), keys("push-right", -trial.right)}, set...), change)
		if err != nil {
			return nil, err
		}
		if q.Pushed[k], q.Unconverged[k], err = r.push(setup, state, bumps[k]); err != nil {
			return nil, fmt.Errorf("%s: %w", trial.name, err)
		}
	}
	return q, nil
}

// push resumes from the smoothed sheet, adds a bump on the way, and returns the final positions and the number of steps
// that reached the iteration limit.
func (r *journal) push(setup *scenes.Setup, smoothed *cloth.State, at [2]float64) (x []r3.Vec, unconverged int,
	err error) {
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

var sheetView = view{azimuth: 20, elevation: 35, crop: 0.3, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0, Z: -0.1},
	Max: r3.Vec{X: 0.1, Y: 0.02, Z: 0.1}}}

// bump lifts a sheet around a place.
func bump(x []r3.Vec, at [2]float64) {
	for i, p := range x {
		d := math.Hypot(p.X-at[0], p.Z-at[1]) / bumpRadius
		x[i].Y += bumpHeight * math.Exp(-d*d/2)
	}
}

// alike returns the mean correlation of all pairs of maps.
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

// ridgesOf returns the positions of the ridges along u, from the middle [m]. The profile over u is the mean of the
// heights along v in strips of ridgeStrip, smoothed over three. A ridge is a local maximum of it above half of the
// highest, both heights counted from the lowest point.
func ridgesOf(m *cloth.Model, height []float64) (at []float64) {
	u := make([]float64, len(height))
	lo, hi := math.Inf(1), math.Inf(-1)
	for t, v := range m.Tri {
		for k, i := range v {
			u[i] = m.UV[t][k].X
			lo, hi = min(lo, u[i]), max(hi, u[i])
		}
	}
	n := int((hi-lo)/ridgeStrip + 0.5)
	sum, count := make([]float64, n), make([]float64, n)
	for i, h := range height {
		k := min(n-1, int((u[i]-lo)/(hi-lo)*float64(n)))
		sum[k], count[k] = sum[k]+h, count[k]+1
	}
	mean := func(k int) float64 { k = min(n-1, max(0, k)); return sum[k] / count[k] }
	profile := make([]float64, n)
	for k := range profile {
		profile[k] = (mean(k-1) + mean(k) + mean(k+1)) / 3
	}
	lowest := slices.Min(profile)
	half := lowest + (slices.Max(profile)-lowest)/2
	for k := 1; k < n-1; k++ {
		if p := profile[k]; p > half && p > profile[k-1] && p >= profile[k+1] {
			at = append(at, (float64(k)+0.5)/float64(n)*(hi-lo)-(hi-lo)/2)
		}
	}
	return at
}

const ridgeStrip = 0.01 // [m]

// ridgesMove returns the distance of ridges of one map from the nearest ones of another, mean over all ridges and both
// directions of all pairs of maps.
func ridgesMove(maps [][]float64) float64 {
	var sum, n float64
	for i, a := range maps {
		for j, b := range maps {
			if i == j || len(b) == 0 {
				continue
			}
			for _, u := range a {
				near := math.Inf(1)
				for _, w := range b {
					near = min(near, math.Abs(u-w))
				}
				sum, n = sum+near, n+1
			}
		}
	}
	return sum / n
}
