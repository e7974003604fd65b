//go:build cgo

package gpu

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"hysteron/cloth"
	"hysteron/gpu/layout"

	"hysteron/step"
)

// pairs finds and evaluates contact of cloth with cloth; twin of cpu's selfContact. All lists are on
// the device; the host knows how long they are, so that buffers can grow. Without such contact there are none.
type pairs struct {
	*queue
	*layout.Pairs
	vertices   int
	most       int  // candidates
	collected  bool // the candidates are those for the positions that are kept with them
	candidates int
	counted    int // of which those that are near were counted last, or as many as there was room for
	active     int
	bound      int  // as many active pairs as kernels go over: those, or all that lists have room for; 0: there are none
	left       bool // vertices have left the boxes, as the device has found ahead
	moves      bool // and did so before the first contact detection of the step before
	stiffened  int
	rubbing    int   // pairs of the last contact detection, also when candidates have been collected since
	anchors    int   // pairs whose slip is kept from the last step
	anchorRoom int   // for so many
	err        error // why a list cannot be held

	solver  *solver // whose status is read along
	copy    readback
	seen    pairStatus // as it was read
	version int        // of the buffer then
}

var pairDispatches = []dispatch{
	{name: "pair_vertex_boxes", stage: stageContact},
	{name: "pair_feature_boxes", stage: stageContact, uniforms: words("first"),
		own: layout.Strides{"pairBox": 32}, before: func(_ int, args []any) int { return args[0].(int) }},
	{name: "pair_boxes", stage: stageContact},
	{name: "pair_covers", stage: stageContact, uniforms: words("start", "clear", "anew")},
	{name: "pair_restart", stage: stageContact},
	{name: "pair_collect", stage: stageContact, uniforms: words("nodes", "fill")},
	{name: "pair_filter", stage: stageContact, uniforms: words("meetings", "fill")},
	{name: "pair_scan", shape: inBlocks, stage: stageContact, uniforms: words("target", "room"),
		callBuffers: words("items")},
	{name: "pair_may", stage: stageContact},
	{name: "pair_detect", stage: stageContact, uniforms: words("candidates", "fill", "kept")},
	{name: "pair_uncovered", stage: stageContact},
	{name: "pair_keep", stage: stageContact, uniforms: words("phase")},
	{name: "pair_list", stage: stageContact},
	{name: "pair_sort", stage: stageContact},
	{name: "pairs", stage: stageElements, uniforms: words("activeSetFixed", "semismooth")},
	{name: "pair_gather", stage: stageElements},
	{name: "trial_pairs", shape: looping, stage: stageElements, uniforms: words("alpha", "firstReduction"), part: ofPairs},
	{name: "soften_pairs", shape: looping, stage: stageElements, uniforms: words("gone", "semismooth", "firstReduction"),
		part: ofPairs},
	{name: "pair_ccd", stage: stageContact, uniforms: words("stop")},
	{name: "pair_increase", stage: stageContact, uniforms: words("unseen")},
	{name: "pair_increased", stage: stageContact, uniforms: words("queries", "meetings")},
	{name: "pair_clamp", stage: stageContact, uniforms: words("phase")},
	{name: "in_contact_pairs", stage: stageContact, callBuffers: words("atHi", "atLo")},
	{name: "impact_pieces", shape: oneGroup, stage: stageContact},
	{name: "components", shape: groupPerItem, stage: stageElements, uniforms: words("pairs")},
}

// lists are the buffers that start empty, with the texels of an item.
var lists = map[string]zeros{
	"pairMeeting": integers(2), "pairApart": floats(1), "candidate": integers(2), "pairDistance": floats(1),
	"pairState": integers(1), "pairSupport": integers(1), "pairFlag": integers(1),
	"pairVertex": quads(1), "pairWeight": vectors(1), "pairPlane": vectors(2), "pairLaw": vectors(2),
	"pairAnchor":    vectors(2),
	"pairCandidate": integers(1), "pairSlot": vectors(pairSlot), "pairList": integers(4), "pairProduct": integers(4),
	"pairStiff": integers(2), "pairMay": integers(1), "pairNear": integers(1),
}

