package fit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hysteron/fit/findings"
)

// thinned is a sample without some of its readings.
func (s *Stretch) thinned(keep func(i int) bool) *Stretch {
	t := *s
	t.Weight, t.Read, t.Sample = nil, nil, nil
	for i := range s.Weight {
		if keep(i) {
			t.Weight, t.Read, t.Sample = append(t.Weight, s.Weight[i]), append(t.Read, s.Read[i]), append(t.Sample, s.Sample[i])
		}
	}
	return &t
}

// TestUnread: a table whose readings without a weight were left out is warned of, as its numbers are wrong; none that
// has them is, nor one of a sample that was never unloaded, with each weight read once or twice.
func TestUnread(t *testing.T) {
	for name, f := range published {
		for seed := range uint64(3) {
			whole := hung(f.p, f.density, .01*float64(seed), seed)
			none := whole.thinned(func(i int) bool { return whole.Weight[i] > 0 })
			few := whole.thinned(func(i int) bool { return i%7 != 3 })
			held := &Stretch{Width: .1, Length: .1, Mass: .01 * f.density}
			for range 6 {
				held.Weight = append(held.Weight, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2)
			}
			held.Sample, held.Read = make([]int, len(held.Weight)), make([]float64, len(held.Weight))
			held.predict(f.p, held.Read, nil)
			noise := hung(f.p, f.density, 0, 0)
			for i := range held.Read {
				held.Read[i] += whole.Read[i] - noise.Read[i]
			}
			twice := *held
			twice.Weight, twice.Read, twice.Sample = nil, nil, make([]int, 2*len(held.Weight))
			for i, w := range held.Weight {
				twice.Weight, twice.Read = append(twice.Weight, w, w), append(twice.Read, held.Read[i], held.Read[i]+noise.Read[i]-
					whole.Read[i])
			}
			for what, c := range map[string]struct {
				s    *Stretch
				said bool
			}{"whole": {whole, false}, "without zeros": {none, true}, "without some": {few, false},
				"never unloaded": {held, false}, "never unloaded, read twice": {&twice, false}} {
				doubts := c.s.Doubts(0)
				if (doubts != nil) != c.said || c.said && !strings.Contains(doubts[0].Located(),
					"unloaded wherever a weight stands twice "+
						"in a row the residual of the law would be") {
					t.Errorf("%s, %s, seed %d: %q", name, what, seed, doubts)
				}
			}
		}
	}
}

// TestLoadings: tables without readings on the way down are refused alike, whether all of it is missing, but one
// reading, or each way down of many loads; two readings, and zeros after each load, are enough.
func TestLoadings(t *testing.T) {
	const never, few, alone = "never unloads, up to here", "one row alone, up to here", "loadings alone, up to here"
	for name, f := range published {
		for seed := range uint64(6) {
			whole := hung(f.p, f.density, []float64{.002, .02}[seed%2], seed)
			for what, c := range map[string]struct {
				keep func(i int) bool
				want string
			}{
				"all":      {func(int) bool { return true }, ""},
				"loadings": {func(i int) bool { return i == 0 || whole.Weight[i] > whole.Weight[i-1] }, alone},
				"no zeros": {func(i int) bool { return i == 0 || whole.Weight[i] > 0 }, ""},
				"zeros are kept": {func(i int) bool {
					return i == 0 || whole.Weight[i] > whole.Weight[i-1] || whole.Weight[i] == 0
				}, ""},
			} {
				s := whole.thinned(c.keep)
				if err := s.loadings(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, %s, seed %d: %v, expected %q", name, what, seed, err, c.want)
				}
			}
			for back, want := range []string{never, few, "", "", ""} {
				once := &Stretch{Width: .1, Length: .1, Mass: .01 * f.density, Weight: []float64{0, 1, 2, 3, 4, 5, 6, 5, 4, 3,
					2}[:7+back]}
				once.Sample, once.Read = make([]int, 7+back), make([]float64, 7+back)
				once.predict(f.p, once.Read, nil)
				if _, err := FitStretch(once, Options{}); (err == nil) != (want == "") || err != nil &&
					!strings.Contains(err.Error(), want) {
					t.Errorf("%s, %d readings of unloading: %v, expected %q", name, back, err, want)
				}
			}
		}
	}
}

