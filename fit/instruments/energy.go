// Additive energies of warp, weft and both, from cloth on a biaxial tester.

package instruments

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/law"
)

// Biaxial is readings of cloth stretched along warp and weft at once, with forces per width (Miguel 2014, ch. 4, fits
// such energies).
type Biaxial struct {
	Elongation [2][]float64 // warp, weft
	Force      [2][]float64 // per rest width [N/m]
	file       string
	lines      []int
	unused     findings.List // columns
}

// ReadBiaxial reads a table of elongations and forces.
func ReadBiaxial(file string, r io.Reader) (*Biaxial, error) {
	per := []string{"force per width"}
	t, err := fit.ReadTable(file, r, map[string][]string{"warp": {"number"}, "weft": {"number"}, "force_warp": per,
		"force_weft": per})
	if err != nil {
		return nil, err
	}
	b := &Biaxial{file: file, lines: t.Line, unused: t.Unused()}
	for d, name := range []string{"warp", "weft"} {
		if b.Elongation[d], err = t.Need(name, name+" [%]"); err != nil {
			return nil, err
		}
		if b.Force[d], err = t.Need("force_"+name, "force_"+name+" [N/m]"); err != nil {
			return nil, err
		}
		some := false
		for i, e := range b.Elongation[d] {
			if out := elongations.Find(t.Line[i], "elongation along the "+name, 100*e); out != nil {
				return nil, fit.Refused(file, out)
			}
			some = some || e > 0
		}
		if !some {
			return nil, t.Fail(0, "no row is stretched along the %s: expected both directions, alone or together", name)
		}
	}
	return b, b.check()
}

// check returns an error about impossible forces: that fall as the cloth is stretched, or that differ between
// directions by far more than elongations explain.
func (b *Biaxial) check() error {
	const large, alike, apart = 0.3, 0.1, 15
	for d, name := range []string{"warp", "weft"} {
		e, f, o := b.Elongation[d], b.Force[d], b.Elongation[1-d]
		work, longest := 0., slices.Max(e)
		for i := range e {
			work += e[i] * f[i]
		}
		// pulled reports whether a row stretches this direction the most.
		pulled := func(i int) bool { return e[i] >= large*longest && e[i] >= o[i] && f[i] > 0 }
		if work < 0 {
			return fit.Refused(b.file, findings.NewRefusal(b.lines[0], findings.BiaxialFalls, name, name))
		}
		if i, j := findings.Apart(len(e), func(i, j int) bool {
			return pulled(i) && pulled(j) && math.Abs(e[i]-e[j]) <= alike*e[i] && max(f[i], f[j]) > apart*min(f[i],
				f[j])
		}); i > 0 {
			return fit.Refused(b.file, findings.NewRefusal(b.lines[i], findings.BiaxialUnit, f[i], 100*e[i], name, f[j],
				100*e[j],
				b.lines[j]))
		}
	}
	return nil
}

// elongations and longest are the ranges of readings and of cloth; knitted spandex stretches most.
var elongations, longest = findings.Expected("%", -90, 500), findings.Limits("%", 0, 200, 0, 500)

// Doubts returns findings about elongations, forces and stiffnesses out of range.
func (b *Biaxial) Doubts() findings.List {
	list := slices.Clip(b.unused)
	for d, name := range []string{"warp", "weft"} {
		far, most := slices.Max(b.Elongation[d]), slices.Max(b.Force[d])
		if f := cmp.Or(longest.Find(0, "elongation", 100*far), fit.KESBeyond("tensile", far, most),
			fit.KESSlope("tensile", most/far)); f != nil {
			f.Of = name
			list.Add(f.Mild())
		}
	}
	return list
}

// strains returns E_uu, E_vv and their sum at a row, the arguments of the additive energies.
func (b *Biaxial) strains(i int) [3]float64 {
	u, v := b.Elongation[0][i], b.Elongation[1][i]
	eu, ev := u+u*u/2, v+v*v/2
	return [3]float64{eu, ev, eu + ev}
}