// contents lists the buffers. Without contact of cloth with cloth they are empty: cg_multiply has to have some.
func (p *pairs) contents() []content {
	n := p.vertices
	list := []content{
		{"features", p.Vertex}, {"pairBeside", p.Beside}, {"pairRest", p.Rest}, {"pairQuery", p.Query},
		{"pairNode", p.Node}, {"pairLeaf", p.Leaf}, {"pairBox", vectors(2 * (len(p.Node) + len(p.Leaf)))},
		{"pairMet", integers(len(p.Node))},
		{"vertexBox", vectors(2 * n)}, {"pairStart", integers(scanRoom(len(p.Query)))},
		{"pairListStart", integers(scanRoom(n))}, {"pairListFill", integers(n)}, {"pairPart", integers(2 * n)},
		{"pairAnchorFirst", integers(len(p.Query))},
		{"collectedHi", vectors(n)}, {"collectedLo", vectors(n)},
		{"pairWay", vectors(n)}, {"pairFraction", floats(n)}, {"pairNextFraction", integers(n)},
		{"pairStatus", integers(int(unsafe.Sizeof(pairStatus{}) / 4))},
	}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		list = append(list, content{name, zeros{format: lists[name].format}})
	}
	return list
}

// newPairs prepares contact of cloth with cloth where it is on.
func newPairs(q *queue, m *cloth.Model, p *layout.Model, s *solver, on bool) (*pairs, error) {
	if !on {
		return &pairs{queue: q, Pairs: &layout.Pairs{}}, nil
	}
	f, err := layout.NewPairs(m, p)
	return &pairs{queue: q, Pairs: f, vertices: len(m.X0), most: step.MostPairs(len(m.X0)), solver: s,
		copy: newReadback(int(unsafe.Sizeof(statuses{})))}, err
}

// on reports whether cloth touches cloth.
func (p *pairs) on() bool { return p.vertices > 0 }

// scanRoom is how many items n counts take with what scan leaves behind them.
func scanRoom(n int) int { return n + 1 + ceil(n+1, scanBlock) }

// scanFits is for how many counts so many items are enough.
func scanFits(items int) int { return (items - 2) * scanBlock / (scanBlock + 1) }

// scan turns the first n counts of a buffer into places, see place.glsl: sums of all that come before, and at n of all.
// The sum of all goes to pairStatus.Totals[target].
// What is issued ahead stops where it is more than there is room for.
func (p *pairs) scan(b *buffer, n, target, room int) {
	p.runWith(map[string]*buffer{"items": b}, "pair_scan", n+1, target, room)
}

// status reads PairStatus, for which it waits unless nothing has changed since.
func (p *pairs) status() pairStatus { return p.statusAnd(nil) }

// statuses are Status and PairStatus.
type statuses struct {
	status
	pairs pairStatus
}

// statusAnd is status, and reads along where vertices are, unless that is nil.
func (p *pairs) statusAnd(v *motion) pairStatus {
	b := p.buffers["pairStatus"]
	if p.version == b.Version {
		return p.seen
	}
	p.saw(readVectors(p.queue, &p.copy, p.parts(v)), v)
	return p.seen
}

// parts are what saw takes: where vertices are, unless v is nil, and the statuses.
func (p *pairs) parts(v *motion) (list []stretch) {
	if v != nil {
		list = v.parts(siteBuffers)
	}
	return append(list, stretch{p.solver.buffers["status"], int(unsafe.Sizeof(status{}))}, stretch{p.buffers["pairStatus"],
		int(unsafe.Sizeof(pairStatus{}))})
}

// saw notes what was read of parts.
func (p *pairs) saw(all [][4]float32, v *motion) {
	n := 0
	if v != nil {
		n = len(siteBuffers) * p.vertices
		v.saw(all[:n])
	}
	got := (*statuses)(unsafe.Pointer(&all[n]))
	p.seen, p.version = got.pairs, p.buffers["pairStatus"].Version
	if p.owed == [reductions_][4]int32{} {
		p.solver.saw(got.status)
	}
}

// clearStatus empties the first part of PairStatus. Nothing has left its box then, until collect or cover find
// otherwise.
func (p *pairs) clearStatus() {
	p.wipe(p.buffers["pairStatus"], 0, int(unsafe.Offsetof(pairStatus{}.Stiffened)))
}

