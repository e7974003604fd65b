package gpu

import "testing"

// A solve is issued as it took in the step before, and the solves beyond those of that step as its last one.
func TestExpected(t *testing.T) {
	var s IterationCounts
	for k, want := range []int{firstBatch, 6, 10} {
		if got := s.Expected(); got != want {
			t.Errorf("first step, solve %d: %d iterations, expected %d", k, got, want)
		}
		s.Record([]int{5, 9, 3}[k])
	}
	s.Begin()
	for k, want := range []int{6, 10, 4, 8} {
		if got := s.Expected(); got != want {
			t.Errorf("second step, solve %d: %d iterations, expected %d", k, got, want)
		}
		s.Record(7)
	}
}

// On software devices a dispatch stays below the turns of loops that they go through, with the pairs of cloth that lies
// on cloth all over: four sheets of 2,601 vertices have 365,000 near pairs, four of 12,769 five times as many. Where an
// iteration has more turns, none is taken.
func TestWithin(t *testing.T) {
	for _, c := range []struct{ reach, vertices, pairs, group, levels, least, most int }{
		{NoLimit, 1e6, 1e8, 128, 1e6, NoLimit, NoLimit},
		{100, 1200, 0, 128, 0, 100, 100},
		{SerialLimit, 10_404, 0, 128, 0, 10, 20},
		{SerialLimit, 10_404, 0, 128, 1800, 8, 12},
		{SerialLimit, 10_404, 365_000, 128, 0, 2, 2},
		{SerialLimit, 10_404, 548_100, 128, 0, 1, 1},
		{SerialLimit, 10_404, 548_100, 1024, 0, 12, 12},
		{SerialLimit, 52_000, 2_700_000, 128, 0, 0, 0},
		{SerialLimit, 52_000, 2_700_000, 1024, 0, 2, 2},
		{SerialLimit, 520_000, 27_000_000, 1024, 0, 0, 0},
	} {
		got := IterationsPerDispatch(c.reach, c.vertices, c.pairs, c.group, c.levels)
		if got < c.least || got > c.most {
			t.Errorf("%d vertices, %d pairs: %d iterations, expected %d to %d", c.vertices, c.pairs, got, c.least,
				c.most)
		}
		if c.reach != NoLimit && got*(4*c.pairs/c.group+c.levels) > 65535 {
			t.Errorf("%d vertices, %d pairs: %d iterations are too many turns", c.vertices, c.pairs, got)
		}
	}
}

// TestSideBySide: no more groups than pass, and hardly fewer, after few tries.
func TestSideBySide(t *testing.T) {
	for limit := range 1200 {
		tries, failed := 0, 0
		got := ConcurrentGroups(1024, func(groups int) bool {
			if tries++; groups > limit {
				failed++
			}
			return groups <= limit
		})
		if most := min(max(limit, 1), 1024); got > most || 9*got < 8*most-8 {
			t.Errorf("%d groups of the %d that pass", got, most)
		}
		if tries > 14 || failed > 13 {
			t.Errorf("%d tries for %d", tries, limit)
		}
	}
}

// TestAccelerationPersistence: solves of small cloth are one dispatch, whatever they take, and those of large cloth
// several.
func TestLasting(t *testing.T) {
	for _, c := range []struct {
		bytes int64
		least int
		most  int
	}{{0, 1000, NoLimit << 10}, {8e6, 1000, 1e4}, {4e7, 1000, 1000}, {4e8, 50, 200}, {1e12, 1, 1}} {
		if got := DispatchIterations(c.bytes); got < c.least || got > c.most {
			t.Errorf("%d iterations of %d bytes, expected %d to %d", got, c.bytes, c.least, c.most)
		}
	}
}
