//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"unsafe"

	"hysteron/step"
)

// speculation issues operations before the driver has decided on them. The host issues the sequence predicted by
// step.Plan. After each search and evaluation the kernel decide checks the reductions; where the step may deviate from
// the plan, it empties the dispatch commands of all later operations. The host then reads once how far the device went.
// Calls of the driver return the recorded reductions until the point where the device stopped; from there on the host
// issues operations as usual.
type speculation struct {
	*Sim
	plan          step.Plan
	copy          readback
	endCopy       readback    // the same, with the results at the end of a step
	ops           []operation // completed, or issued
	next          int         // index of the next call to answer from ops
	log           []decision
	count         int    // decisions issued
	watch         func() // called after each read; may be nil
	slopeIncluded bool   // the last evaluation includes the slope
	keepRange     [4]float32
}

// operation is an operation of step.Operations, or a part of one.
type operation struct {
	code     opCode
	decision int  // decision after it
	first    bool // of the step
}

type opCode string

const (
	opMayTunnel           opCode = "MayTunnel"
	opBodies              opCode = "DetectContacts, of bodies"
	opPairs               opCode = "DetectContacts, of pairs"
	opImpacts             opCode = "DetectContacts, of impacts"
	opEvaluate            opCode = "Evaluate"
	opSlope               opCode = "Evaluate and Slope"
	opSearch              opCode = "Search"
	opAcceptStep          opCode = "AcceptStep"
	opTrialStep           opCode = "TrialStep"
	opDrift               opCode = "Drift"
	opCorrectRigid        opCode = "CorrectRigid"
	opProjectPenetrations opCode = "ProjectPenetrations"
	opCCD                 opCode = "CCD"
)

// decision is the twin of an entry of the log, see decide.comp.
type decision struct {
	status
	Goes       int32
	Active     int32 // active pairs
	Candidates int32
	Moved      int32 // vertices left the boxes
}

// header is the twin of the start of include/speculation.glsl.
type header struct {
	Done, Stopped int32
	_             [2]int32
	Before        [4]float32
	Wandered      float32
	Fresh         float32
	_             [6]int32
}

// logged is the data that is read back.
type logged struct {
	header
	log [maxDecisions]decision
}

func newSpeculation(s *Sim) *speculation {
	return &speculation{Sim: s, copy: newReadback(int(unsafe.Sizeof(logged{}))), endCopy: newReadback(0)}
}

func (a *speculation) free() {
	a.copy.free()
	a.endCopy.free()
}

// reset discards the plan and the operations.
func (a *speculation) reset() { a.plan, a.ops, a.next, a.slopeIncluded = step.Plan{}, nil, 0, false }

// pending reports whether there are completed operations that were not yet called.
func (a *speculation) pending() bool { return a.next < len(a.ops) }

// takeCompleted reports whether an operation is already completed. Its reductions then become the current ones.
func (a *speculation) takeCompleted(kind opCode) bool {
	if a.next == len(a.ops) {
		return false
	}
	op := a.ops[a.next]
	if op.code == opSlope && kind == opEvaluate {
		kind = opSlope
	}
	if op.code != kind {
		panic(fmt.Sprintf("gpu: operation %s of the device: expected %s", op.code, kind))
	}
	a.next++
	a.slopeIncluded = false
	if op.decision >= len(a.log) {
		return true
	}
	d := &a.log[op.decision]
	switch kind {
	case opSearch, opEvaluate, opSlope, opMayTunnel, opTrialStep, opDrift:
		a.solver.cached = d.status
		a.slopeIncluded = kind == opSlope
	case opPairs:
		if op.first && a.pairs.leavesBoxes {
			a.pairs.leavesBoxes = d.Moved != 0
		}
		a.pairs.active, a.pairs.lastActive = int(d.Active), int(d.Active)
	}
	return true
}

// start starts speculation.
func (a *speculation) start() {
	p, q := &a.plan, a.queue
	a.ops, a.next, a.log, a.count = a.ops[:0], 0, a.log[:0], 0
	q.issueSums()
	a.pairs.prepareCommands()
	write(q, q.buffers["decisions"], []header{{
		Before: [4]float32{float32(p.Before.Slope), float32(p.Before.Move), float32(p.Before.Norm * p.Before.Norm),
			float32(p.Before.Extent())},
		Wandered: float32(p.Wandered), Fresh: float32(p.Fresh),
	}})
	q.beginSpeculative()
}

// recordIssued records an operation as issued.
func (a *speculation) recordIssued(kind opCode) {
	if !a.queue.commandTable.Missed {
		a.ops = append(a.ops, operation{kind, a.count, a.plan.Begins && kind == opPairs && len(a.ops) < 3})
	}
}

