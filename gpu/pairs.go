//go:build cgo

package gpu

import (
	"fmt"
	"unsafe"

	"hysteron/step"
)

// pairReach times the thickness is how near a pair must be for its plane to count: PAIR_REACH of
// include/pair_law.glsl, and as in cpu.
const pairReach = 1.5

// pairs is the host's side of contact of cloth with cloth; twin of cpu's selfContact. All lists are on
// the device; the host knows how long they are, so that buffers can grow.
type pairs struct {
	levels     []int // of the hierarchy over features, see hierarchy; the last is the number of its nodes
	features   int   // triangles and edges
	queries    int   // vertices and edges, which search
	slack      float64
	collected  bool // the candidates are those for the positions that are kept with them
	candidates int
	active     int
	stiffened  int
	err        error // why a list cannot be held
}

// pairKernels lists the kernels of contact of cloth with cloth.
var pairKernels = []string{
	"pair_vertex_boxes", "pair_feature_boxes", "pair_boxes", "pair_covers", "pair_restart", "pair_collect", "pair_filter", "pair_scan_groups", "pair_scan_totals", "pair_scan_add",
	"pair_look_up", "pair_list", "pair_sort", "pairs", "pair_gather", "trial_pairs",
	"pair_check", "pair_stiffen", "pair_stiffened", "pair_stop",
}

// Places in pairStatus.Totals.
const (
	totalMeetings = iota
	totalCandidates
	totalActive
	totalListed
)

// scanBlock is 8·GROUP of pair_scan_groups.comp, scanMost is SCAN_MOST of include/scan.glsl.
const (
	scanBlock = 8 * group
	scanMost  = 1<<30 - 1
)

func scanBlocks(n int) int { return (n + scanBlock - 1) / scanBlock }

// scan turns the first n counts of a buffer into places: sums of all that come before, and at n of all.
// The sum of all goes to pairStatus.Totals[target].
func (s *Sim) scan(b *buffer, n, target int) {
	own := map[string]*buffer{"items": b}
	blocks := scanBlocks(n)
	s.kernels["pair_scan_groups"].set("count", n)
	s.over("pair_scan_groups", blocks*group, own)
	k := s.kernels["pair_scan_totals"]
	k.set("count", blocks)
	k.set("target", target)
	s.over("pair_scan_totals", 1, nil)
	s.kernels["pair_scan_add"].set("count", n)
	s.over("pair_scan_add", n+1, own)
}

// pairStatus waits for the device and reads PairStatus.
func (s *Sim) pairStatus() pairStatus {
	var st [1]pairStatus
	read(s.buffers["pairStatus"], st[:])
	return st[0]
}

// room lets buffers grow to count items of each texels, and tells whether they are large enough.
func (s *Sim) room(count int, names ...string) bool {
	for _, name := range names {
		each := 1
		switch name {
		case "pairMeeting", "candidate", "pairStiff":
			each = 2
		case "pairSlot":
			each = 3
		case "pairList", "pairProduct":
			each = 4
		}
		grown, err := s.memory.grow(s.buffers[name], each*count)
		if grown {
			s.unbind()
		}
		if err != nil {
			s.pairs.err = fmt.Errorf("%d pairs of cloth come near each other: %w", count, err)
			return false
		}
	}
	return true
}