// Additive is energies of E_uu, E_vv and E_uu + E_vv, each with a stiffness that is a curve.
type Additive struct {
	Curves [3]law.Curve // warp, weft, area
	Points [3]int
	// Gains are the residuals after each added point [N/m of the largest force, root mean square, see smallForce].
	Gains []float64
	Left  float64 // residual with convexity
	// Convex is the smallest eigenvalue of the energy's second derivatives over the range, relative to the largest: ≥ 0
	// up to round-off.
	Convex float64
	// Bounded reports whether convexity had to be enforced.
	Bounded bool
	// Loops reports whether friction was fitted: a, b, τ of the warp and of the weft are the last six unknowns.
	Loops bool
	*fit.Estimate
}

// mostGain is the relative gain that another point must bring; a curve has at most mostPoints.
const (
	mostGain   = 0.01
	mostPoints = 5
)

// Errors of forces are a share of the force and a share of the largest force. With the latter alone, the largest forces
// would decide, and small strains be wrong by a quarter. Friction is fitted if a direction has at least this many rows
// of unloading.
const (
	smallForce = 0.02
	fewUnload  = 6
)

// energies is the fit with a number of points for each curve.
type energies struct {
	b      *Biaxial
	points [3]int
	loops  bool       // the cloth is unloaded, so friction of warp and weft is fitted
	high   [3]float64 // largest strains
	stiff  float64    // estimate of the largest stress over strain
	weigh  []float64  // standard error of each force, relative to that of the largest
	cuts   [][2]float64
	weight float64
}

// curve returns curve n for the unknowns.
func (e *energies) curve(p []float64, n int) law.Curve {
	at := 0
	for i := range n {
		at += e.points[i]
	}
	c := law.Curve{K2: -1, K3: -1, K4: -1, K5: -1}
	if e.points[n] > 1 {
		c.High = e.high[n]
	}
	for i, k := range []*float64{&c.K1, &c.K2, &c.K3, &c.K4, &c.K5} {
		if i < e.points[n] {
			*k = p[at+i]
		}
	}
	return c
}

// respond returns stress and slope of a curve.
func respond(c *law.Curve, eps float64) (sigma, slope float64) {
	var r law.Response
	c.Respond(&law.Strain{Eps: eps}, &r)
	return r.Sigma, r.Slope
}

// friction returns that of warp and weft at each row: Dahl's law of each strain along the path.
func (e *energies) friction(p []float64) (sigma [2][]float64) {
	for d := range 2 {
		sigma[d] = make([]float64, len(e.b.Elongation[d]))
		if !e.loops {
			continue
		}
		q := p[len(p)-6+3*d:]
		a, b, tau := q[0], q[1], q[2]
		at, now := 0., 0. // strain and stress
		for i := range sigma[d] {
			if e.b.fresh(i) {
				at, now = 0, 0
			}
			// The exact path of Dahl's law to a strain above zero.
			if to := e.b.strains(i)[d]; to != at {
				s := math.Copysign(1, to-at)
				now = s*(a+b*to) - b*tau + (now-s*(a+b*at)+b*tau)*math.Exp(-math.Abs(to-at)/tau)
				at = to
			}
			sigma[d][i] = now
		}
	}
	return sigma
}

// fresh reports whether a row is the first of a specimen: a held direction is now stretched, or the reverse.
func (b *Biaxial) fresh(i int) bool {
	for d := range b.Elongation {
		if i == 0 || (b.Elongation[d][i] == 0) != (b.Elongation[d][i-1] == 0) {
			return true
		}
	}
	return false
}

// unloads returns, for each direction, the number of rows with a smaller elongation than the row before of the same
// specimen.
func (b *Biaxial) unloads() (rows [2]int) {
	for i := 1; i < len(b.Elongation[0]); i++ {
		for d := range rows {
			if !b.fresh(i) && b.Elongation[d][i] < b.Elongation[d][i-1] {
				rows[d]++
			}
		}
	}
	return rows
}

// least returns the eigenvalues of ∂²Ψ/∂(E_uu, E_vv)².
func (e *energies) least(c *[3]law.Curve, eu, ev float64) (lo, hi float64) {
	_, u := respond(&c[0], eu)
	_, v := respond(&c[1], ev)
	_, a := respond(&c[2], eu+ev)
	mid, half := (u+v)/2+a, math.Hypot((u-v)/2, a)
	return mid - half, mid + half
}

