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

// pairs detects and evaluates cloth–cloth contact; twin of cpu's selfContact. All lists are on the device; the host has
// their lengths, to grow the buffers. They are empty without cloth–cloth contact.
type pairs struct {
	*queue
	*layout.Pairs
	vertices      int
	maxCandidates int  // largest number of candidates
	collected     bool // candidates are valid for the positions stored with them
	candidates    int
	counted       int // candidates counted by the last narrow phase, or the room for them
	active        int
	bound         int  // upper bound of active pairs: their number, or the room in the lists; 0: none
	leftBoxes     bool // vertices left the boxes, found by speculation
	leavesBoxes   bool // the same, before the first contact detection of the previous step
	stiffened     int
	lastActive    int   // active pairs of the last contact detection, also after candidates were collected
	anchors       int   // pairs with a friction anchor from the last step
	anchorRoom    int   // room for anchors
	err           error // why a list does not fit

	solver  *solver // its status is read together with PairStatus
	copy    readback
	cached  pairStatus // contents at the last read
	version int        // version of the buffer then
}

var pairDispatches = []dispatch{
	{name: "pair_vertex_boxes", stage: stageContact},
	{name: "pair_feature_boxes", stage: stageContact, uniforms: words("first"),
		strides: layout.Strides{"pairBox": 32}, itemsBefore: func(_ int, args []any) int { return args[0].(int) }},
	{name: "pair_boxes", stage: stageContact},
	{name: "pair_validate", stage: stageContact, uniforms: words("start", "clear", "anew")},
	{name: "pair_restart", stage: stageContact},
	{name: "pair_collect", stage: stageContact, uniforms: words("nodes", "fill")},
	{name: "pair_filter", stage: stageContact, uniforms: words("overlaps", "fill")},
	{name: "pair_scan", shape: inBlocks, stage: stageContact, uniforms: words("target", "room"),
		callBuffers: words("items")},
	{name: "pair_preselect", stage: stageContact},
	{name: "pair_detect", stage: stageContact, uniforms: words("candidates", "fill", "kept")},
	{name: "pair_uncovered", stage: stageContact},
	{name: "pair_anchors", stage: stageContact, uniforms: words("phase")},
	{name: "pair_list", stage: stageContact},
	{name: "pair_sort", stage: stageContact},
	{name: "pairs", stage: stageElements, uniforms: words("activeSetFixed", "semismooth")},
	{name: "pair_gather", stage: stageElements},
	{name: "trial_pairs", shape: looping, stage: stageElements, uniforms: words("alpha", "firstReduction"),
		part: ofPairs},
	{name: "soften_pairs", shape: looping, stage: stageElements, uniforms: words("gone", "semismooth",
		"firstReduction"),
		part: ofPairs},
	{name: "pair_ccd", stage: stageContact, uniforms: words("stop")},
	{name: "pair_increase", stage: stageContact, uniforms: words("unseen")},
	{name: "pair_increased", stage: stageContact, uniforms: words("queries", "overlaps")},
	{name: "pair_clamp", stage: stageContact, uniforms: words("phase")},
	{name: "in_contact_pairs", stage: stageContact, callBuffers: words("atHi", "atLo")},
	{name: "impact_components", shape: oneGroup, stage: stageContact},
	{name: "components", shape: groupPerItem, stage: stageElements, uniforms: words("pairs")},
}

// lists are the buffers that start empty, with the texels per item.
var lists = map[string]zeros{
	"pairOverlap": integers(2), "pairApart": floats(1), "candidate": integers(2), "pairDistance": floats(1),
	"pairState": integers(1), "pairSupport": integers(1), "pairFlag": integers(1),
	"pairVertex": quads(1), "pairWeight": vectors(1), "pairPlane": vectors(2), "pairLaw": vectors(2),
	"pairAnchor":    vectors(2),
	"pairCandidate": integers(1), "pairSlot": vectors(pairSlot), "pairList": integers(4), "pairProduct": integers(4),
	"pairStiff": integers(2), "pairPreselected": integers(1), "pairNear": integers(1),
}