// room lets lists grow to count items, and reports whether they are large enough.
func (p *pairs) room(count int, names ...string) bool {
	for _, name := range names {
		if err := p.queue.grow(p.buffers[name], max(1, lists[name].count)*count); err != nil {
			p.err = fmt.Errorf("%d pairs of cloth come near each other: %w", count, err)
			return false
		}
	}
	return true
}

// collect lists the pairs that may come near on the way to the trial positions; twin of cpu's
// selfContact.collect.
func (p *pairs) collect() {
	p.candidates, p.active = 0, 0
	defer func() { p.collected = p.err == nil }()
	nodes, queries := len(p.Node), len(p.Query)
	p.clearStatus()
	p.countMeetings(scanMost)
	st := p.status()
	count := int(st.Totals[totalMeetings])
	if st.Many != 0 || count >= scanMost {
		p.err = fmt.Errorf("%w: cloth moves so far that a part of it comes near most of the rest (%d pairs)", ErrTooLarge,
			count)
		return
	}
	if count == 0 || !p.room(scanRoom(count), "pairFlag") || !p.room(count, "pairMeeting", "pairApart") {
		return
	}
	p.run("pair_collect", queries, nodes, count)
	p.run("pair_filter", count, count, false)
	p.scan(p.buffers["pairFlag"], count, totalCandidates, scanMost)
	candidates := int(p.status().Totals[totalCandidates])
	if candidates > p.most {
		p.err = step.TooManyPairs(p.most)
		return
	}
	if candidates == 0 || !p.room(candidates, "candidate", "pairDistance", "pairState", "pairSupport") {
		return
	}
	p.run("pair_filter", candidates, count, true)
	p.candidates = candidates
	p.run("pair_increased", p.stiffened, queries, count)
}

// countMeetings counts the pairs whose boxes meet, of which there may be room for so many.
func (p *pairs) countMeetings(room int) {
	nodes, queries := len(p.Node), len(p.Query)
	p.run("pair_vertex_boxes", p.vertices)
	p.run("pair_feature_boxes", len(p.Leaf), nodes)
	p.run("pair_boxes", nodes)
	p.run("pair_collect", queries, nodes, 0)
	p.scan(p.buffers["pairStart"], queries, totalMeetings, room)
}

// rooms is for how many pairs whose boxes meet, and for how many candidates there is room.
func (p *pairs) rooms() (meetings, candidates int) {
	meetings = min(p.roomIn("pairMeeting", "pairApart"), scanFits(p.roomIn("pairFlag")))
	return meetings, min(p.roomIn("candidate", "pairDistance", "pairState", "pairSupport"), meetings)
}

// findAnew lists candidates, and looks up which are near, as far as there is room for them; p.candidates is that room
// then. Whether the old candidates would have done is found out along with it.
func (p *pairs) findAnew(meetings, candidates int) {
	if p.collected {
		p.run("pair_covers", p.vertices, true, true, true)
	} else {
		p.emptyLists()
	}
	p.countMeetings(meetings)
	p.run("pair_collect", len(p.Query), len(p.Node), meetings)
	p.run("pair_filter", meetings, meetings, false)
	p.scan(p.buffers["pairFlag"], meetings, totalCandidates, candidates)
	p.run("pair_filter", candidates, meetings, true)
	p.run("pair_increased", p.stiffened, len(p.Query), meetings)
	p.candidates = candidates
	p.near()
}

// collectAtOnce is collect and near where there is room enough.
func (p *pairs) collectAtOnce() bool {
	meetings, candidates := p.rooms()
	if !p.runsAhead() || candidates <= 1 {
		return false
	}
	p.clearStatus()
	p.findAnew(meetings, candidates)
	st := p.status()
	p.candidates = int(st.Candidates)
	p.collected = st.Many == 0 && int(st.Totals[totalMeetings]) <= meetings && p.candidates <= candidates
	return p.collected
}

// cover collects the pairs anew unless all trial positions are near those that they were collected for.
func (p *pairs) cover() {
	p.clearStatus()
	p.run("pair_covers", p.vertices, false, false, false)
	if p.status().Left != 0 {
		p.collect()
	}
}

