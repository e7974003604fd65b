// Tests of the memory of cloth over time, and the branches of its relaxation.

package instruments

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/law"
)

// Specimens of ISO 2313 and AATCC 66: 40 × 15 mm, folded across and loaded by 10 N (AATCC: 500 gf, half of it).
const (
	CreaseLoad  = 10.0  // [N]
	CreaseWidth = 15e-3 // [m]
)

// FoldGap returns the distance of the middle lines of two limbs that plates press together by a force per width [N/m].
// The fold between them is an elastica that lifts off, ½Bκ² = P·sin θ, so the distance is √(B/2P)·∫₀^π √sin θ dθ. It is
// at least the thickness [m].
func FoldGap(b, force, thickness float64) float64 {
	const integral = 2.3962804694711844 // √π·Γ(3/4)/Γ(5/4)
	return max(thickness, integral*math.Sqrt(b/(2*force)))
}

// Memory is a test of one strain over time: the opening angle of folded specimens after they were held and released
// (crease); the residual height of a strip that a bar held stretched (bagging); the force of a strip held stretched
// (relax); the elongation of a strip under a load (creep).
type Memory struct {
	Kind string
	// Level is the held quantity: of a crease the bending strain 3κ [1/m]; of bagging and relax the elongation [1]; of
	// creep a load [N/m].
	Level float64
	Bag   Bag // of bagging
	Runs  []MemoryRun
	Names []string // of the columns
	Force float64  // of a crease: the load on the fold [N]
	Width float64  // and its length [m]

	file string
	head findings.List
}

// MemoryRun is one specimen.
type MemoryRun struct {
	Held float64   // before it was released [s]
	Time []float64 // since it was released, stretched or loaded [s]
	Read []float64 // angle [rad], height [m], force per width [N/m], elongation [1]
}

// memoryKind describes the readings of a kind of test.
type memoryKind struct {
	column, quantity, need string
	unit                   string  // of residuals
	per                    float64 // its size in SI
	released               bool    // a column has the time a specimen was held before its release
}

var memoryKinds = map[string]memoryKind{
	"crease":  {"angle", "angle", "angle [deg]", "deg", deg, true},
	"bagging": {"height", "length", "height [mm]", "mm", 1e-3, true},
	"relax":   {"force", "force per width", "force [N/m]", "N/m", 1, false},
	"creep":   {"elongation", "number", "elongation [%]", "%", 1e-2, false},
}

// Remembers reports whether a kind of fit is of relaxation.
func Remembers(kind string) bool { return memoryKinds[kind].column != "" }

// Released reports whether specimens of a kind were held before they were released.
func Released(kind string) bool { return memoryKinds[kind].released }