// contents lists the buffers. Without cloth–cloth contact they are empty; cg_multiply still needs bindings.
func (p *pairs) contents() []content {
	n := p.vertices
	list := []content{
		{"features", p.Vertex}, {"pairBeside", p.Beside}, {"pairRest", p.Rest}, {"pairQuery", p.Query},
		{"pairNode", p.Node}, {"pairLeaf", p.Leaf}, {"pairBox", vectors(2 * (len(p.Node) + len(p.Leaf)))},
		{"pairMet", integers(len(p.Node))},
		{"vertexBox", vectors(2 * n)}, {"pairStart", integers(scanItems(len(p.Query)))},
		{"pairListStart", integers(scanItems(n))}, {"pairListFill", integers(n)}, {"pairPart", integers(2 * n)},
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

// newPairs prepares cloth–cloth contact if it is enabled.
func newPairs(q *queue, m *cloth.Model, p *layout.Model, s *solver, on bool) (*pairs, error) {
	if !on {
		return &pairs{queue: q, Pairs: &layout.Pairs{}}, nil
	}
	f, err := layout.NewPairs(m, p)
	return &pairs{queue: q, Pairs: f, vertices: len(m.X0), maxCandidates: step.MostPairs(len(m.X0)), solver: s,
		copy: newReadback(int(unsafe.Sizeof(statuses{})))}, err
}

// enabled reports whether cloth–cloth contact is enabled.
func (p *pairs) enabled() bool { return p.vertices > 0 }

// scanItems returns the number of items for n counts and the block sums of scan.
func scanItems(n int) int { return n + 1 + ceil(n+1, scanBlock) }

// scanCapacity returns the number of counts that fit, the inverse of scanItems.
func scanCapacity(items int) int { return (items - 2) * scanBlock / (scanBlock + 1) }

// scan computes the exclusive prefix sum of the first n counts of a buffer, with the total at n, see place.glsl. The
// total also goes to pairStatus.Totals[target]. Speculation stops if the total exceeds room.
func (p *pairs) scan(b *buffer, n, target, room int) {
	p.runWith(map[string]*buffer{"items": b}, "pair_scan", n+1, target, room)
}

// status reads PairStatus. It waits for the device unless nothing changed since the last read.
func (p *pairs) status() pairStatus { return p.statusAnd(nil) }

// statuses are Status and PairStatus.
type statuses struct {
	status
	pairs pairStatus
}

// statusAnd is status that also reads vertex positions, unless v is nil.
func (p *pairs) statusAnd(v *motion) pairStatus {
	b := p.buffers["pairStatus"]
	if p.version == b.Version {
		return p.cached
	}
	p.cacheStatus(readVectors(p.queue, &p.copy, p.parts(v)), v)
	return p.cached
}

// parts lists what cacheStatus reads: vertex positions, unless v is nil, and the statuses.
func (p *pairs) parts(v *motion) (list []bufferRange) {
	if v != nil {
		list = v.parts(positionBuffers)
	}
	return append(list, bufferRange{p.solver.buffers["status"], int(unsafe.Sizeof(status{}))},
		bufferRange{p.buffers["pairStatus"],
			int(unsafe.Sizeof(pairStatus{}))})
}

// cacheStatus stores what was read of parts.
func (p *pairs) cacheStatus(all [][4]float32, v *motion) {
	n := 0
	if v != nil {
		n = len(positionBuffers) * p.vertices
		v.cachePositions(all[:n])
	}
	got := (*statuses)(unsafe.Pointer(&all[n]))
	p.cached, p.version = got.pairs, p.buffers["pairStatus"].Version
	if p.pendingSums == [reductionCount][4]int32{} {
		p.solver.cacheStatus(got.status)
	}
}

// clearStatus clears the first part of PairStatus, including the flag of vertices that left their boxes.
func (p *pairs) clearStatus() {
	p.clearBytes(p.buffers["pairStatus"], 0, int(unsafe.Offsetof(pairStatus{}.Stiffened)))
}

// growLists grows lists to count items and reports whether they are large enough.
func (p *pairs) growLists(count int, names ...string) bool {
	for _, name := range names {
		if err := p.queue.grow(p.buffers[name], max(1, lists[name].count)*count); err != nil {
			p.err = fmt.Errorf("%d pairs of cloth come near each other: %w", count, err)
			return false
		}
	}
	return true
}

// collect runs the broad phase for the way to the trial positions; twin of cpu's selfContact.collect.
func (p *pairs) collect() {
	p.candidates, p.active = 0, 0
	defer func() { p.collected = p.err == nil }()
	nodes, queries := len(p.Node), len(p.Query)
	p.clearStatus()
	p.countOverlaps(scanLimit)
	st := p.status()
	count := int(st.Totals[totalOverlaps])
	if st.Many != 0 || count >= scanLimit {
		p.err = fmt.Errorf("%w: cloth moves so far that a part of it comes near most of the rest (%d pairs)",
			ErrTooLarge,
			count)
		return
	}
	if count == 0 || !p.growLists(scanItems(count), "pairFlag") || !p.growLists(count, "pairOverlap", "pairApart") {
		return
	}
	p.run("pair_collect", queries, nodes, count)
	p.run("pair_filter", count, count, false)
	p.scan(p.buffers["pairFlag"], count, totalCandidates, scanLimit)
	candidates := int(p.status().Totals[totalCandidates])
	if candidates > p.maxCandidates {
		p.err = step.TooManyPairs(p.maxCandidates)
		return
	}
	if candidates == 0 || !p.growLists(candidates, "candidate", "pairDistance", "pairState", "pairSupport") {
		return
	}
	p.run("pair_filter", candidates, count, true)
	p.candidates = candidates
	p.run("pair_increased", p.stiffened, queries, count)
}

// countOverlaps counts the pairs with overlapping boxes, in a list with the given room.
func (p *pairs) countOverlaps(room int) {
	nodes, queries := len(p.Node), len(p.Query)
	p.run("pair_vertex_boxes", p.vertices)
	p.run("pair_feature_boxes", len(p.Leaf), nodes)
	p.run("pair_boxes", nodes)
	p.run("pair_collect", queries, nodes, 0)
	p.scan(p.buffers["pairStart"], queries, totalOverlaps, room)
}

// capacities returns the room for pairs with overlapping boxes, and for candidates.
func (p *pairs) capacities() (overlaps, candidates int) {
	overlaps = min(p.capacityOf("pairOverlap", "pairApart"), scanCapacity(p.capacityOf("pairFlag")))
	return overlaps, min(p.capacityOf("candidate", "pairDistance", "pairState", "pairSupport"), overlaps)
}

// collectAndDetect runs broad and narrow phase within the present room, which becomes p.candidates. It also checks
// whether the old candidates would have been valid.
func (p *pairs) collectAndDetect(overlaps, candidates int) {
	if p.collected {
		p.run("pair_validate", p.vertices, true, true, true)
	} else {
		p.emptyLists()
	}
	p.countOverlaps(overlaps)
	p.run("pair_collect", len(p.Query), len(p.Node), overlaps)
	p.run("pair_filter", overlaps, overlaps, false)
	p.scan(p.buffers["pairFlag"], overlaps, totalCandidates, candidates)
	p.run("pair_filter", candidates, overlaps, true)
	p.run("pair_increased", p.stiffened, len(p.Query), overlaps)
	p.candidates = candidates
	p.narrowPhase()
}

// collectWithoutReadback runs collect and near without read-back in between, if there is enough room.
func (p *pairs) collectWithoutReadback() bool {
	overlaps, candidates := p.capacities()
	if !p.canSpeculate() || candidates <= 1 {
		return false
	}
	p.clearStatus()
	p.collectAndDetect(overlaps, candidates)
	st := p.status()
	p.candidates = int(st.Candidates)
	p.collected = st.Many == 0 && int(st.Totals[totalOverlaps]) <= overlaps && p.candidates <= candidates
	return p.collected
}

// collectIfLeft repeats the broad phase unless all trial positions are within the boxes of the candidates.
func (p *pairs) collectIfLeft() {
	p.clearStatus()
	p.run("pair_validate", p.vertices, false, false, false)
	if p.status().Left != 0 {
		p.collect()
	}
}

// reset discards what earlier steps found, renew what this step found.
func (p *pairs) reset() { p.collected, p.leftBoxes, p.leavesBoxes = false, false, false }

func (p *pairs) beginStep() {
	p.stiffened, p.lastActive, p.err = 0, 0, nil
	write(p.queue, p.buffers["pairStatus"], []pairStatus{{Candidates: int32(p.candidates)}})
}

// countActive counts the near candidates that no other pair covers.
func (p *pairs) countActive() {
	if p.candidates > 0 {
		room := scanLimit
		if p.fetch {
			p.detectListed()
		} else {
			p.run("pair_detect", p.candidates, p.candidates, false, p.anchors)
			p.run("pair_uncovered", p.candidates)
		}
		if p.canSpeculate() {
			room = p.bound
		}
		p.counted = p.candidates
		p.scan(p.buffers["pairFlag"], p.counted, totalActive, room)
	}
}

// detectListed lists the candidates that may be near, runs the narrow phase on them, and lists those that are near.
func (p *pairs) detectListed() {
	if !p.growLists(p.candidates+detectPoints, "pairPreselected", "pairNear") {
		return
	}
	may, near := p.buffers["pairPreselected"], p.buffers["pairNear"]
	write(p.queue, may, emptyList)
	write(p.queue, near, emptyList)
	p.run("pair_preselect", p.candidates)
	p.runIndirect(may, 0, nil, "pair_detect", p.candidates, p.candidates, false, p.anchors)
	p.runIndirect(may, 0, nil, "pair_uncovered", p.candidates)
}

// activeLists are the lists of the active pairs.
var activeLists = words("pairVertex", "pairWeight", "pairPlane", "pairLaw", "pairCandidate", "pairSlot", "pairList",
	"pairProduct")

// capacityOf returns the number of items that fit all of the lists.
func (p *pairs) capacityOf(names ...string) int {
	room := scanLimit
	for _, name := range names {
		b := p.buffers[name]
		room = min(room, b.Bytes/(layout.TexelBytes[b.Format]*max(1, lists[name].count)))
	}
	return room
}

// detect finds the active pairs at the trial positions; twin of cpu's selfContact.detect. first: first detection of the
// step. It then uses the candidates of an earlier step if they are valid, and new ones if pairs had their stiffness
// increased, because these are searched for. Validity is checked while candidates are counted. Active pairs are written
// in the same pass if they fit the present room, and otherwise in a second one.
func (p *pairs) detect(first bool) {
	if !p.enabled() || p.err != nil {
		p.active, p.lastActive, p.bound = 0, 0, 0
		return
	}
	fixed := first && p.collected && p.stiffened == 0 && p.leavesBoxes && !p.fetch
	anew := first && (!p.collected || p.stiffened > 0) || fixed
	if !anew {
		if !p.leftBoxes {
			p.detectCandidates(first)
			p.leftBoxes = p.status().Left != 0
		}
		anew = p.leftBoxes
		if first {
			p.leavesBoxes = p.leftBoxes
		}
	}
	p.leftBoxes = false
	if anew && !p.collectWithoutReadback() {
		if fixed && !p.canSpeculate() {
			p.run("pair_validate", p.vertices, true, false, true)
		}
		p.collect()
		p.emptyLists()
		p.narrowPhase()
	}
	if fixed {
		p.leavesBoxes = p.status().Moved != 0
	}
	p.active, p.lastActive = 0, 0
	if p.candidates > 0 {
		p.active = int(p.status().Totals[totalActive])
	}
	switch {
	case p.active == 0:
		p.bound = 0
		return
	case p.active > p.bound:
		if !p.growLists(p.active, activeLists...) {
			p.active, p.bound = 0, 0
			return
		}
		if p.bound > 0 {
			p.emptyLists()
		}
		if p.bound = p.active; p.canSpeculate() {
			p.bound = p.capacityOf(activeLists...)
		}
		p.list()
	}
	if !p.canSpeculate() {
		p.bound = p.active
	}
	p.lastActive = p.active
}

// prepareCommands creates the dispatch commands for the candidates, whose number collectAndDetect only bounds.
func (p *pairs) prepareCommands() {
	if n := p.candidates; n > 0 {
		p.commandTable.Command(p.groupsFor(perItem, n))
		p.commandTable.Command(p.groupsFor(inBlocks, n+1)) // see scan
	}
}

// reusesCandidates reports whether the candidates of the previous step may be valid.
func (p *pairs) reusesCandidates() bool { return !p.enabled() || p.collected && p.err == nil }

// detectCandidates runs the narrow phase on the candidates and checks whether they are valid.
func (p *pairs) detectCandidates(first bool) {
	p.run("pair_validate", p.vertices, first, true, false)
	if first {
		p.run("pair_restart", p.candidates)
	}
	p.narrowPhase()
}

// narrowPhase counts the near pairs, and lists them if a bound of their number is known.
func (p *pairs) narrowPhase() {
	if !p.canSpeculate() {
		p.bound = 0
	}
	p.countActive()
	if p.bound > 0 && p.candidates > 0 {
		p.list()
	}
}

// emptyLists clears the lists of pairs per vertex.
func (p *pairs) emptyLists() {
	p.clearBytes(p.buffers["pairListStart"], 0, 4*p.vertices)
	p.clearBytes(p.buffers["pairListFill"], 0, 4*p.vertices)
}

// list writes the active pairs and the lists of pairs per vertex.
func (p *pairs) list() {
	p.run("pair_detect", p.bound, p.counted, true, p.anchors)
	p.scan(p.buffers["pairListStart"], p.vertices, totalListed, scanLimit)
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

// ccd reports whether the path of any pair to the trial positions comes too near; stop is as in pair_ccd.comp. With
// stop 0, candidates are checked and validated in one pass, and vertex positions are read along unless v is nil.
func (p *pairs) ccd(stop int, v *motion) bool {
	if stop != 0 {
		p.collectIfLeft()
		return p.err == nil && p.countHits(stop) > 0
	}
	p.clearStatus()
	p.checkPaths()
	p.issueSums() // includes what the end of the step reads of Status
	p.statusAnd(v)
	return p.ccdHit()
}

// checkPaths runs CCD on the candidates and validates them. ccdHit returns the result, after a new broad phase if they
// are not valid.
func (p *pairs) checkPaths() {
	p.run("pair_validate", p.vertices, false, false, false)
	p.run("pair_ccd", p.candidates, 0)
}

func (p *pairs) ccdHit() bool {
	if p.cached.Left == 0 {
		return p.cached.Hits > 0
	}
	p.collect()
	return p.err == nil && p.countHits(0) > 0
}

// countHits returns the number of candidates whose path to the trial positions comes too near; stop is as in
// pair_ccd.comp.
func (p *pairs) countHits(stop int) int {
	if p.candidates == 0 {
		return 0
	}
	p.clearStatus()
	p.run("pair_ccd", p.candidates, stop)
	return int(p.status().Hits)
}

// components computes the connected components of cloth, joined by active pairs with a force.
func (p *pairs) components() { p.run("components", 1, p.bound) }

// increaseStiffness increases the penalty stiffness of the pairs that CCD found, for the rest of the step.
func (p *pairs) increaseStiffness() {
	old := make([]int32, 2*p.stiffened) // growing a buffer discards its contents
	read(p.queue, p.buffers["pairStiff"], old)
	if !p.growLists(p.stiffened+p.candidates, "pairStiff") {
		return
	}
	write(p.queue, p.buffers["pairStiff"], old)
	before := p.stiffened
	for _, unseen := range []bool{false, true} { // all, if the solver had none of them active
		if p.stiffened == before {
			p.run("pair_increase", p.candidates, unseen)
			p.stiffened = int(p.status().Stiffened)
		}
	}
}

// clampPaths has three phases, see pair_clamp.comp: set path fractions to one, apply smaller fractions, count them.
func (p *pairs) clampPaths(phase int) { p.run("pair_clamp", p.vertices, phase) }