// forget forgets what was found in earlier steps, and renew what was in this one.
func (p *pairs) forget() { p.collected, p.left, p.moves = false, false, false }

func (p *pairs) renew() {
	p.stiffened, p.rubbing, p.err = 0, 0, nil
	write(p.queue, p.buffers["pairStatus"], []pairStatus{{Candidates: int32(p.candidates)}})
}

// countNear counts the candidates that are near, less those that others cover.
func (p *pairs) countNear() {
	if p.candidates > 0 {
		room := scanMost
		if p.fetch {
			p.detectListed()
		} else {
			p.run("pair_detect", p.candidates, p.candidates, false, p.anchors)
			p.run("pair_uncovered", p.candidates)
		}
		if p.runsAhead() {
			room = p.bound
		}
		p.counted = p.candidates
		p.scan(p.buffers["pairFlag"], p.counted, totalActive, room)
	}
}

// detectListed has the candidates listed that may be near, looks these up, and lists those that are.
func (p *pairs) detectListed() {
	if !p.room(p.candidates+lookPoints, "pairMay", "pairNear") {
		return
	}
	may, near := p.buffers["pairMay"], p.buffers["pairNear"]
	write(p.queue, may, emptyList)
	write(p.queue, near, emptyList)
	p.run("pair_may", p.candidates)
	p.runBy(may, 0, nil, "pair_detect", p.candidates, p.candidates, false, p.anchors)
	p.runBy(may, 0, nil, "pair_uncovered", p.candidates)
}

// activeLists are those of the active pairs.
var activeLists = words("pairVertex", "pairWeight", "pairPlane", "pairLaw", "pairCandidate", "pairSlot", "pairList",
	"pairProduct")

// roomIn is for how many items lists have room.
func (p *pairs) roomIn(names ...string) int {
	room := scanMost
	for _, name := range names {
		b := p.buffers[name]
		room = min(room, b.Bytes/(layout.TexelBytes[b.Format]*max(1, lists[name].count)))
	}
	return room
}

// detect finds the active pairs at the trial positions; twin of cpu's selfContact.detect. Where Newton's method begins,
// with candidates of an earlier step if they will do, and with new ones where pairs were stiffened, which these are
// looked through for. That they will do is found out while they are counted. Where lists had room for active pairs
// before, they are filled while these are counted, and once more if the room is too small.
func (p *pairs) detect(first bool) {
	if !p.on() || p.err != nil {
		p.active, p.rubbing, p.bound = 0, 0, 0
		return
	}
	fixed := first && p.collected && p.stiffened == 0 && p.moves && !p.fetch
	anew := first && (!p.collected || p.stiffened > 0) || fixed
	if !anew {
		if !p.left {
			p.find(first)
			p.left = p.status().Left != 0
		}
		anew = p.left
		if first {
			p.moves = p.left
		}
	}
	p.left = false
	if anew && !p.collectAtOnce() {
		if fixed && !p.runsAhead() {
			p.run("pair_covers", p.vertices, true, false, true)
		}
		p.collect()
		p.emptyLists()
		p.near()
	}
	if fixed {
		p.moves = p.status().Moved != 0
	}
	p.active, p.rubbing = 0, 0
	if p.candidates > 0 {
		p.active = int(p.status().Totals[totalActive])
	}
	switch {
	case p.active == 0:
		p.bound = 0
		return
	case p.active > p.bound:
		if !p.room(p.active, activeLists...) {
			p.active, p.bound = 0, 0
			return
		}
		if p.bound > 0 {
			p.emptyLists()
		}
		if p.bound = p.active; p.runsAhead() {
			p.bound = p.roomIn(activeLists...)
		}
		p.list()
	}
	if !p.runsAhead() {
		p.bound = p.active
	}
	p.rubbing = p.active
}

// foretell has commands for what goes over the candidates, since what finds them goes over as many as there may be.
func (p *pairs) foretell() {
	if n := p.candidates; n > 0 {
		p.gates.Of(p.groupsOver(perItem, n))
		p.gates.Of(p.groupsOver(inBlocks, n+1)) // see scan
	}
}