// ReadMemory reads a table of a kind. For a crease, the component of the fold gives the radius, with the load and the
// thickness of the table, of the standard, or of the base.
func ReadMemory(kind, file string, r io.Reader, c cloth.Component, thickness float64) (*Memory, error) {
	of := memoryKinds[kind]
	want := map[string][]string{"time": {"time"}, of.column: {of.quantity}}
	if of.released {
		want["held"] = []string{"time"}
	}
	notes := map[string][]string{"crease": {"load"}, "bagging": {"load", "span", "radius", "depth"},
		"relax": {"elongation"}, "creep": {"load"}}[kind]
	t, err := fit.ReadTable(file, r, want, notes...)
	if err != nil {
		return nil, err
	}
	m := &Memory{Kind: kind, file: file, head: t.Unused()}
	time, err := t.Need("time", "time [s]")
	if err != nil {
		return nil, err
	}
	read, err := t.Need(of.column, of.need)
	if err != nil {
		return nil, err
	}
	if len(time) == 0 {
		return nil, fit.Refused(file, findings.NewRefusal(0, findings.NoReadings))
	}
	held := make([]float64, len(time))
	if of.released {
		if held, err = t.Need("held", "held [s]"); err != nil {
			return nil, err
		}
	}
	given := func(list ...givenLine) error {
		for _, q := range list {
			if text, _ := t.Text(q.name); text == "" {
				continue
			}
			if *q.to, err = t.Positive(q.name, q.example, q.quantity); err != nil {
				return err
			}
		}
		return nil
	}
	switch kind {
	case "crease":
		force, width := CreaseLoad, CreaseWidth
		err = given(givenLine{&force, "load", "10 N", "force"}, givenLine{&width, "width", "15 mm", "length"},
			givenLine{&thickness, "thickness", "0.35 mm", "length"})
		m.Force, m.Width = force, width
		m.Level = 3 * 2 / FoldGap(3*law.Stiffness(c.Elastic), force/width, thickness)
	case "bagging":
		m.Bag = StandardBag()
		if err = given(givenLine{&m.Bag.Span, "span", "100 mm", "length"}, givenLine{&m.Bag.Radius, "radius", "20 mm",
			"length"}, givenLine{&m.Bag.Depth, "depth", "15 mm", "length"}, givenLine{&m.Bag.Probe, "load", "2 N/m",
			"force per width"}); err != nil {
			return nil, err
		}
		if err = m.Bag.check(); err != nil {
			return nil, &fit.TableError{File: file, Text: err.Error()}
		}
		m.Level = m.Bag.Elongation(m.Bag.Depth)
	case "relax":
		m.Level, err = t.Positive("elongation", "2 %", "number")
	case "creep":
		m.Level, err = t.Positive("load", "49 N/m", "force per width")
	}
	if err != nil {
		return nil, err
	}
	for i := range time {
		switch {
		case !(time[i] >= 0 && time[i] <= MostTime):
			return nil, t.Fail(t.Line[i], "time = %g s: expected 0 to %g s", time[i], MostTime)
		case of.released && !(held[i] > 0 && held[i] <= MostTime):
			return nil, t.Fail(t.Line[i], "held = %g s: expected more than zero, to %g s", held[i], MostTime)
		case kind == "crease" && !(read[i] >= 0 && read[i] <= math.Pi+beyondFlat):
			return nil, t.Fail(t.Line[i], "angle = %.4g°: expected an opening angle from 0° (folded) to 180° (flat)",
				read[i]/deg)
		case kind != "crease" && !(read[i] > 0):
			return nil, t.Fail(t.Line[i], "%s = %g: expected more than zero", of.column, read[i])
		case kind == "bagging" && read[i] > m.Bag.Depth*1.2:
			return nil, t.Fail(t.Line[i], "height = %.4g mm: expected up to the depth of the bar, %.4g mm", 1000*read[i],
				1000*m.Bag.Depth)
		}
		if n := len(m.Runs); n == 0 || held[i] != m.Runs[n-1].Held || time[i] <= last(m.Runs[n-1].Time) {
			m.Runs = append(m.Runs, MemoryRun{Held: held[i]})
		}
		run := &m.Runs[len(m.Runs)-1]
		run.Time, run.Read = append(run.Time, time[i]), append(run.Read, read[i])
	}
	if q := m.backwards(); q != nil {
		if m.head.Add(q); q.Severity == findings.Refusal {
			return nil, fit.Refused(file, q)
		}
	}
	return m, nil
}

// Bounds of readings.
const (
	MostTime   = 1e9              // [s], the longest [[rest]] of a scene
	beyondFlat = 3 * readingError // by which what is flat may be read beyond flat
)

// backwards returns a finding if readings change the wrong way with time: creases open, bags flatten, forces fall,
// strips lengthen. The test is Kendall's, of pairs of readings of the same run (1938). Backwards beyond chance, by two
// standard deviations, is refused; less is doubted.
func (m *Memory) backwards() *findings.Finding {
	way := map[string]float64{"crease": 1, "bagging": -1, "relax": -1, "creep": 1}[m.Kind]
	right, variance := 0., 0.
	for _, r := range m.Runs {
		n := float64(len(r.Read))
		variance += n * (n - 1) * (2*n + 5) / 18
		for i, later := range r.Read {
			for _, sooner := range r.Read[:i] {
				if later != sooner {
					right += math.Copysign(1, way*(later-sooner))
				}
			}
		}
	}
	if right >= 0 {
		return nil
	}
	expected := map[string]string{"crease": "a crease opens: is the angle what it is folded by, " +
		"180° less the opening angle?",
		"bagging": "a bag flattens: are the rows in the order of time?",
		"relax":   "what is held stretched pulls less and less: are the rows in the order of time?",
		"creep":   "a strip under a load lengthens: are the rows in the order of time?"}[m.Kind]
	name, goes := memoryKinds[m.Kind].column, map[bool]string{true: "falls", false: "rises"}[way > 0]
	if right < -2*math.Sqrt(variance) {
		return findings.NewRefusal(0, findings.Backwards, name, goes, expected)
	}
	return findings.NewWarning(0, findings.Backwards, name, goes, expected)
}