// problem compares forces. With cuts, a lack of convexity counts as well.
func (e *energies) problem(start []float64) *fit.Problem {
	rows := len(e.b.Elongation[0])
	var list []fit.Parameter
	for n, name := range []string{"warp", "weft", "area"} {
		for i := range e.points[n] {
			list = append(list, fit.Parameter{Key: fmt.Sprintf("%s.k_%d_n_m", name, i+1), Unit: "N/m", Lo: 0,
				Hi:    1e3 * e.stiff,
				Start: start[len(list)]})
		}
	}
	if e.loops {
		for d, name := range []string{"warp", "weft"} {
			strain := e.high[d]
			for k, p := range []fit.Parameter{{Key: "a_n_m", Unit: "N/m", Hi: e.stiff * strain},
				{Key: "b_n_m", Unit: "N/m", Hi: e.stiff}, {Key: "tau", Lo: 1e-3 * strain, Hi: strain}} {
				p.Key, p.Start = name+".friction."+p.Key, start[len(start)-6+3*d+k]
				list = append(list, p)
			}
		}
	}
	return fit.ByDifferences(list, 2*rows+len(e.cuts), func(p, r []float64) {
		var c [3]law.Curve
		for n := range c {
			c[n] = e.curve(p, n)
		}
		friction := e.friction(p)
		for i := range rows {
			s := e.b.strains(i)
			area := c[2].Stress(s[2])
			for d := range 2 {
				off := (c[d].Stress(s[d])+area+friction[d][i])*(1+e.b.Elongation[d][i]) - e.b.Force[d][i]
				r[2*i+d] = off / e.weigh[2*i+d]
			}
		}
		for i, at := range e.cuts {
			lo, _ := e.least(&c, at[0], at[1])
			r[2*rows+i] = e.weight * min(0, lo-1e-6*e.stiff)
		}
	})
}

// FitEnergy fits additive energies, and friction of warp and weft if the cloth is unloaded: one point for each curve at
// first, then more until the gain is below 1 %. If the energy is not convex in (E_uu, E_vv) over the range of both,
// cutting planes enforce it.
func FitEnergy(b *Biaxial, opt fit.Options) (*Additive, error) {
	e := &energies{b: b, points: [3]int{1, 1, 1}}
	most := 0.
	for i := range b.Elongation[0] {
		for n, s := range b.strains(i) {
			e.high[n] = max(e.high[n], s)
		}
		most = max(most, math.Abs(b.Force[0][i]), math.Abs(b.Force[1][i]))
	}
	e.stiff = most / min(e.high[0], e.high[1])
	if rows := 2 * len(b.Elongation[0]); rows < 8 || most == 0 {
		return nil, &fit.TableError{File: b.file,
			Text: fmt.Sprintf("%d forces, the largest %.4g N/m: expected at least 8 "+
				"that are not all zero", rows, most)}
	}
	out := &Additive{}
	for i := range b.Elongation[0] {
		for d := range 2 {
			e.weigh = append(e.weigh, max(math.Abs(b.Force[d][i])/most, smallForce))
		}
	}
	start := []float64{e.stiff / 2, e.stiff / 2, e.stiff / 4}
	if n := b.unloads(); min(n[0], n[1]) >= fewUnload {
		e.loops = true
		for d := range 2 {
			start = append(start, 0.02*e.stiff*e.high[d], 0.02*e.stiff, 0.1*e.high[d])
		}
	}
	// Points are added one by one where they help most, and to all three curves at once, which may help where no single
	// point does.
	one, err := e.grow(start, opt, [][]int{{0}, {1}, {2}}, 1e-9*most)
	if err != nil {
		return nil, err
	}
	all, err := e.grow(start, opt, [][]int{{0, 1, 2}}, 1e-9*most)
	if err != nil {
		return nil, err
	}
	if fit.Akaike(all.r) < fit.Akaike(one.r) {
		one = all
	}
	best, q := one.r, one.q
	out.Gains, *e = one.gains, one.energies
	if best, q, err = e.cut(best, q); err != nil {
		return nil, err
	}
	if out.Estimate, err = fit.Judge(q, best); err != nil {
		return nil, err
	}
	out.Points, out.Loops = e.points, e.loops
	for n := range out.Curves {
		out.Curves[n] = e.curve(out.P, n)
	}
	rows := 2 * len(b.Elongation[0])
	for i, x := range out.R[:rows] {
		out.Left += x * x * e.weigh[i] * e.weigh[i]
	}
	out.Left = math.Sqrt(out.Left / float64(rows))
	out.Bounded = len(e.cuts) > 0
	out.Convex, _ = e.worst(&out.Curves)
	return out, nil
}