// issueDecision issues a decision on whether to continue.
func (a *speculation) issueDecision(kind, it, coarse int) {
	p := &a.plan
	limits := [4]float32{float32(p.Sight), float32(p.Tolerance), float32(p.Wander), float32(p.Floor)}
	switch kind {
	case decidePays:
		limits[0] = float32(p.Beyond.SurelyPays())
	case decideEnds:
		limits[0] = float32(p.SureDrift())
	}
	if p.Kept != (step.Kept{}) {
		a.keepRange = keepRange(p)
	}
	a.queue.decide(kind, btoi(it >= step.Detections), coarse, a.keepRange, limits)
	a.count++
}

// keepRange returns the parameters by which decide.comp decides whether the preconditioner is kept.
func keepRange(p *step.Plan) [4]float32 {
	k := &p.Kept
	return [4]float32{float32(k.Least), float32(k.Most), float32(k.Effort), float32(k.Spare)}
}

// issueDetection issues a contact detection.
func (a *speculation) issueDetection(first bool) {
	a.contacts.detect(first)
	a.recordIssued(opBodies)
	if a.pairs.enabled() {
		if first && a.pairs.leavesBoxes {
			a.pairs.collectAndDetect(a.pairs.capacities())
		} else {
			a.pairs.detectCandidates(first)
		}
		a.recordIssued(opPairs)
	}
	if first && a.usesBDF2() {
		a.findImpacts()
		a.recordIssued(opImpacts)
	}
}

// issueEnd issues the end of a step: contact detection, Drift, CorrectRigid, ProjectPenetrations and CCD. The device
// stops if the drift may require more Newton iterations, or if the presence of active pairs changes, because components
// are computed only with pairs. All results are read at once.
func (a *speculation) issueEnd() {
	p := a.pairs
	if !a.queue.canSpeculate() || p.leftBoxes || !p.reusesCandidates() {
		return
	}
	a.start()
	a.issueDetection(false)
	a.evaluate(false)
	a.gatherGradient()
	a.recordIssued(opEvaluate)
	m := operations{a.Sim}
	m.motion.drift(m.components())
	a.recordIssued(opDrift)
	a.issueDecision(decideEnds, 0, btoi(p.active > 0))
	m.correctRigid(a.plan.Reach)
	a.recordIssued(opCorrectRigid)
	m.projectPenetrations()
	a.recordIssued(opProjectPenetrations)
	parts, along := []bufferRange{{a.queue.buffers["decisions"], int(unsafe.Sizeof(logged{}))}}, m.motionToRead()
	if p.enabled() {
		p.checkPaths()
		a.recordIssued(opCCD)
		parts = append(parts, p.parts(along)...)
	} else {
		parts = append(parts, bufferRange{a.queue.buffers["status"], int(unsafe.Sizeof(status{}))})
	}
	a.queue.endSpeculative()
	const n = int(unsafe.Sizeof(logged{})) / 16
	all := readVectors(a.queue, &a.endCopy, parts)
	a.read((*logged)(unsafe.Pointer(&all[0])))
	if p.enabled() {
		p.cacheStatus(all[n:], along)
	} else {
		a.solver.cacheStatus(*(*status)(unsafe.Pointer(&all[n])))
	}
}