// givenLine is a line of a table that replaces a value.
type givenLine struct {
	to                      *float64
	name, example, quantity string
}

// Doubts returns the findings about the table.
func (m *Memory) Doubts() findings.List { return m.head.About(m.file) }

// Readings returns the number of readings.
func (m *Memory) Readings() (n int) {
	for _, r := range m.Runs {
		n += len(r.Time)
	}
	return n
}

// Span returns the shortest and the longest time of the test [s], without zeros, and the larger of the ratios of the
// longest to the shortest time held and read.
func (m *Memory) Span() (least, most, ratio float64) {
	var held, time []float64
	for _, r := range m.Runs {
		held = append(held, r.Held)
		time = append(time, r.Time...)
	}
	least, ratio = math.Inf(1), 1
	for _, list := range [][]float64{held, time} {
		list = slices.DeleteFunc(list, func(t float64) bool { return t <= 0 })
		if len(list) > 0 {
			lo, hi := slices.Min(list), slices.Max(list)
			least, most, ratio = min(least, lo), max(most, hi), max(ratio, hi/lo)
		}
	}
	return least, most, ratio
}

// strand is one strain over time under the laws of a component, without damping, which decays at once.
type strand struct {
	laws law.Set
	kept [law.Roles][4]float64
	at   float64 // strain
	s    law.Strain
	r    law.Response
}

func newStrand(c cloth.Component) *strand {
	q := &strand{laws: c.Laws(1)}
	q.laws[law.Viscosity] = nil
	return q
}

// respond returns the response at a strain after a step [s].
func (q *strand) respond(eps, h float64) law.Response {
	q.s.Eps, q.s.EpsN, q.s.H, q.r = eps, q.at, h, law.Response{}
	for i, l := range q.laws {
		if l != nil {
			q.s.History = q.kept[i][:]
			l.Respond(&q.s, &q.r)
		}
	}
	return q.r
}

// to moves to a strain.
func (q *strand) to(eps, h float64) {
	q.s.Eps, q.s.EpsN, q.s.H = eps, q.at, h
	for i, l := range q.laws {
		if k, ok := l.(law.Keeper); ok {
			q.s.History = q.kept[i][:]
			k.Commit(&q.s)
		}
	}
	q.at = eps
}

// balance moves, over a step, to the strain between lo and hi where the stress equals that of a load.
func (q *strand) balance(h, lo, hi float64, load func(eps float64) (stress, slope float64)) {
	x := q.at
	for range 80 {
		r := q.respond(x, h)
		stress, slope := load(x)
		f, d := r.Sigma-stress, r.Slope-slope
		if f > 0 {
			hi = x
		} else {
			lo = x
		}
		next := x - f/d
		if math.Abs(next-x) <= 1e-13*max(math.Abs(lo), math.Abs(x)) {
			x = next
			break
		}
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		x = next
	}
	q.to(x, h)
}

const (
	instant = 1e-6 // [s], without relaxation: the shortest time of the law is 1 ms
	// passGrowth is the ratio of a step to the elapsed time: known answers are met to .1°, a fifth of the resolution of
	// a protractor, measured (go test ./fit/instruments -run MemoryKnown).
	passGrowth = 1. / 12
)

