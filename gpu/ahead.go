//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"hysteron/step"
)

// ahead is what the device does before it is asked to. The host issues the operations that step.Plan foretells; after each
// search and each evaluation the kernel decide looks at the tallies, and where the step may not go on as usual, it empties
// the commands of all that follows. Then the host reads once how far it went, and what driver asks for is there already,
// with the tallies that it asked by. From where the device stopped the host goes on by itself.
type ahead struct {
	*Sim
	plan  step.Plan
	copy  readback
	ops   []operation // done, or issued
	next  int         // of those that are done, the one that is asked for next
	log   []decision
	watch func() // of what was read; may be nil
	made  bool   // of the evaluation that was asked for last the slope is known
}

// operation is one of those of step.Machine, or a part of it.
type operation struct {
	kind     opKind
	decision int  // that follows it
	first    bool // of a step
}

type opKind string

const (
	opPasses   opKind = "Passes"
	opBodies   opKind = "LookUp, of bodies"
	opPairs    opKind = "LookUp, of pairs"
	opEvaluate opKind = "Evaluate"
	opSlope    opKind = "Evaluate and Slope"
	opSearch   opKind = "Search"
	opAccept   opKind = "Accept"
	opTry      opKind = "Try"
)

// decision is the twin of an entry of the log, see decide.comp.
type decision struct {
	status
	Goes       int32
	Active     int32 // pairs
	Candidates int32
	Moved      int32 // vertices had left the boxes
}

// header is the twin of the start of include/ahead.glsl.
type header struct {
	Done, Stopped int32
	_             [2]int32
	Before        [4]float32
	Wandered      float32
	Fresh         int32
	_             [6]int32
}

// logged is all that is read.
type logged struct {
	header
	log [aheadMost]decision
}

func newAhead(s *Sim) *ahead {
	return &ahead{Sim: s, copy: newReadback(int(unsafe.Sizeof(logged{})))}
}

// reset forgets what was issued.
func (a *ahead) reset() { a.plan, a.ops, a.next, a.made = step.Plan{}, nil, 0, false }

// doing tells whether there is something that has been done.
func (a *ahead) doing() bool { return a.next < len(a.ops) }

// take tells whether an operation is done already; then its outcome is the latest.
func (a *ahead) take(kind opKind) bool {
	if a.next == len(a.ops) {
		return false
	}
	op := a.ops[a.next]
	if op.kind == opSlope && kind == opEvaluate {
		kind = opSlope
	}
	if op.kind != kind {
		panic(fmt.Sprintf("gpu: the device has done %s, asked for %s", op.kind, kind))
	}
	a.next++
	a.made = false
	if op.decision >= len(a.log) {
		return true
	}
	d := &a.log[op.decision]
	switch kind {
	case opSearch, opEvaluate, opSlope, opPasses, opTry:
		a.solver.seen = d.status
		a.made = kind == opSlope
	case opPairs:
		if op.first && a.pairs.moves {
			a.pairs.moves = d.Moved != 0
		}
		a.pairs.active, a.pairs.rubbing = int(d.Active), int(d.Active)
	}
	return true
}