// issue issues the planned operations, the first linear system with its own parameters, and reads how far the device
// went.
func (a *speculation) issue() {
	p, q := &a.plan, a.queue
	if p.Iterations == 0 && !p.Begins || !q.canSpeculate() {
		return
	}
	if a.solver.prepareRigidAMG(p.First); !a.solver.isConcurrent(a.pairs.bound) || p.Begins &&
		!a.pairs.reusesCandidates() || p.Goes &&
		a.pairs.leftBoxes {
		return
	}
	a.start()
	if p.Begins {
		if a.contacts.countSurfaces() > 0 {
			a.approachOfBodies()
			a.recordIssued(opMayTunnel)
			a.issueDecision(decideTunnels, 0, 0)
		}
		a.issueDetection(true)
		a.evaluate(true)
		a.gatherGradient()
		a.recordIssued(opEvaluate)
	}
	linear := p.First
	linear.Tolerance = step.Rounded(linear.Tolerance)
	evaluate := func(looks, slope bool, gone float64, semismooth bool) {
		kind := opEvaluate
		if looks {
			a.issueDetection(false)
		}
		a.evaluate(false)
		a.gatherGradient()
		if slope {
			a.slope(gone, semismooth)
			kind = opSlope
		}
		a.recordIssued(kind)
	}
	late := func(it int) bool { return it >= step.Detections }
	before := p.Iteration - 1
	switch b := p.Beyond; {
	case p.Goes && b != nil:
		a.trial(b.By)
		a.recordIssued(opTrialStep)
		a.issueDecision(decidePays, 0, 0)
		a.motion.accept(b.By)
		a.recordIssued(opAcceptStep)
		evaluate(false, a.hasFriction(), 1+b.By, a.semismoothMatrix)
		a.issueDecision(decideContinues, 0, 0)
	case p.Goes:
		evaluate(p.Detects, late(before) || a.hasFriction(), 1, a.semismoothMatrix)
		a.issueDecision(decideContinues, before, 0)
	}
	semismooth := a.elements.semismooth
	solved := semismooth
	searches := max(p.Iterations, btoi(p.Begins)) // the first is always issued
	for it := p.Iteration; it < p.Iteration+searches && a.count+2 <= maxDecisions && !q.commandTable.Missed; it++ {
		a.solver.request(linear, float64(a.stepParams.H))
		a.gatherMatrix()
		a.solve(false)
		a.trial(1)
		a.recordIssued(opSearch)
		coarse := 0
		if linear.Multilevel {
			coarse = 1 + btoi(!linear.Reuse)
		}
		a.issueDecision(decideSearched, it, coarse)
		if p.Iterations == 0 {
			break
		}
		a.motion.accept(1)
		a.recordIssued(opAcceptStep)
		a.elements.semismooth = false // for one system, see step.Driver
		evaluate(!late(it), late(it) || a.hasFriction(), 1, solved)
		a.issueDecision(decideEvaluated, it, coarse)
		solved = false
		linear = step.Linear{Tolerance: -1, Multilevel: linear.Multilevel, RigidModes: linear.RigidModes,
			Reuse: linear.Multilevel}
	}
	a.elements.semismooth = semismooth
	q.endSpeculative()
	q.pendingSums = [reductionCount][4]int32{}
	got := readBack[logged](q, q.buffers["decisions"], &a.copy)
	a.read(&got)
	if anew := p.Begins && a.pairs.leavesBoxes; anew {
		a.pairs.candidates, a.pairs.collected = 0, false
		for _, op := range a.ops {
			if op.first && op.decision < len(a.log) {
				a.pairs.candidates, a.pairs.collected = int(a.log[op.decision].Candidates), true
			}
		}
	}
	p.Iterations, p.Begins, p.Goes = 0, false, false
}

// continuePlan issues the plan after a full Newton step, after step extrapolation, or at the end of a step.
func (a *speculation) continuePlan() {
	switch p := &a.plan; {
	case a.pending():
	case p.Goes:
		a.issue()
		p.Goes = false
	case p.Ends:
		a.issueEnd()
		p.Ends = false
	}
}

// read stores the log of the device and drops operations that were not completed.
func (a *speculation) read(got *logged) {
	a.log = append(a.log, got.log[:got.Done]...)
	a.pairs.leftBoxes = got.Stopped == stopLeftBoxes
	goes := len(a.log) == 0 || a.log[len(a.log)-1].Goes != 0
	for i, op := range a.ops {
		if op.decision > len(a.log) || op.decision == len(a.log) && (!goes || got.Stopped != 0 && op.code == opPairs) {
			a.ops = a.ops[:i]
			break
		}
	}
	if a.watch != nil {
		a.watch()
	}
	for _, op := range a.ops {
		if op.code == opSearch && op.decision < len(a.log) {
			a.queue.counts.Issued += a.log[op.decision].products()
		}
	}
	if n := len(a.log); n > 0 {
		a.solver.cached, a.solver.countedProducts = a.log[n-1].status, math.MaxInt
	}
	a.solver.version = a.queue.buffers["status"].Version
}

// decide issues pending sums and a decision, see decide.comp.
func (q *queue) decide(kind, late, coarse int, kept [4]float32, limits [4]float32) {
	list, _ := q.takePendingSums()
	q.runConcurrent(1, nil, "decide", list[0], list[1], list[2], list[3], kind, late, coarse, kept, limits)
}

// beginSpeculative makes the following dispatches speculative.
func (q *queue) beginSpeculative() {
	q.commandTable.Speculative, q.commandTable.Missed = true, false
	write(q, q.commandTable.Commands, q.commandTable.Groups)
}

// endSpeculative ends that.
func (q *queue) endSpeculative() { q.commandTable.Speculative, q.commandTable.Missed = false, false }