// run computes the readings of a specimen of a component, with a factor of its load.
func (m *Memory) run(c cloth.Component, r *MemoryRun, factor float64, out []float64) {
	q := newStrand(c)
	held, pull := m.Level, 0.
	switch m.Kind {
	case "crease":
		q.to(m.Level, instant)
		q.to(m.Level, r.Held)
	case "bagging":
		held = m.Level + m.Level*m.Level/2
		q.to(held, instant)
		q.to(held, r.Held)
	case "relax":
		held = m.Level + m.Level*m.Level/2
		q.to(held, instant)
	case "creep":
		pull = factor * m.Level
	}
	now := 0.
	step := func(h float64) {
		switch m.Kind {
		case "relax":
			q.to(held, h)
		case "crease":
			q.balance(h, -m.Level, m.Level, func(float64) (float64, float64) { return 0, 0 })
		case "bagging":
			q.balance(h, 0, 10, func(e float64) (float64, float64) {
				l := math.Sqrt(1 + 2*e)
				t, slope := m.Bag.Tension(l - 1)
				return t / l, slope/(l*l) - t/(l*l*l)
			})
		case "creep":
			q.balance(h, 0, 10, func(e float64) (float64, float64) {
				l := math.Sqrt(1 + 2*e)
				return pull / l, -pull / (l * l * l)
			})
		}
	}
	step(instant)
	first := r.Time[0]
	if first <= 0 && len(r.Time) > 1 {
		first = r.Time[1]
	}
	h := first / 16
	for i, end := range r.Time {
		for now < end {
			h = max(h, passGrowth*now)
			by := h
			if end-now < 1.5*h {
				by = end - now
			}
			if step(by); end-now-by < 1e-12*end {
				now = end
			} else {
				now += by
			}
		}
		switch m.Kind {
		case "crease":
			out[i] = math.Pi * (1 - q.at/m.Level)
		case "bagging":
			out[i] = m.Bag.Height(math.Sqrt(1+2*q.at) - 1)
		case "relax":
			out[i] = factor * q.respond(q.at, instant).Sigma * (1 + m.Level)
		case "creep":
			out[i] = math.Sqrt(1+2*q.at) - 1
		}
	}
}

// Remembered is the relaxation of a component identified from a test.
type Remembered struct {
	*fit.Estimate
	Branches int
	Left     float64            // root mean square of the residuals, in Unit
	Unit     string             // of the residuals
	Per      float64            // size of Unit in SI
	Akaike   map[string]float64 // criterion by number of branches
	Short    string             // reason why no time is determined; empty if one is

	m  *Memory
	of cloth.Component
	q  *fit.Problem
	at func(p []float64) law.Relaxing
}

// Keys of shares and times in fabric files.
var (
	ShareKeys = [3]string{"relaxation.share_1", "relaxation.share_2", "relaxation.share_3"}
	TimeKeys  = [3]string{"relaxation.time_1_s", "relaxation.time_2_s", "relaxation.time_3_s"}
)

// mostShare is the largest sum of shares, see law.Relaxing.
const mostShare = 0.99

// FitMemory identifies shares and times of the branches for the stiffness and the friction of a component: as many as
// lower Akaike's criterion clearly, up to three. If times span less than a decade, the share of one branch with a given
// time is identified. The force of relax and the load of creep have a factor of their own, so the stiffness of the
// strip may differ from the component's.
func FitMemory(m *Memory, of cloth.Component, opt fit.Options) (*Remembered, error) {
	if !(law.Stiffness(of.Elastic) > 0) {
		return nil, &fit.TableError{File: m.file,
			Text: "the base has no stiffness at zero strain, of which branches have " +
				"shares: expected another --base"}
	}
	least, most, ratio := m.Span()
	if ratio < 10 {
		given := law.Relaxing{Time1: 10, Time2: 1000, Time3: 30000}
		if own, ok := of.Relaxing.(law.Relaxing); ok {
			given = own
		}
		r := &Remembered{m: m, of: of, Branches: 1, Akaike: map[string]float64{}}
		r.Short = fmt.Sprintf("the data do not determine %s: times of %.4g to %.4g s span less than a decade, and it "+
			"stays as it is, %.4g s; more readings, or specimens held for other times, tell more", TimeKeys[0], least,
			most,
			given.Time1)
		r.at = func(p []float64) law.Relaxing {
			return law.Relaxing{Share1: p[0], Time1: given.Time1, Time2: given.Time2, Time3: given.Time3}
		}
		return r, r.solve([]fit.Parameter{{Key: ShareKeys[0], Hi: mostShare, Start: 0.3}}, opt)
	}
	var list []*Remembered
	best, lowest := 0, math.Inf(1)
	akaike := map[string]float64{}
	for n := 1; n <= 3 && m.Readings() >= 2*n+3; n++ {
		r, err := m.branches(of, n, least, most, opt)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		a := fit.Akaike(r.Result)
		akaike[fmt.Sprint(n)] = a
		if !(a < lowest-4) { // as in the choice of laws, see fit.Identify
			break
		}
		best, lowest = n-1, a
	}
	if list == nil {
		return nil, &fit.TableError{File: m.file,
			Text: fmt.Sprintf("%d readings: expected at least 5, for a share, a time "+
				"and their scatter", m.Readings())}
	}
	r := list[best]
	r.Akaike = akaike
	var err error
	r.Estimate, err = fit.Judge(r.q, r.Result)
	r.left()
	return r, err
}

