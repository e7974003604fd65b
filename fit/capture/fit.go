package capture

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit/findings"
)

// Fitted is an identified model of cloth.
type Fitted struct {
	Model   string
	Fabric  cloth.Fabric // with elasticity and density alone
	Parts   []*Part
	Results []Result      // of every test
	apart   findings.List // tests of different cloth, see disagree
}

// mostPasses is the largest number of passes over all parts of springs.
const mostPasses = 4

// mostGain is the smallest relative gain that justifies another point (§3.4).
const mostGain = 0.01

// exactly is the relative residual at which a search ends.
const exactly = 1e-6

// stage is a set of parts that are fitted together to a set of tests.
type stage struct {
	parts, tests []string
	add          bool // points
}

// stages are the stages in their order (§3.4): both stretches, shear, both bendings, bending along the diagonals. The
// second round, with the points found in the first, fits all bendings to all folds, since each fold bends all of them.
func stages(model string) (first, again []stage) {
	bends := []string{"bend-warp", "bend-weft", "bend-diagonal"}
	first = []stage{{[]string{"warp"}, []string{"stretch-warp"}, true}, {[]string{"weft"}, []string{"stretch-weft"},
		true},
		{[]string{"shear"}, []string{"shear"}, true}}
	for _, s := range first {
		s.add = false
		again = append(again, s)
	}
	names := PartNames(model)[3:]
	for i, name := range names {
		first = append(first, stage{[]string{name}, bends[i : i+1], true})
	}
	all := stage{names, bends, false}
	if model == Springs { // springs along the threads come last, since they balance the pull of the others
		return first, []stage{all, again[2], again[0], again[1]}
	}
	for _, s := range first[3:] { // each was found with the others as they were before
		s.add = false
		again = append(again, s)
	}
	return first, append([]stage{all}, append(again, all)...)
}

// fitter is a fit in progress.
type fitter struct {
	ctx      context.Context
	model    string
	density  float64
	n        int
	side     float64
	tests    []*Test
	parts    []*Part
	rest     map[*Frame][]r3.Vec // rest positions of each frame with the best parameters so far
	progress func(string)
	rooms    map[string]float64 // upper bounds of springs over the next vertex, see overNext
	apart    findings.List      // tests of different cloth, see disagree
}

// Fit identifies the parts of a model from tests of samples of one cloth on the same lattice. say is called with
// progress.
func Fit(ctx context.Context, model string, tests []*Test, say func(string)) (*Fitted, error) {
	if !slices.Contains(Models(), model) {
		return nil, fmt.Errorf("model %q: expected one of %v", model, Models())
	}
	if len(tests) == 0 {
		return nil, errors.New("no tests: expected those of stretch, shear and bending")
	}
	first := tests[0]
	s := &fitter{ctx: ctx, model: model, density: first.density(), n: first.N, side: first.Side, tests: tests,
		rest: map[*Frame][]r3.Vec{}, progress: say, rooms: map[string]float64{}}
	for i, t := range tests {
		if t.N != s.n || math.Abs(t.Side-s.side) > 1e-6*s.side {
			return nil, fmt.Errorf("%s: %d points along %.5g mm, and %s %d along %.5g mm: expected the same", t.Kind,
				t.N,
				1e3*t.Side, first.Kind, s.n, 1e3*s.side)
		}
		if slices.ContainsFunc(tests[:i], func(q *Test) bool { return q.Kind == t.Kind }) {
			return nil, fmt.Errorf("two tests %s: expected one", t.Kind)
		}
	}
	if _, err := Weigh(tests, 0); err != nil {
		return nil, err
	}
	if err := s.start(); err != nil {
		return nil, err
	}
	once, again := stages(model)
	if _, err := s.all(once); err != nil {
		return nil, err
	}
	// fails before the long search if a part has no test; springs are fitted all at once in the end
	if model != Springs {
		for _, t := range s.of([]string{"bend-warp", "bend-weft"}) {
			r, err := Predict(ctx, fabric(model, s.density, s.parts), t)
			if err != nil {
				return nil, err
			}
			if err := t.described(r); err != nil {
				return nil, err
			}
		}
	}
	// Springs of one part also stretch with the others, so one pass is not enough. A pass that increases the residual
	// is undone.
	for least, pass := math.Inf(1), 0; pass < mostPasses && (pass == 0 || model == Springs); pass++ {
		before := s.keep()
		left, err := s.all(again)
		if err != nil {
			return nil, err
		}
		if left > least {
			s.restore(before)
		}
		if least-left < mostGain {
			break
		}
		least = left
	}
	if model == Springs {
		if err := s.release(); err != nil {
			return nil, err
		}
	}
	out := &Fitted{Model: model, Parts: s.parts, Fabric: fabric(model, s.density, s.parts), apart: s.apart}
	for _, t := range tests {
		r, err := Predict(ctx, out.Fabric, t)
		if err != nil {
			return nil, err
		}
		if err := t.described(r); err != nil {
			return nil, err
		}
		out.Results = append(out.Results, *r)
	}
	return out, nil
}