// TestSkipped: where readings were left out, the one behind them is not said to be wrong without asking for them; a
// wrong digit is asked for alone.
func TestSkipped(t *testing.T) {
	f := published["cotton"]
	for seed := range uint64(3) {
		whole := hung(f.p, f.density, .003, seed)
		peak := func(of float64) (at int) { // the first reading at it, between two at less
			for at = range whole.Weight {
				if at > 0 && whole.Weight[at] == of && whole.Weight[at+1] < of && whole.Weight[at-1] < of {
					break
				}
			}
			return at
		}
		five, two := peak(5), peak(2)
		typed := whole.thinned(func(int) bool { return true })
		typed.Read[five+1] += .02
		top := whole.thinned(func(i int) bool { return i < peak(6) })
		top.Weight, top.Read, top.Sample = append(top.Weight, 5, 4, 3, 2, 1, 0),
			append(top.Read, whole.Read[peak(6)+1:peak(6)+7]...), make([]int, len(top.Weight)+6)
		for what, c := range map[string]struct {
			s    *Stretch
			want string
		}{
			"one": {whole.thinned(func(i int) bool {
				return i != five
			}), "missing (from 5 N it would be right), or is a digit wrong?"},
			"the largest": {top, "missing (from 6 N it would be right), or is a digit wrong?"},
			"the first":   {whole.thinned(func(i int) bool { return i > two }), "under 1 N is off"},
			"a digit":     {typed, "mm; is a digit wrong?"},
		} {
			if err := c.s.outlier(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, seed %d: %v, expected %q", what, seed, err, c.want)
			}
		}
	}
}

// TestBegins: a sample that is longer or shorter than its table says before any weight was hung is warned of; none that
// is as long within errors of reading is.
func TestBegins(t *testing.T) {
	for name, f := range published {
		for seed := range uint64(4) {
			for _, off := range []float64{-2e-3, -1e-3, 0, 1e-3, 2e-3} {
				s := hung(f.p, f.density, 0, seed)
				s.lines = make([]int, len(s.Read))
				s.lines[0] = 5
				rng := rand.New(rand.NewPCG(seed, 21))
				for i := range s.Read {
					s.Read[i] = math.Round(1e4*(s.Read[i]+off+1e-4*rng.NormFloat64())) / 1e4
				}
				doubts := s.Doubts(0)
				if said := doubts != nil && strings.Contains(doubts[0].Located(), "line 5: length of "); said != (off != 0) ||
					len(doubts) > 1 {
					t.Errorf("%s, off by %g, seed %d: %q", name, off, seed, doubts)
				}
			}
		}
	}
}

// TestMissedAlike: readings that a fit leaves each time under a weight alike are missed, though neighbours are not
// alike: those without zeros, and those of a wrong length.
func TestMissedAlike(t *testing.T) {
	f := published["cotton"]
	for seed := range uint64(3) {
		whole := hung(f.p, f.density, .003, seed)
		none := whole.thinned(func(i int) bool { return whole.Weight[i] > 0 })
		longer := whole.thinned(func(int) bool { return true })
		for i := range longer.Read {
			longer.Read[i] += 2e-3
		}
		for what, c := range map[string]struct {
			s    *Stretch
			said bool
		}{"whole": {whole, false}, "without zeros": {none, true}, "longer": {longer, true}} {
			r, _ := c.s.roughly()
			if off, most := c.s.missed(r.P), c.s.longest()-c.s.Length; (off > findings.Legible*most) != c.said {
				t.Errorf("%s, seed %d: off by %g of %g", what, seed, off, most)
			}
		}
	}
}
