//go:build cgo

package gpu

import (
	"fmt"
	"time"

	"hysteron/gpu/opengl"

	"hysteron/step"
)

// levelCosts returns the cost of AMG on a device, for cloth of the given size. It reads the file beside the device's
// verdict (see [Trust]), or measures and stores the cost, so that all runs take the same decisions. If it cannot be
// measured or stored, it returns the assumed cost and notes a doubt in the context. Software devices use the assumed
// cost, so that their results have the same bits everywhere.
func levelCosts(c *opengl.Context, vertices int) step.LevelCosts {
	verdict, err := verdictFile(c.Device(), c.Fetch())
	var costs step.LevelCosts
	if err == nil {
		costs, err = costsOn(verdict, selfTestSideFor(vertices), func(side int) (step.LevelCosts, error) {
			return measureCosts(c, c.Fetch(), side)
		})
	}
	if err != nil {
		c.Doubt(fmt.Errorf("what coarse levels cost is assumed: %w", err))
	}
	return costs
}

// costsOn returns the stored cost for a side, or measures it.
func costsOn(verdict string, side int, measure func(side int) (step.LevelCosts, error)) (step.LevelCosts, error) {
	file := costsFile(verdict, side)
	if c, ok := storedCosts(file); ok {
		return c, nil
	}
	if err := canStoreVerdict(file); err != nil {
		return step.LevelCosts{}, fmt.Errorf("it could not be kept: %w", err)
	}
	c, err := measure(side)
	if err != nil {
		return step.LevelCosts{}, fmt.Errorf("it was not measured: %w", err)
	}
	if c, err = storeCosts(file, c); err != nil {
		return step.LevelCosts{}, fmt.Errorf("it could not be kept: %w", err)
	}
	return c, nil
}

// Measured returns the known costs of AMG on a device, by number of vertices.
func Measured(d opengl.Device) []Costs {
	var list []Costs
	verdict, err := verdictFile(d, d.Software)
	for _, side := range selfTestSides {
		c := Costs{Vertices: side * side, LevelCosts: step.AssumedCosts}
		if err == nil && !d.Software {
			if known, ok := storedCosts(costsFile(verdict, side)); ok {
				c.LevelCosts, c.Measured = known, true
			}
		}
		list = append(list, c)
	}
	return list
}

// Iterations of the measured solves. The cost of an iteration is the difference between long and short solves. The
// minimum over repeats is used, because other processes only add time. After leastRepeats the minimum must agree with
// that over twice as many, up to maxRepeats. One additional first repeat wakes the device.
const (
	shortSolve   = 8
	longSolve    = 40
	leastRepeats = 5
	maxRepeats   = 20
	costSeconds  = 1. / 120 // of the step
)

// measureCosts measures on a sheet, see selfTestSheet.
func measureCosts(c *opengl.Context, fetch bool, side int) (costs step.LevelCosts, err error) {
	m, err := selfTestSheet(side)
	if err != nil {
		return costs, err
	}
	set := step.DefaultSettings()
	set.SelfContact = false
	s, err := newSim(c, c.Device().Limits, fetch, m, nil, nil, set)
	if err != nil {
		return costs, err
	}
	defer s.Close()
	err = c.Do(func() error {
		s.bind()
		s.queue.timed = false // time only what follows
		costs, err = s.measureCosts()
		if err == nil {
			err = opengl.Error()
		}
		return err
	})
	return costs, err
}

func (s *Sim) measureCosts() (step.LevelCosts, error) {
	s.begin(costSeconds)
	s.evaluate(true)
	s.gatherGradient()
	s.gatherMatrix()
	v, stuck := s.solver, false
	solve := func(most int, levels bool) func() int {
		return func() int {
			v.request(step.Linear{Multilevel: levels, Reuse: true}, costSeconds)
			v.begin()
			v.solve(most, false, 0)
			st := v.status()
			stuck = stuck || st.Stuck != 0
			return st.products()
		}
	}
	setup := func() int { v.levels.setup(); return 1 }
	works := [...]func() int{setup, solve(shortSolve, false), solve(longSolve, false), solve(shortSolve, true),
		solve(longSolve, true)}
	var least [len(works)]time.Duration
	var done [len(works)]int
	var timer opengl.Timer
	defer timer.Free()
	var before step.LevelCosts
	for turn, look := 0, leastRepeats; ; turn++ {
		for k, work := range works {
			timer.Enter(1)
			done[k] = work()
			timer.Enter(0)
			var spent [2]time.Duration
			timer.Collect(spent[:])
			if stuck { // the groups deadlocked, unlike in the probe
				v.concurrent = 0
				return s.measureCosts()
			}
			if turn == 1 || turn > 1 && spent[1] < least[k] {
				least[k] = spent[1]
			}
		}
		if turn < look {
			continue
		}
		each := func(short int) float64 {
			return (least[short+1] - least[short]).Seconds() / float64(done[short+1]-done[short])
		}
		byBlocks := each(1)
		costs, ok := step.LevelCosts{Iteration: each(3) / byBlocks, Setup: least[0].Seconds() / byBlocks}.Rounded()
		switch {
		case ok && (costs == before || turn >= maxRepeats):
			return costs, nil
		case turn >= maxRepeats:
			return step.LevelCosts{}, fmt.Errorf("a set-up and solves of %v iterations take %v", done[1:], least)
		}
		before, look = costs, 2*look
	}
}