// of returns the tests of the given kinds.
func (s *fitter) of(kinds []string) (list []*Test) {
	for _, k := range kinds {
		for _, t := range s.tests {
			if t.Kind == k {
				list = append(list, t)
			}
		}
	}
	return list
}

// part returns the part of a name, or nil if no test is of it.
func (s *fitter) part(name string) *Part {
	if i := slices.IndexFunc(s.parts, func(p *Part) bool { return p.Name == name }); i >= 0 {
		return s.parts[i]
	}
	return nil
}

// start makes parts with one point, of the size that the ends of tests suggest, and hinges of a cloth with a bending
// length of 2 cm.
func (s *fitter) start() error {
	first, _ := stages(s.model)
	for _, name := range PartNames(s.model) {
		p := &Part{Name: name, Even: name == "shear" || strings.HasPrefix(name, "bend")}
		var kinds []string
		for _, g := range first {
			if g.parts[0] == name {
				kinds = g.tests
			}
		}
		tests := s.of(kinds)
		if len(tests) == 0 && p.diagonal() {
			continue // as between warp and weft
		}
		if len(tests) == 0 {
			return fmt.Errorf("no test %s: expected it, to find %s", kinds[0], name)
		}
		if err := p.reaches(s.model, tests); err != nil {
			return err
		}
		bends := s.density * gravity * math.Pow(.02, 3)
		k := bends / 3
		switch name {
		case "warp", "weft", "shear":
			t := tests[0]
			k = 0
			for i := range t.Frames {
				f := &t.Frames[i]
				for _, r := range target(t, f, f.Force, nil) {
					k = max(k, math.Abs(r)/(s.side*p.High))
				}
			}
			if k == 0 {
				return fmt.Errorf("%s: no force on any clip: expected some", t.Kind)
			}
			if s.model == Springs && name == "shear" {
				k /= 2 // a diagonal lengthens by half the angle
			}
		case "second", "second_weft", "second_diagonal": // that moment at a curvature of 1/cm, k·l⁴κ³/8
			k = 8 * bends / (math.Pow(s.side/float64(s.n-1), 4) * 1e4)
		}
		p.first = k
		// stretch is fitted first, without these springs (§3.4.2): on fine lattices they pull by more than many a cloth;
		// and diagonals are as between warp and weft until these are found
		switch {
		case p.diagonal():
		case p.presses():
			p.Points = []float64{1e-3 * k}
		default:
			p.Points = []float64{k}
		}
		s.parts = append(s.parts, p)
	}
	return nil
}

// all runs stages. It returns the sum of logarithms of the residuals.
func (s *fitter) all(list []stage) (sum float64, err error) {
	for _, g := range list {
		left, err := s.run(g)
		if err != nil {
			return 0, err
		}
		if tests := s.of(g.tests); len(tests) > 0 {
			sum += math.Log(max(left/s.size(tests), exactly))
		}
	}
	return sum, nil
}