// branches fits a number of branches. Each time has an interval of its own, so that no two exchange places: intervals
// of equal length at first, then those between the times that were found.
func (m *Memory) branches(of cloth.Component, n int, least, most float64, opt fit.Options) (*Remembered, error) {
	lo, hi := max(1e-3, least/10), 100*most
	edges := make([]float64, n+1)
	for i := range edges {
		edges[i] = lo * math.Pow(hi/lo, float64(i)/float64(n))
	}
	r := &Remembered{m: m, of: of, Branches: n}
	r.at = func(p []float64) law.Relaxing {
		l := law.Relaxing{Share1: p[0], Time1: p[1], Time2: 1000, Time3: 30000}
		if n > 1 {
			l.Share2, l.Time2 = p[2], p[3]
		}
		if n > 2 {
			l.Share3, l.Time3 = p[4], p[5]
		}
		if sum := l.Relaxes(); sum > mostShare { // such shares are scaled down, so that a search finds its way back
			l.Share1, l.Share2, l.Share3 = l.Share1/sum*mostShare, l.Share2/sum*mostShare, l.Share3/sum*mostShare
		}
		return l
	}
	var start []float64
	var first *fit.Result
	for round := range 2 {
		var list []fit.Parameter
		for i := range n {
			share, time := 0.5/float64(n), math.Sqrt(edges[i]*edges[i+1])
			if start != nil {
				share, time = start[2*i], min(max(start[2*i+1], edges[i]), edges[i+1])
			}
			list = append(list, fit.Parameter{Key: ShareKeys[i], Hi: mostShare, Start: share},
				fit.Parameter{Key: TimeKeys[i], Unit: "s", Lo: edges[i], Hi: edges[i+1], Start: time, Far: true})
		}
		with := opt
		with.Iterations, with.Gain = 60, 1e-6
		if round > 0 {
			with.Starts = 0
		}
		if err := r.search(list, with); err != nil {
			return nil, err
		}
		if start = r.P; round == 0 {
			first = r.Result
		}
		r.Agreed, r.Searches, r.Next = first.Agreed, first.Searches, first.Next
		for i := 1; i < n; i++ {
			edges[i] = math.Sqrt(start[2*i-1] * start[2*i+1])
		}
	}
	return r, nil
}

// search minimises over a list of unknowns, and the factor of relax and creep.
func (r *Remembered) search(list []fit.Parameter, opt fit.Options) error {
	m, n := r.m, len(list)
	if !memoryKinds[m.Kind].released {
		list = append(list, fit.Parameter{Key: "factor", Lo: 1e-3, Hi: 1e3, Start: r.guess(list), Inner: true})
	}
	r.Unit, r.Per = memoryKinds[m.Kind].unit, memoryKinds[m.Kind].per
	per := r.Per
	r.q = fit.ByDifferences(list, m.Readings(), func(p, out []float64) {
		// Shares above the law's limit are scaled down and penalised: by a degree or a per cent for each thousandth
		// above it.
		sum := 0.
		for k := 0; k < n; k += 2 {
			sum += p[k]
		}
		beyond := 1e3 * max(0, sum-mostShare)
		c, factor := r.of, 1.
		if c.Relaxing = r.at(p); len(p) > n {
			factor = p[n]
		}
		k := 0
		for i := range m.Runs {
			run := &m.Runs[i]
			m.run(c, run, factor, out[k:])
			for j, v := range run.Read {
				out[k+j] = (out[k+j]-v)/per + beyond
			}
			k += len(run.Read)
		}
	})
	found, err := fit.Solve(r.q, opt)
	r.Estimate = &fit.Estimate{Result: found}
	return err
}

