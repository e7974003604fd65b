package instruments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"hysteron/fit/findings"
)

// Evidence of a balance that is off: standard errors, and a share of the friction.
const (
	sure   = 5
	little = 0.01
)

// Doubts returns findings about the readings: forces that are not zero while the cord is slack, and single outliers.
func (s *Sled) Doubts() (list findings.List) {
	add := func(r *SledRun, at int, kind findings.Kind, values ...any) {
		line := 0
		if at < len(r.lines) {
			line = r.lines[at]
		}
		list.Add(findings.NewWarning(line, kind, values...))
	}
	slack := 0
	for i := range s.Runs {
		r := &s.Runs[i]
		if at := r.outlier(); at >= 0 {
			add(r, at, findings.SledOffOthers, r.Force[at], r.beside(at), r.Load)
		}
		if f, off := r.slack(); off {
			if slack++; slack == 1 { // all runs have one balance
				add(r, 0, findings.SledSlack, f)
			}
		}
	}
	if f, off := s.beginAlike(); off && slack == 0 {
		add(&s.Runs[0], 0, findings.SledBeginsAlike, f)
	}
	return list.About(s.file)
}

// slides returns the median force in the second half of a run [N].
func (r *SledRun) slides() float64 { return findings.Median(r.Force[len(r.Force)/2:]) }

// beside returns the median of up to four neighbouring readings [N].
func (r *SledRun) beside(i int) float64 {
	var near []float64
	for _, k := range []int{i - 2, i - 1, i + 1, i + 2} {
		if k >= 0 && k < len(r.Force) {
			near = append(near, r.Force[k])
		}
	}
	return findings.Median(near)
}

// scatter returns the standard deviation of a reading [N].
func (r *SledRun) scatter() float64 { return findings.Scatter(r.Time, r.Force) }

// jerks returns the scatter of a run while it slides [N], with correlated readings.
func (r *SledRun) jerks() float64 {
	var off []float64
	mid := r.slides()
	for _, f := range r.Force[len(r.Force)/2:] {
		off = append(off, math.Abs(f-mid))
	}
	return findings.Robust(off)
}

// jerky is the relative deviation of readings from their neighbours in a stick–slip motion. Assumed.
const jerky = 0.1

// outlier returns the reading that is farthest from its neighbours, if it is an outlier; −1 otherwise. In stick–slip
// motion many readings deviate, and not normally, so the second largest deviation stands for the scatter.
func (r *SledRun) outlier() int {
	at, first, second := -1, 0., 0.
	for i, f := range r.Force {
		if off := math.Abs(f - r.beside(i)); off > first {
			at, first, second = i, off, first
		} else {
			second = max(second, off)
		}
	}
	if (findings.Deleted{Off: first, Scatter: max(second, 2*r.scatter()), Misfit: jerky * r.slides(),
		Free: float64(len(r.Force) - 2), N: len(r.Force)}).Outlies() {
		return at
	}
	return -1
}

// slack returns the force of a run before it rises [N], and whether it is not zero. If the cord is already tight, the
// force rises from the first reading, or the sled slides.
func (r *SledRun) slack() (force float64, off bool) {
	const low, few = 0.2, 4 // share of the rise, which ends the start; readings
	begin := findings.Median(r.Force[:min(few, len(r.Force))])
	up := r.slides() - begin
	end := slices.IndexFunc(r.Force, func(f float64) bool { return f > begin+low*up })
	if end < few || up < low*math.Abs(r.slides()) {
		return 0, false
	}
	n, sd := end, r.scatter()
	for n > 0 && r.Force[n-1] > begin+2*sd {
		n--
	}
	if n--; n < few { // the last one may have risen
		return 0, false
	}
	t, f := r.Time[:n], r.Force[:n]
	force = stat.Mean(f, nil)
	_, slope := stat.LinearRegression(t, f, nil, false)
	sd = max(sd, stat.StdDev(f, nil))
	spread := stat.PopStdDev(t, nil) * math.Sqrt(float64(n))
	half := slices.IndexFunc(r.Force, func(f float64) bool { return f > begin+up/2 })
	rise := (r.Force[half] - force) / (r.Time[half] - t[n-1]) // over more than the errors
	flat := math.Abs(slope)+6*sd/spread < rise/2
	return force, flat && math.Abs(force) > max(sure*sd/math.Sqrt(float64(n)), 2*r.jerks(), little*r.slides())
}

// beginAlike returns the force at the start of the runs [N], and whether all start at the same nonzero force although
// their friction differs, by more than a step of the rise. Cords that are already tight have random forces, or forces
// that depend on the load.
func (s *Sled) beginAlike() (force float64, off bool) {
	least, most, sd, step := math.Inf(1), math.Inf(-1), 0., 0.
	slowest, fastest := math.Inf(1), 0.
	for i := range s.Runs {
		r := &s.Runs[i]
		least, most = min(least, r.Force[0]), max(most, r.Force[0])
		sd = max(sd, r.scatter(), r.jerks())
		slowest, fastest = min(slowest, r.slides()), max(fastest, r.slides())
		var steps []float64
		for k, high := 1, 0.8*r.slides(); k < len(r.Force) && r.Force[k-1] < high; k++ {
			steps = append(steps, r.Force[k]-r.Force[k-1])
		}
		if steps != nil {
			step = max(step, findings.Median(steps))
		}
	}
	force = (least + most) / 2
	begin := math.Abs(force)
	return force, fastest > 1.5*slowest && begin < 0.5*slowest && most-least < max(6*sd, little*slowest) &&
		begin > max(step+sure*sd, 12*sd, little*fastest)
}