// run fits the parts of a stage, with more points as long as they help. It returns the residual, RMS.
func (s *fitter) run(g stage) (float64, error) {
	tests := s.of(g.tests)
	if len(tests) == 0 {
		return 0, nil
	}
	var parts []*Part
	for _, name := range g.parts {
		if p := s.part(name); p != nil {
			parts = append(parts, p)
		}
	}
	if g.add {
		if err := s.scan(parts[0], tests); err != nil {
			return 0, err
		}
	}
	var before [][]float64
	for _, p := range parts {
		before = append(before, p.Points)
	}
	var was kept
	var alone []float64
	if len(parts) > 1 {
		var err error
		if alone, err = s.each(tests); err != nil {
			return 0, err
		}
		was = s.keep()
	}
	best, err := s.solve(parts, tests)
	if errors.Is(err, errNowhere) && !g.add {
		for i, p := range parts {
			p.Points = before[i]
		}
		return math.Inf(1), nil // other parts moved to where this one has no rest: it stays
	}
	if err != nil {
		return 0, err
	}
	if len(parts) > 1 { // one test may contradict the others
		together, err := s.each(tests)
		if err != nil {
			return 0, err
		}
		heard := logs(together) < logs(alone) && !worse(together, alone, maxResidualGrowth)
		s.apart = disagree(tests, alone, together, heard)
		if !heard {
			s.restore(was)
			if best, err = s.left(tests); err != nil {
				return 0, err
			}
		}
	}
	p := parts[0]
	if over := s.part(overNext[p.Name]); over != nil {
		defer func() {
			s.rooms[over.Name] = slices.Min(p.Points) / 8
			if len(over.Points) > 0 {
				s.rooms[over.Name] += over.Points[0]
			}
		}()
	}
	if !g.add {
		return best, nil
	}
	p.Gains = []float64{best}
	frames := 0
	for _, t := range tests {
		frames += len(t.Frames)
	}
	for len(p.Points) < p.most(frames) && best > exactly*s.size(tests) {
		before, helps := *p, false
		// A cubic with one more point is another curve, not a larger family: if it is worse, two more points may still
		// help.
		for more := 1; more <= 2 && len(p.Points) < p.most(frames) && !helps; more++ {
			*p = *p.more(s.model)
			now, err := s.solve(parts, tests)
			if err != nil {
				return 0, err
			}
			if helps = now < (1-mostGain)*best; helps {
				best = now
				p.Gains = append(slices.Clone(before.Gains), now)
			}
		}
		if !helps {
			*p = before
			break
		}
	}
	return best, nil
}

// scan takes the best of a few first stiffnesses, far apart.
func (s *fitter) scan(p *Part, tests []*Test) error {
	k, best, least := p.first, p.first, math.Inf(1)
	if p.presses() { // it may be zero
		k = min(k, max(s.rooms[p.Name], 1e-3*k))
	}
	for _, by := range []float64{1, 1. / 4, 4, 1. / 16, 16} {
		p.Points = []float64{k * by}
		if p.presses() && by > 1 && p.Points[0] > s.rooms[p.Name] {
			continue
		}
		rows := s.rows(tests)
		r := make([]float64, rows)
		s.rest = map[*Frame][]r3.Vec{}
		if err := s.eval([]*Part{p}, tests, r, nil); err != nil {
			return err
		}
		if rss := floats.Dot(r, r); rss < least {
			least, best = rss, p.Points[0]
		}
	}
	p.Points, s.rest = []float64{best}, map[*Frame][]r3.Vec{}
	if math.IsInf(least, 1) {
		return tests[0].refused(findings.NewRefusal(0, findings.CaptureNeverRests, tests[0].Kind, p.Name))
	}
	return nil
}

// size returns the RMS of the quantities that tests are fitted to.
func (s *fitter) size(tests []*Test) float64 {
	sum := 0.
	for _, t := range tests {
		for i := range t.Frames {
			for _, v := range target(t, &t.Frames[i], t.Frames[i].Force, t.Frames[i].X) {
				sum += v * v
			}
		}
	}
	return math.Sqrt(sum / float64(s.rows(tests)))
}

// rows returns the number of residuals of tests.
func (s *fitter) rows(tests []*Test) (n int) {
	for _, t := range tests {
		for i := range t.Frames {
			n += len(target(t, &t.Frames[i], t.Frames[i].Force, t.Frames[i].X))
		}
	}
	return n
}

// kinds returns the names of the kinds of tests.
func kinds(tests []*Test) string {
	var list []string
	for _, t := range tests {
		list = append(list, t.Kind)
	}
	return strings.Join(list, ", ")
}