// guess returns the ratio of the first reading to that of the component without relaxation.
func (r *Remembered) guess(list []fit.Parameter) float64 {
	p := make([]float64, len(list))
	for k := range list {
		p[k] = list[k].Lo
	}
	c := r.of
	c.Relaxing = r.at(p)
	first := &MemoryRun{Time: r.m.Runs[0].Time[:1]}
	out := make([]float64, 1)
	r.m.run(c, first, 1, out)
	ratio := r.m.Runs[0].Read[0] / out[0]
	return max(1e-2, min(1e2, ratio))
}

// solve searches, and computes the intervals.
func (r *Remembered) solve(list []fit.Parameter, opt fit.Options) (err error) {
	if err := r.search(list, opt); err != nil {
		return err
	}
	r.Estimate, err = fit.Judge(r.q, r.Result)
	r.left()
	return err
}

func (r *Remembered) left() {
	sum := 0.
	for _, v := range r.R {
		sum += v * v
	}
	r.Left = math.Sqrt(sum / float64(len(r.R)))
}

// Law returns the identified law.
func (r *Remembered) Law() law.Relaxing { return r.at(r.P) }

// Predict returns the reading of a specimen a time after it was held for another [s], with the 95 % interval of a
// reading: of the model and the scatter of readings.
func (r *Remembered) Predict(held, time float64) fit.Mean {
	n := 2 * r.Branches
	if r.Short != "" {
		n = 1
	}
	per := memoryKinds[r.m.Kind].per
	run := &MemoryRun{Held: held, Time: []float64{time}}
	m := r.Estimate.PredictFigure(r.q, func(p []float64) float64 {
		c, factor, out := r.of, 1., [1]float64{}
		if c.Relaxing = r.at(p); len(p) > n {
			factor = p[n]
		}
		r.m.run(c, run, factor, out[:])
		return out[0] / per
	})
	return fit.Mean{Value: m.Value * per, Lo: m.Lo * per, Hi: m.Hi * per, N: m.N}
}

// Reaches reports whether both times [s] are within those of the table. Slower branches do not show in it, so
// predictions beyond have no interval.
func (m *Memory) Reaches(held, time float64) bool {
	longest, held0 := 0., 0.
	for _, r := range m.Runs {
		longest, held0 = max(longest, last(r.Time)), max(held0, r.Held)
	}
	return held <= held0 && time <= max(longest, held0)
}

// Draw draws each specimen over the logarithm of time.
func (r *Remembered) Draw() (list []fit.Drawing) {
	m, unit := r.m, memoryKinds[r.m.Kind]
	for i := range m.Runs {
		run := &m.Runs[i]
		name := unit.column
		d := fit.Drawing{Title: map[string]string{"crease": fmt.Sprintf("folded for %.4g s", run.Held),
			"bagging": fmt.Sprintf("stretched for %.4g s", run.Held), "relax": fmt.Sprintf("held at %.3g %%", 100*m.Level),
			"creep": fmt.Sprintf("under %.4g N/m", m.Level)}[m.Kind],
			X: "decades of time: log10 of seconds", Y: name + " [" + unit.unit + "]", LeftName: name + " [" + unit.unit + "]"}
		c, factor := r.of, 1.
		if c.Relaxing = r.Law(); !memoryKinds[m.Kind].released {
			factor = last(r.P)
		}
		model := func(run *MemoryRun) []float64 {
			out := make([]float64, len(run.Time))
			m.run(c, run, factor, out)
			return out
		}
		for k, v := range model(run) {
			if run.Time[k] > 0 {
				d.AtX, d.AtY = append(d.AtX, math.Log10(run.Time[k])), append(d.AtY, run.Read[k]/unit.per)
				d.Left = append(d.Left, (run.Read[k]-v)/unit.per)
			}
		}
		if d.AtX == nil {
			continue
		}
		fine := &MemoryRun{Held: run.Held}
		lo, hi := d.AtX[0], cmp.Or(last(d.AtX), d.AtX[0])
		for k := range 61 {
			fine.Time = append(fine.Time, math.Pow(10, lo+(hi+1-lo)*float64(k)/60))
		}
		for k, v := range model(fine) {
			d.ModelX, d.ModelY = append(d.ModelX, math.Log10(fine.Time[k])), append(d.ModelY, v/unit.per)
		}
		list = append(list, d)
	}
	return list
}