// grown is curves with added points.
type grown struct {
	energies
	r     *fit.Result
	q     *fit.Problem
	gains []float64 // residuals after each step
}

// grow adds a point to the curves of the list that helps most, until the gain is below mostGain or the residual
// vanishes.
func (e *energies) grow(start []float64, opt fit.Options, lists [][]int, nothing float64) (*grown, error) {
	rows := 2 * len(e.b.Elongation[0])
	rms := func(r *fit.Result) float64 { return math.Sqrt(r.RSS / float64(rows)) }
	g := &grown{energies: *e}
	var err error
	if g.r, g.q, err = g.solve(start, opt); err != nil {
		return nil, err
	}
	for g.gains = []float64{rms(g.r)}; rms(g.r) > nothing; {
		var better *grown
		for _, more := range lists {
			try, start := &grown{energies: g.energies}, g.r.P
			for _, n := range more {
				start = try.resample(start, n)
				try.points[n]++
			}
			if slices.Max(try.points[:]) > mostPoints || rows < len(start)+2 {
				continue
			}
			if try.r, try.q, err = try.solve(start, fit.Options{}); err != nil {
				return nil, err
			}
			if better == nil || try.r.RSS < better.r.RSS {
				better = try
			}
		}
		if better == nil || rms(better.r) > (1-mostGain)*rms(g.r) {
			break
		}
		better.gains = append(g.gains, rms(better.r))
		g = better
	}
	return g, nil
}

// resample gives curve n one more point on its present curve.
func (e *energies) resample(p []float64, n int) (list []float64) {
	for k := range 3 {
		c := e.curve(p, k)
		m := e.points[k]
		if k == n {
			m++
		}
		for i := range m {
			eps := e.high[k] * max(float64(i), 1e-3) / float64(max(m-1, 1))
			sigma, _ := respond(&c, eps)
			list = append(list, sigma/eps)
		}
	}
	if e.loops {
		list = append(list, p[len(p)-6:]...)
	}
	return list
}

// worst returns the smallest eigenvalue over the largest on a grid of the range, and the places of the most negative
// ones.
func (e *energies) worst(c *[3]law.Curve) (part float64, below [][2]float64) {
	const n, most = 10, 4
	type place struct {
		lo float64
		at [2]float64
	}
	var list []place
	lowest, highest := math.Inf(1), 0.
	for i := range n + 1 {
		for j := range n + 1 {
			at := [2]float64{e.high[0] * float64(i) / n, e.high[1] * float64(j) / n}
			lo, hi := e.least(c, at[0], at[1])
			lowest, highest = min(lowest, lo), max(highest, hi)
			if lo < 0 {
				list = append(list, place{lo, at})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.lo, b.lo) })
	for i := range min(most, len(list)) {
		below = append(below, list[i].at)
	}
	return lowest / highest, below
}

// solve runs the search.
func (e *energies) solve(start []float64, opt fit.Options) (*fit.Result, *fit.Problem, error) {
	q := e.problem(start)
	for k := range q.Parameters {
		p := &q.Parameters[k]
		p.Start = max(p.Lo, min(p.Hi, start[k]))
	}
	opt.Iterations = 200
	opt.Gain = 1e-3
	r, err := fit.Solve(q, opt)
	return r, q, err
}

// cut repeats the search with cutting planes where the energy is not convex.
func (e *energies) cut(r *fit.Result, q *fit.Problem) (*fit.Result, *fit.Problem, error) {
	e.weight = 1
	for range 20 {
		var c [3]law.Curve
		for n := range c {
			c[n] = e.curve(r.P, n)
		}
		_, below := e.worst(&c)
		if len(below) == 0 {
			return r, q, nil
		}
		e.cuts = append(e.cuts, below...)
		e.weight = min(10*e.weight, 1e3)
		var err error
		if r, q, err = e.solve(r.P, fit.Options{}); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, &fit.TableError{File: e.b.file, Text: "no convex energy fits: expected forces that do not fall " +
		"where cloth is stretched"}
}
