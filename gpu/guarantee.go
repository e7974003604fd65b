//go:build cgo

package gpu

import "hysteron/step"

// maxRounds, stopAll and maxRollBacks are as in cpu.
const (
	maxRounds    = 3
	stopAll      = 10
	maxRollBacks = 50
)

// settle minimises the potential of a step and makes sure that no two features of the cloth touch on
// the straight paths from its start to its end; twin of cpu.Sim.settle.
func (s *Sim) settle(rep *step.Report) step.Outcome {
	p := s.pairs
	if p.on() {
		p.renew()
	}
	out := s.newton(rep, true)
	for round := 0; ; round++ {
		if p.err != nil {
			return step.ContactFailed
		}
		if out > step.Unconverged {
			return out
		}
		s.contacts.push()
		s.queue.run("settle", len(s.Model.X0))
		if !p.on() || !s.checkPaths() {
			return out
		}
		if p.err != nil {
			return step.ContactFailed
		}
		if round == maxRounds {
			return s.stopPairs(rep, out)
		}
		p.stiffen()
		rep.Rounds++
		out = s.newton(rep, false)
	}
}

// checkPaths checks the path of every pair to the trial positions, and tells whether any comes too near.
func (s *Sim) checkPaths() bool {
	s.pairs.cover(false)
	return s.pairs.hits(0) > 0 || s.pairs.err != nil
}

// stopPairs shortens the ways of vertices until no pair hits; twin of cpu.Sim.stop. Where cpu shortens
// a way once for each pair that hits, here the shortest counts, which no order can change.
func (s *Sim) stopPairs(rep *step.Report, out step.Outcome) step.Outcome {
	p := s.pairs
	p.stop(0)
	for turn := range maxRollBacks + 1 {
		stop := 1
		if turn >= stopAll {
			stop = 2
		}
		p.cover(false)
		if p.err != nil {
			return step.ContactFailed
		}
		if p.hits(stop) == 0 {
			p.stop(2)
			rep.Stopped += int(p.status().Stopped)
			return out
		}
		p.stop(1)
	}
	return step.ContactFailed
}