// collectPairs lists the pairs that may come near on the way to the trial positions; twin of cpu's
// selfContact.collect.
func (s *Sim) collectPairs() {
	q, n := s.pairs, len(s.Model.X0)
	q.candidates, q.active = 0, 0
	defer func() { q.collected = q.err == nil }()
	s.over("pair_vertex_boxes", n, nil)
	nodes := q.levels[len(q.levels)-1]
	k := s.kernels["pair_feature_boxes"]
	k.set("first", nodes)
	k.set("count", q.features)
	s.over("pair_feature_boxes", q.features, nil)
	k = s.kernels["pair_boxes"]
	for l := len(q.levels) - 2; l >= 0; l-- {
		first, count := q.levels[l], q.levels[l+1]-q.levels[l]
		k.set("first", first)
		k.set("count", count)
		s.over("pair_boxes", count, nil)
	}
	k = s.kernels["pair_collect"]
	k.set("queries", q.queries)
	k.set("nodes", nodes)
	k.set("fill", 0)
	zero(s.buffers["pairStatus"], int(unsafe.Offsetof(pairStatus{}.Stiffened)))
	s.over("pair_collect", q.queries, nil)
	s.scan(s.buffers["pairStart"], q.queries, totalMeetings)
	st := s.pairStatus()
	count := int(st.Totals[totalMeetings])
	if st.Many != 0 || count >= scanMost {
		q.err = fmt.Errorf("%w: cloth moves so far that a part of it comes near most of the rest (%d pairs)", ErrTooLarge, count)
		return
	}
	if count == 0 || !s.room(count+1, "pairFlag") || !s.room(count, "pairMeeting", "pairApart") || !s.room(scanBlocks(count)+1, "scanTotals") {
		return
	}
	k.set("fill", 1)
	s.over("pair_collect", q.queries, nil)
	k = s.kernels["pair_filter"]
	k.set("count", count)
	k.set("meetings", count)
	k.set("fill", 0)
	s.over("pair_filter", count, nil)
	s.scan(s.buffers["pairFlag"], count, totalCandidates)
	candidates := int(s.pairStatus().Totals[totalCandidates])
	if candidates == 0 || !s.room(candidates, "candidate", "pairDistance", "pairState") {
		return
	}
	k.set("count", candidates)
	k.set("fill", 1)
	s.over("pair_filter", candidates, nil)
	q.candidates = candidates
	if q.stiffened > 0 {
		s.kernels["pair_stiffened"].set("count", q.stiffened)
		s.over("pair_stiffened", q.stiffened, nil)
	}
}

// coverPairs collects the pairs anew unless all trial positions, and with start those at the start of the step,
// are near those that they were collected for.
func (s *Sim) coverPairs(start bool) (anew bool) {
	zero(s.buffers["pairStatus"], int(unsafe.Offsetof(pairStatus{}.Stiffened)))
	s.kernels["pair_covers"].set("start", btoi(start))
	s.over("pair_covers", len(s.Model.X0), nil)
	anew = s.pairStatus().Left != 0
	if anew {
		s.collectPairs()
	}
	return anew
}

// beginPairs finds the candidates that a step begins with, or a round of it: where pairs were
// stiffened, which new candidates are looked through for, new ones; else those of an earlier step if they will do.
func (s *Sim) beginPairs() {
	q := s.pairs
	if !q.collected || q.stiffened > 0 {
		s.collectPairs()
		return
	}
	if !s.coverPairs(true) && q.candidates > 0 {
		s.kernels["pair_restart"].set("count", q.candidates)
		s.over("pair_restart", q.candidates, nil)
	}
}

// lookUpPairs finds the active pairs at the trial positions; twin of cpu's selfContact.detect.
func (s *Sim) lookUpPairs(first bool) {
	q, n := s.pairs, len(s.Model.X0)
	if q.err != nil {
		return
	}
	if first {
		s.beginPairs()
	} else {
		s.coverPairs(false)
	}
	q.active = 0
	if q.candidates == 0 {
		return
	}
	k := s.kernels["pair_look_up"]
	k.set("count", q.candidates)
	k.set("candidates", q.candidates)
	k.set("fill", 0)
	s.over("pair_look_up", q.candidates, nil)
	s.scan(s.buffers["pairFlag"], q.candidates, totalActive)
	active := int(s.pairStatus().Totals[totalActive])
	if active == 0 || !s.room(active, "pairVertex", "pairWeight", "pairPlane", "pairAxis", "pairLaw", "pairCandidate", "pairSlot", "pairList", "pairProduct") {
		return
	}
	k.set("count", active)
	k.set("fill", 1)
	s.over("pair_look_up", active, nil)
	zero(s.buffers["pairListStart"], 4*n)
	zero(s.buffers["pairListFill"], 4*n)
	k = s.kernels["pair_list"]
	k.set("count", active)
	k.set("fill", 0)
	s.over("pair_list", active, nil)
	s.scan(s.buffers["pairListStart"], n, totalListed)
	k.set("fill", 1)
	s.over("pair_list", active, nil)
	s.over("pair_sort", 4*active, nil)
	q.active = active
}