// reusesCandidates reports whether the candidates of the step before may do.
func (p *pairs) reusesCandidates() bool { return !p.on() || p.collected && p.err == nil }

// find looks up the pairs that are near among the candidates, and whether these will do.
func (p *pairs) find(first bool) {
	p.run("pair_covers", p.vertices, first, true, false)
	if first {
		p.run("pair_restart", p.candidates)
	}
	p.near()
}

// near counts the pairs that are near, and lists them where it is known for how many there is room.
func (p *pairs) near() {
	if !p.runsAhead() {
		p.bound = 0
	}
	p.countNear()
	if p.bound > 0 && p.candidates > 0 {
		p.list()
	}
}

// emptyLists empties the lists of the pairs of each vertex.
func (p *pairs) emptyLists() {
	p.wipe(p.buffers["pairListStart"], 0, 4*p.vertices)
	p.wipe(p.buffers["pairListFill"], 0, 4*p.vertices)
}

// list writes the pairs that were counted, and lists those of each vertex.
func (p *pairs) list() {
	p.run("pair_detect", p.bound, p.counted, true, p.anchors)
	p.scan(p.buffers["pairListStart"], p.vertices, totalListed, scanMost)
	p.run("pair_list", p.bound)
	p.run("pair_sort", 4*p.bound)
}

// forces evaluates the active pairs.
func (p *pairs) forces(fixed, semismooth bool) {
	if p.bound > 0 {
		p.run("pairs", p.bound, fixed, semismooth)
	}
}

// evaluate evaluates the active pairs and adds them to the slots of vertices.
func (p *pairs) evaluate(fixed, semismooth bool) {
	p.forces(fixed, semismooth)
	if p.bound > 0 {
		p.run("pair_gather", p.vertices)
	}
}

// ccd reports whether the path of any pair to the trial positions comes too near; stop is as in pair_ccd.comp. Where
// nothing is to be stopped, the candidates are checked while it is found out whether they will do, and where vertices
// are is read along, unless v is nil.
func (p *pairs) ccd(stop int, v *motion) bool {
	if stop != 0 {
		p.cover()
		return p.err == nil && p.hits(stop) > 0
	}
	p.clearStatus()
	p.check()
	p.sumUp() // what the end of the step asks of Status is read with this
	p.statusAnd(v)
	return p.ccdHit()
}

// check checks the candidates, and whether they will do; met tells what came of it, for new ones where they do not.
func (p *pairs) check() {
	p.run("pair_covers", p.vertices, false, false, false)
	p.run("pair_ccd", p.candidates, 0)
}

func (p *pairs) ccdHit() bool {
	if p.seen.Left == 0 {
		return p.seen.Hits > 0
	}
	p.collect()
	return p.err == nil && p.hits(0) > 0
}

// hits counts the candidates whose path to the trial positions comes too near; stop is as in pair_ccd.comp.
func (p *pairs) hits(stop int) int {
	if p.candidates == 0 {
		return 0
	}
	p.clearStatus()
	p.run("pair_ccd", p.candidates, stop)
	return int(p.status().Hits)
}

// components finds the connected components of pieces along the active pairs that have a force.
func (p *pairs) components() { p.run("components", 1, p.bound) }

// increaseStiffness notes the pairs that came too near, for the rest of the step.
func (p *pairs) increaseStiffness() {
	old := make([]int32, 2*p.stiffened) // growing loses the data
	read(p.queue, p.buffers["pairStiff"], old)
	if !p.room(p.stiffened+p.candidates, "pairStiff") {
		return
	}
	write(p.queue, p.buffers["pairStiff"], old)
	before := p.stiffened
	for _, unseen := range []bool{false, true} { // all where the solver saw none
		if p.stiffened == before {
			p.run("pair_increase", p.candidates, unseen)
			p.stiffened = int(p.status().Stiffened)
		}
	}
}

// clampPaths sets the fractions of their ways that vertices go to one, lets those with smaller ones go so far, or
// counts them, by the phase, see pair_clamp.comp.
func (p *pairs) clampPaths(phase int) { p.run("pair_clamp", p.vertices, phase) }
