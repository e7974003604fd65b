// Friction over load from the force that drags a sled.

package instruments

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Sled holds the force on a dragged sled over time, one run for each load and repeat (ASTM D1894; Chen et al. 2013,
// §5.1).
type Sled struct {
	Area float64 // below the load [m²]
	Runs []SledRun
	file string
}

// SledRun is a sled pulled by a cord that winds up at constant speed.
type SledRun struct {
	Load        float64 // includes the sled's weight [N]
	Time, Force []float64
	line        int
	lines       []int
	found       []float64 // result of FitSled
}

// ReadSled reads a table of runs. A new run starts where the load changes, or the time decreases.
func ReadSled(file string, r io.Reader) (*Sled, error) {
	t, err := fit.ReadTable(file, r, map[string][]string{"time": {"time"}, "force": {"force"}, "load": {"force",
		"mass"}}, "area")
	if err != nil {
		return nil, err
	}
	s := &Sled{file: file}
	var columns [3][]float64
	for k, c := range [][2]string{{"time", "time [s]"}, {"load", "load [N]"}, {"force", "force [N]"}} {
		if columns[k], err = t.Need(c[0], c[1]); err != nil {
			return nil, err
		}
	}
	if s.Area, err = t.Positive("area", "100 cm2", "area"); err != nil {
		return nil, err
	}
	weigh := t.PerMass("load")
	for i, time := range columns[0] {
		load := columns[1][i] * weigh
		if !(load > 0) {
			return nil, t.Fail(t.Line[i], "load of %.4g N: expected more than zero", load)
		}
		n := len(s.Runs)
		if n == 0 || s.Runs[n-1].Load != load || time < last(s.Runs[n-1].Time) {
			s.Runs, n = append(s.Runs, SledRun{Load: load, line: t.Line[i]}), n+1
		}
		run := &s.Runs[n-1]
		if k := len(run.Time); k > 0 && !(time > run.Time[k-1]) {
			return nil, t.Fail(t.Line[i], "time %.6g s again: expected times that grow within a run", time)
		}
		run.Time, run.Force, run.lines = append(run.Time, time), append(run.Force, columns[2][i]),
			append(run.lines, t.Line[i])
	}
	if len(s.Runs) == 0 {
		return nil, t.Fail(0, "no readings: expected a run of a sled")
	}
	for _, run := range s.Runs {
		if slices.Max(run.Force) <= 0 {
			return nil, fit.Refused(file, findings.NewRefusal(run.line, findings.SledNoPull, run.Load))
		}
		for i, f := range run.Force {
			if f < -slack*slices.Max(run.Force) {
				return nil, fit.Refused(file, findings.NewRefusal(run.lines[i], findings.SledPushes, f))
			}
		}
	}
	return s, nil
}

func last(v []float64) float64 { return v[len(v)-1] }

// leastReadings is the smallest number of readings of a run: twice the number of unknowns.
const leastReadings = 10

// slack is how far readings may scatter below zero, relative to the largest of a run, before the cord is tight.
const slack = 0.2

// jumps reports whether friction under two loads contradicts one surface. It must not fall with the load, and its
// coefficient must not rise (adhesion makes it fall, Chen et al. 2013, §5.1), each with a margin of four times the
// differences of repeats; the coefficient must not fall twentyfold.
func jumps(load, friction, otherLoad, other float64) bool {
	const room, far = 4, 20
	if load < otherLoad {
		load, friction, otherLoad, other = otherLoad, other, load, friction
	}
	return room*friction < other || friction/load > room*other/otherLoad || other/otherLoad > far*friction/load
}

// Unknowns of a run: the time when the cord gets tight, the duration of the rise, the force of sliding; with a peak,
// its height and its decay time.
const (
	sledStart = iota
	sledRise
	sledSlides
	sledSticks
	sledFades
)

// sledForce is the force of a run at a time: zero, linear, then slides + sticks·e^{−t/fades}.
func sledForce(p []float64, t float64, g []float64) float64 {
	clear(g)
	peak := p[sledSlides]
	if len(p) > sledSticks {
		peak += p[sledSticks]
	}
	x := t - p[sledStart]
	switch {
	case x <= 0:
		return 0
	case x < p[sledRise]:
		up := x / p[sledRise]
		g[sledStart], g[sledRise], g[sledSlides] = -peak/p[sledRise], -peak*up/p[sledRise], up
		if len(p) > sledSticks {
			g[sledSticks] = up
		}
		return peak * up
	}
	g[sledSlides] = 1
	if len(p) == sledSticks {
		return p[sledSlides]
	}
	y := (x - p[sledRise]) / p[sledFades]
	e := math.Exp(-y)
	g[sledSticks], g[sledFades] = e, p[sledSticks]*e*y/p[sledFades]
	g[sledStart] = p[sledSticks] * e / p[sledFades]
	g[sledRise] = g[sledStart]
	return p[sledSlides] + p[sledSticks]*e
}

// problem returns the problem of a run with or without a peak.
func (r *SledRun) problem(peak bool) *fit.Problem {
	from, to := r.Time[0], last(r.Time)
	span, most, mean := to-from, 0., stat.Mean(r.Force[len(r.Force)/2:], nil)
	for _, f := range r.Force {
		most = max(most, f)
	}
	half := 0. // time of half of the force
	for i, f := range r.Force {
		if f > mean/2 {
			half = r.Time[i] - from
			break
		}
	}
	q := &fit.Problem{Residuals: len(r.Time), Parameters: []fit.Parameter{
		sledStart:  {Key: "tight", Unit: "s", Lo: from - 0.5*span, Hi: to, Start: from},
		sledRise:   {Key: "rise", Unit: "s", Lo: 1e-4 * span, Hi: 2 * span, Start: max(2*half, 2e-4*span)},
		sledSlides: {Key: "friction", Unit: "N", Lo: 0, Hi: 10 * most, Start: max(0, min(mean, most))},
	}}
	if peak {
		q.Parameters = append(q.Parameters, fit.Parameter{Key: "stuck", Unit: "N", Lo: 0, Hi: 10 * most,
			Start: max(0, most-mean)},
			fit.Parameter{Key: "fades", Unit: "s", Lo: 1e-3 * span, Hi: span, Start: 0.05 * span})
	}
	q.Eval = func(p, res []float64, j *mat.Dense) {
		g := make([]float64, len(p))
		for i, t := range r.Time {
			res[i] = sledForce(p, t, g) - r.Force[i]
			if j != nil {
				j.SetRow(i, g)
			}
		}
	}
	return q
}

// Rubbing is friction under a load.
type Rubbing struct {
	Load     float64
	Friction fit.Mean // during sliding [N]
	Static   float64  // largest at the start, the mean of the runs [N]
	Peak     bool     // the data of a run support a peak
	Runs     int
}

// FitSled fits the friction under each load, by ascending load: per run a sled that sticks and then slides, with a peak
// if Akaike's criterion supports it. Errors of consecutive readings are correlated where a sled jerks, so intervals
// count fewer readings. For several runs under one load they are those of the mean.
func FitSled(s *Sled, opt fit.Options) ([]Rubbing, error) {
	byLoad := map[float64]*Rubbing{}
	values := map[float64][]float64{}
	var list []*Rubbing
	for i := range s.Runs {
		run := &s.Runs[i]
		fail := func(format string, args ...any) error {
			return &fit.TableError{File: s.file, Line: run.line,
				Text: fmt.Sprintf("the run under %.4g N that begins here ",
					run.Load) + fmt.Sprintf(format, args...)}
		}
		if len(run.Time) < leastReadings {
			return nil, fail("has %d readings: expected at least %d", len(run.Time), leastReadings)
		}
		var best *fit.Estimate
		for _, peak := range []bool{false, true} {
			q := run.problem(peak)
			r, err := fit.Solve(q, opt)
			if err != nil {
				return nil, fail("%v", err)
			}
			if best == nil || fit.Akaike(r) < fit.Akaike(best.Result) {
				if best, err = fit.Judge(q, r); err != nil {
					return nil, fail("%v", err)
				}
			}
		}
		p := best.P
		run.found = p
		slid := last(run.Time) - p[sledStart] - p[sledRise]
		if slid < 0.25*(last(run.Time)-run.Time[0]) || p[sledSlides] == 0 {
			return nil, fail("does not slide for a quarter of its time: expected readings until the force stays")
		}
		if first := &s.Runs[0]; jumps(run.Load, p[sledSlides], first.Load, first.found[sledSlides]) {
			return nil, fit.Refused(s.file, findings.NewRefusal(run.line, findings.SledUnit, run.Load,
				p[sledSlides]/run.Load,
				first.line, first.found[sledSlides]/first.Load))
		}
		if f := findings.Rubbing.Impossible(run.line,
			fmt.Sprintf("the run under %.4g N that begins here has a coefficient "+
				"of friction", run.Load), p[sledSlides]/run.Load); f != nil {
			return nil, fit.Refused(s.file, f)
		}
		k := byLoad[run.Load]
		if k == nil {
			k = &Rubbing{Load: run.Load}
			byLoad[run.Load], list = k, append(list, k)
		}
		values[run.Load] = append(values[run.Load], p[sledSlides])
		k.Runs++
		k.Static += p[sledSlides]
		if len(p) > sledSticks {
			k.Static, k.Peak = k.Static+p[sledSticks], true
		}
		wide := math.Sqrt(alike(best.R))
		c := best.Intervals[sledSlides]
		k.Friction = fit.Mean{Value: p[sledSlides], Lo: max(0, p[sledSlides]-wide*(p[sledSlides]-c.Lo)),
			Hi: p[sledSlides] +
				wide*(c.Hi-p[sledSlides]), N: len(run.Time)}
	}
	out := make([]Rubbing, 0, len(list))
	for _, k := range list {
		k.Static /= float64(k.Runs)
		if v := values[k.Load]; len(v) > 1 {
			m, sd := stat.MeanStdDev(v, nil)
			half := distuv.StudentsT{Sigma: 1,
				Nu: float64(len(v) - 1)}.Quantile((1+fit.Confidence)/2) * sd / math.Sqrt(float64(len(v)))
			k.Friction = fit.Mean{Value: m, Lo: max(0, m-half), Hi: m + half, N: len(v)}
		}
		at := len(out)
		for at > 0 && out[at-1].Load > k.Load {
			at--
		}
		out = append(out[:at], append([]Rubbing{*k}, out[at:]...)...)
	}
	return out, nil
}

// alike returns the number of residuals that count as one: 1 + 2Σρ over the lags up to the first without correlation.
func alike(r []float64) float64 {
	var all float64
	for _, x := range r {
		all += x * x
	}
	sum := 1.
	for lag := 1; lag < len(r)/2 && all > 0; lag++ {
		var c float64
		for i := lag; i < len(r); i++ {
			c += r[i] * r[i-lag]
		}
		if c/all < 2/math.Sqrt(float64(len(r))) {
			break
		}
		sum += 2 * c / all
	}
	return sum
}
