package cpu

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
	"hysteron/sysmem"
)

// folded is a sheet of n × n vertices with edges of 3 mm that is folded to and fro every 6 cm, with layers apart by a
// part of the thickness, each of which slides along at up to a speed [m/s].
func folded(t *testing.T, n int, gap, speed float64) *Sim {
	t.Helper()
	const edge, fold = .003, .06
	s := newSim(t, grid(n, n, edge*float64(n), edge*float64(n), cotton(), true), nil, step.DefaultSettings())
	sizes, _ := step.FeatureSizes(s.Model)
	apart := gap * min(slices.Min(sizes), s.Settings.SelfThickness)
	for i, x := range s.Model.X0 {
		along := math.Abs(x.Z) / fold
		layer := math.Floor(along + 1e-9)
		at := along - layer
		if int(layer)%2 == 1 {
			at = 1 - at
		}
		s.State.X[i] = r3.Vec{X: x.X, Y: apart * along, Z: fold * at}
		s.State.V[i] = r3.Vec{X: speed * math.Sin(7*layer)}
	}
	return s
}

// TestFoldedSheetHasRoom: cloth that is folded tightly, and whose layers slide along each other by several of its edges
// in a step, has half of the pairs that it may have at most.
func TestFoldedSheetHasRoom(t *testing.T) {
	const n, h = 80, 1. / 240
	for _, gap := range []float64{1, .5} {
		for _, speed := range []float64{0, 5} {
			s := folded(t, n, gap, speed)
			for i := range s.x {
				s.x[i] = r3.Add(s.State.X[i], r3.Scale(h, s.State.V[i]))
			}
			s.self.collect(&s.now)
			each := float64(len(s.self.candidates)) / (n * n)
			t.Logf("%g thicknesses apart, %g m/s: %.0f pairs for each vertex", gap, speed, each)
			if s.self.room.Full() || each < 20 || each > 1<<10 {
				t.Errorf("%g thicknesses apart, %g m/s: %.0f pairs for each vertex, %v: expected 20 to 1024", gap, speed, each,
					s.self.room.Err)
			}
		}
	}
}

// TestTooManyPairs: a step with more near pairs than the limit is halved, and continues with fewer. If even the
// smallest has more, it ends with an error that reports this, and the state is that before.
func TestTooManyPairs(t *testing.T) {
	const n, h = 24, 1. / 240
	count := func(h float64) int {
		s := folded(t, n, 1, 20)
		for i := range s.x {
			s.x[i] = r3.Add(s.State.X[i], r3.Scale(h, s.State.V[i]))
		}
		s.self.collect(&s.now)
		return len(s.self.candidates)
	}
	whole, least := count(h), count(h/64)
	if whole < 2*least {
		t.Fatalf("%d pairs, %d in a step 64 times smaller: the test would prove nothing", whole, least)
	}
	var reports []step.Report
	for _, workers := range []int{1, 3} {
		s := folded(t, n, 1, 20)
		s.Settings.Workers, s.self.room.Most = workers, (whole+3*least)/4
		rep, err := s.Step(h)
		if err != nil || rep.Halvings == 0 {
			t.Errorf("room for %d of %d pairs: %v, %d halvings: expected a smaller step", s.self.room.Most, whole, err,
				rep.Halvings)
		}
		rep.Time = step.StageTimes{}
		reports = append(reports, rep)
	}
	if reports[0] != reports[1] {
		t.Errorf("%+v and %+v with 1 and 3 goroutines", reports[0], reports[1])
	}

	s := folded(t, n, 1, 20)
	s.self.room.Most = least / 2
	before := s.State.Clone()
	_, err := s.Step(h)
	var failed *step.StepError
	if !errors.As(err, &failed) || failed.Outcome != step.Crowded ||
		!strings.Contains(err.Error(), "pairs of cloth come near each other") {
		t.Errorf("room for %d pairs: %v: expected %v", s.self.room.Most, err, step.Crowded)
	}
	if !slices.Equal(before.X, s.State.X) || !slices.Equal(before.V, s.State.V) {
		t.Error("the state is not that before the step")
	}
}

// TestNoMemoryForPairs: where there is no memory for pairs that may come near, or for those that are, the step ends
// with a line that says how much is missing, and is not halved: what is computed does not depend on the memory.
func TestNoMemoryForPairs(t *testing.T) {
	defer func(f func() (int64, bool)) { sysmem.Available = f }(sysmem.Available)
	sheet := func() *Sim { return folded(t, 24, 1, 0) }
	s := sheet()
	copy(s.x, s.State.X)
	s.self.collect(&s.now)
	lists := sysmem.PairBytes * int64(len(s.self.candidates))
	if lists == 0 {
		t.Fatal("no pairs: the test would prove nothing")
	}
	for what, held := range map[string]int64{"may come near": lists / 2, "are near": 2 * lists} {
		for _, free := range []int64{1 << 40, 1 << 10} {
			sysmem.Available = func() (int64, bool) { return free, true }
			s := sheet()
			s.self.room.Held.Store(held)
			rep, err := s.Step(1. / 240)
			if enough := free > lists; enough && err != nil {
				t.Errorf("%s: %v with memory enough", what, err)
			} else if !enough && (!errors.Is(err, sysmem.ErrShort) || rep.Halvings > 0 ||
				!strings.Contains(err.Error(), "GB that are free")) {
				t.Errorf("%s: %v, %d halvings: expected %v", what, err, rep.Halvings, sysmem.ErrShort)
			}
		}
	}
}