// issue issues what the plan foretells, the first system as it says, and reads how far the device went.
func (a *ahead) issue() {
	p, q := &a.plan, a.queue
	if p.Iterations == 0 && !p.Begins || !q.runsAhead() || a.solver.side == 0 || p.Begins && !a.pairs.keeps() || p.Goes && a.pairs.left {
		return
	}
	a.ops, a.next, a.log = a.ops[:0], 0, a.log[:0]
	q.sumUp()
	write(q, q.buffers["ahead"], []header{{
		Before:   [4]float32{float32(p.Before.Slope), float32(p.Before.Move), float32(p.Before.Norm * p.Before.Norm)},
		Wandered: float32(p.Wandered), Fresh: int32(p.Fresh),
	}})
	q.openGates()
	decisions := 0
	done := func(kind opKind) {
		if !q.gates.missed {
			a.ops = append(a.ops, operation{kind, decisions, p.Begins && kind == opPairs && len(a.ops) < 3})
		}
	}
	decide := func(kind, it, coarse int) {
		limits := [4]float32{float32(p.Sight), float32(p.Tolerance), float32(p.Wander), float32(p.Floor)}
		if kind == decidePays {
			limits[0] = float32(p.Beyond.SurelyPays())
		}
		q.decide(kind, btoi(it >= step.LookUps), coarse, limits)
		decisions++
	}
	lookUp := func(first bool) {
		a.contacts.lookUp(first)
		done(opBodies)
		if a.pairs.on() {
			if first && a.pairs.moves {
				a.pairs.findAnew(a.pairs.rooms())
			} else {
				a.pairs.find(first)
			}
			done(opPairs)
		}
	}
	if p.Begins {
		if a.contacts.surfaces() > 0 {
			a.wayOfBodies()
			done(opPasses)
			decide(decidePasses, 0, 0)
		}
		lookUp(true)
		a.evaluate(true)
		a.gatherGradient()
		done(opEvaluate)
		if p.Iterations == 0 {
			decide(decideNoted, 0, 0)
		}
	}
	linear := p.First
	linear.Tolerance = step.Rounded(linear.Tolerance)
	evaluate := func(looks, slope bool) {
		kind := opEvaluate
		if looks {
			lookUp(false)
		}
		a.evaluate(false)
		a.gatherGradient()
		if slope {
			a.elements.slope()
			kind = opSlope
		}
		done(kind)
	}
	late := func(it int) bool { return it >= step.LookUps }
	before := p.Iteration - 1
	switch b := p.Beyond; {
	case p.Goes && b != nil:
		a.trial(b.By)
		done(opTry)
		decide(decidePays, 0, 0)
		a.motion.accept(b.By)
		done(opAccept)
		evaluate(false, false)
		decide(decideGoesOn, 0, 0)
	case p.Goes:
		evaluate(p.Looks, late(before))
		decide(decideGoesOn, before, 0)
	}
	for it := p.Iteration; it < p.Iteration+p.Iterations && decisions+2 <= aheadMost && !q.gates.missed; it++ {
		a.solver.ask(linear, float64(a.set.H))
		a.gatherMatrix()
		a.solve(false)
		a.trial(1)
		done(opSearch)
		coarse := 0
		if linear.Multilevel {
			coarse = 1 + btoi(!linear.Keep)
		}
		decide(decideSearched, it, coarse)
		a.motion.accept(1)
		done(opAccept)
		evaluate(!late(it), late(it))
		decide(decideEvaluated, it, coarse)
		linear = step.Linear{Tolerance: -1, Multilevel: linear.Multilevel, Keep: linear.Multilevel}
	}
	q.closeGates()
	q.owed = [tallies_][4]int32{}
	a.read()
	if anew := p.Begins && a.pairs.moves; anew {
		a.pairs.candidates, a.pairs.collected = 0, false
		for _, op := range a.ops {
			if op.first && op.decision < len(a.log) {
				a.pairs.candidates, a.pairs.collected = int(a.log[op.decision].Candidates), true
			}
		}
	}
	p.Iterations, p.Begins, p.Goes = 0, false, false
}

// goOn issues what is foretold to come after a full Newton step, or a stride.
func (a *ahead) goOn() {
	if a.plan.Goes && !a.doing() {
		a.issue()
		a.plan.Goes = false
	}
}

// read waits for the device and drops what it has not done.
func (a *ahead) read() {
	got := readBack[logged](a.queue, a.queue.buffers["ahead"], &a.copy)
	a.log = append(a.log, got.log[:got.Done]...)
	a.pairs.left = got.Stopped == aheadLeft
	goes := len(a.log) == 0 || a.log[len(a.log)-1].Goes != 0
	for i, op := range a.ops {
		if op.decision > len(a.log) || op.decision == len(a.log) && (!goes || got.Stopped != 0 && op.kind == opPairs) {
			a.ops = a.ops[:i]
			break
		}
	}
	if a.watch != nil {
		a.watch()
	}
	for _, op := range a.ops {
		if op.kind == opSearch && op.decision < len(a.log) {
			st := &a.log[op.decision].status
			a.queue.counts.Issued += int(st.Iterations) + btoi(st.Outcome != cgRunning)
		}
	}
	if n := len(a.log); n > 0 {
		a.solver.seen, a.solver.counted = a.log[n-1].status, math.MaxInt
	}
	a.solver.version = a.queue.buffers["status"].version
}

// decide adds up what is owed and decides, see decide.comp.
func (q *queue) decide(kind, late, coarse int, limits [4]float32) {
	n := 0
	var list [tallies_][4]int32
	for _, sum := range q.owed {
		if sum[1] > 0 {
			list[n] = sum
			n++
		}
	}
	q.owed = [tallies_][4]int32{}
	q.runTogether(1, nil, "decide", list[0], list[1], list[2], list[3], kind, late, coarse, limits)
}

// openGates has commands for what follows, which is issued ahead.
func (q *queue) openGates() {
	q.gates.on, q.gates.missed = true, false
	write(q, q.gates.commands, q.gates.groups)
}

// closeGates ends that.
func (q *queue) closeGates() { q.gates.on, q.gates.missed = false, false }