// evaluatePairs evaluates the active pairs and adds them to the slots of vertices.
func (s *Sim) evaluatePairs() {
	s.kernels["cg_multiply"].set("pairCount", s.activePairs())
	if s.activePairs() == 0 {
		return
	}
	s.kernels["pairs"].set("count", s.pairs.active)
	s.over("pairs", s.pairs.active, nil)
	s.over("pair_gather", len(s.Model.X0), nil)
}

// activePairs is the number of pairs that are near.
func (s *Sim) activePairs() int {
	if s.pairs == nil {
		return 0
	}
	return s.pairs.active
}

// maxRounds, stopAll and maxRollBacks are as in cpu.
const (
	maxRounds    = 3
	stopAll      = 10
	maxRollBacks = 50
)

// settle minimises the potential of a step and makes sure that no two features of the cloth touch on
// the straight paths from its start to its end; twin of cpu.Sim.settle.
func (s *Sim) settle(rep *step.Report) step.Outcome {
	if s.pairs != nil {
		s.pairs.stiffened, s.pairs.err = 0, nil
		write(s.buffers["pairStatus"], []pairStatus{{}})
	}
	out := s.newton(rep, true)
	for round := 0; ; round++ {
		if s.pairs != nil && s.pairs.err != nil {
			return step.ContactFailed
		}
		if out > step.Unconverged {
			return out
		}
		s.project()
		if s.pairs == nil || !s.checkPaths() {
			return out
		}
		if s.pairs.err != nil {
			return step.ContactFailed
		}
		if round == maxRounds {
			return s.stopPairs(rep, out)
		}
		s.stiffen()
		rep.Rounds++
		out = s.newton(rep, false)
	}
}

// project puts contact points back outside of colliders.
func (s *Sim) project() {
	defer s.timer.stage(stageContact)()
	n := len(s.Model.X0)
	if len(s.obstacles) > 0 {
		s.over("push_vertices", n, nil)
		s.over("push_triangles", len(s.Model.Tri), nil)
	}
	s.over("settle", n, nil)
}

// checkPaths checks the path of every pair to the trial positions, and tells whether any comes too near.
func (s *Sim) checkPaths() bool {
	defer s.timer.stage(stageContact)()
	s.coverPairs(false)
	return s.hits(0) > 0 || s.pairs.err != nil
}

// hits counts the candidates whose path comes too near; stop is as in pair_check.comp.
func (s *Sim) hits(stop int) int {
	if s.pairs.candidates == 0 {
		return 0
	}
	k := s.kernels["pair_check"]
	k.set("count", s.pairs.candidates)
	k.set("stop", stop)
	zero(s.buffers["pairStatus"], int(unsafe.Offsetof(pairStatus{}.Stiffened)))
	s.over("pair_check", s.pairs.candidates, nil)
	return int(s.pairStatus().Hits)
}

// stiffen notes the pairs that came too near, for the rest of the step.
func (s *Sim) stiffen() {
	q := s.pairs
	old := make([]int32, 2*q.stiffened) // growing loses the data
	read(s.buffers["pairStiff"], old)
	if !s.room(q.stiffened+q.candidates, "pairStiff") {
		return
	}
	write(s.buffers["pairStiff"], old)
	s.kernels["pair_stiffen"].set("count", q.candidates)
	s.over("pair_stiffen", q.candidates, nil)
	q.stiffened = int(s.pairStatus().Stiffened)
}

// stopPairs shortens the ways of vertices until no pair hits; twin of cpu.Sim.stop. Where cpu shortens
// a way once for each pair that hits, here the shortest counts, which no order can change.
func (s *Sim) stopPairs(rep *step.Report, out step.Outcome) step.Outcome {
	defer s.timer.stage(stageContact)()
	n := len(s.Model.X0)
	k := s.kernels["pair_stop"]
	k.set("phase", 0)
	s.over("pair_stop", n, nil)
	for turn := range maxRollBacks + 1 {
		stop := 1
		if turn >= stopAll {
			stop = 2
		}
		s.coverPairs(false)
		if s.pairs.err != nil {
			return step.ContactFailed
		}
		if s.hits(stop) == 0 {
			k.set("phase", 2)
			s.over("pair_stop", n, nil)
			rep.Stopped += int(s.pairStatus().Stopped)
			return out
		}
		k.set("phase", 1)
		s.over("pair_stop", n, nil)
	}
	return step.ContactFailed
}
