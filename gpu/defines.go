package gpu

import (
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// group is the number of invocations per work group of all kernels of the step.
const group = 128

// Layouts that kernels and host share, in texels per item unless said otherwise. Kernels get them as defines.
const (
	triangleSlot = 8 // see include/triangle_slot.glsl
	hingeSlot    = 4 // see include/hinge.glsl
	curveSlot    = 3 // see include/curve.glsl
	vertexSlot   = 3 // see vertices.comp
	pairSlot     = 3 // see pairs.comp
	nearPlane    = layout.NearPlane
	lookCount    = 3 // see detect_kept.comp
	lookPoints   = 4
	scanEach     = 8                // counts per invocation, see include/scan.glsl
	scanBlock    = scanEach * group // that a group sums
	scanMost     = 1<<30 - 1
	maxObstacles = layout.MaxObstacles
)

// emptyList is what comes before the entries of a list that a dispatch goes over: no group, and no entry.
var emptyList = []int32{0, 1, 1, 0}

// How the conjugate gradients ended.
const (
	cgRunning = iota
	cgConverged
	cgEarly // the same, found before a product in vain
	cgRoundOff
	cgIndefinite
	cgNonFinite
)

// Commands of the dispatches of a solve: of kernels that loop over vertices, of the rows that gather in each
// group of levels, and of all coarse rows. cg_update.comp empties them at the end of a solve.
const (
	commandVertices = 0
	commandRestrict = 1
	commandRows     = commandRestrict + layout.MostRestricted
	commandRigidAMG = commandRows + 1 // of each level that turns
	commands        = commandRigidAMG + layout.MaxRigidAMG
)

// What is where in status.Reductions.
const (
	reductionNorm = iota // x: ‖g‖² in the scale of the matrix, at its evaluation; z: by weight
	// x + y: change of the potential; z: sum of the sizes of its parts; or w: largest change of a strain
	reductionEnergy
	reductionStep     // x: slope gᵀp; z: step.Reductions.Mean²; w: largest |p|²
	reductionGradient // x: ‖g‖² in the scale of the last matrix, at the accepted positions; z: by weight
	reductions_
)

// Places in pairStatus.Totals.
const (
	totalMeetings = iota
	totalCandidates
	totalActive
	totalListed
)

// What is issued ahead, see speculation.go.
const (
	aheadCommands = 64 // numbers of groups
	aheadLog      = 4  // where entries begin
	aheadEntry    = 10 // of a decision
	aheadMost     = 96 // decisions
)

// Why a look-up stops: vertices have left the boxes that pairs were collected for, or lists have no room.
const (
	aheadLeft = iota + 1
	aheadRoom
)

// Kinds of decisions, see decide.comp.
const (
	decideTunnels = iota
	decideSearched
	decideEvaluated
	decideGoesOn
	decidePays
	decideEnds
	decisions_
)

var defines = map[string]int{
	"TRIANGLE_SLOT": triangleSlot, "HINGE_SLOT": hingeSlot, "CURVE_SLOT": curveSlot,
	"VERTEX_SLOT": vertexSlot, "PAIR_SLOT": pairSlot,
	"CURVE_HINGES": cloth.CurveHinges, "NEAR_PLANE": nearPlane, "LOOK_COUNT": lookCount, "LOOK_POINTS": lookPoints,
	"SCAN_EACH": scanEach, "SCAN_BLOCK": scanBlock, "SCAN_MOST": scanMost,
	"MAX_OBSTACLES": maxObstacles, "COMMANDS": commands, "SLICE_ROWS": layout.SliceRows, "PROBES": layout.Probes,
	"REDUCTION_NORM": reductionNorm, "REDUCTION_ENERGY": reductionEnergy, "REDUCTION_STEP": reductionStep,
	"REDUCTION_GRADIENT": reductionGradient, "TOTAL_MEETINGS": totalMeetings, "TOTAL_ACTIVE": totalActive,
	"TOTAL_CANDIDATES": totalCandidates,
	"AHEAD_COMMANDS":   aheadCommands, "AHEAD_LOG": aheadLog, "AHEAD_ENTRY": aheadEntry, "AHEAD_LEFT": aheadLeft,
	"AHEAD_ROOM": aheadRoom, "DECIDE_TUNNELS": decideTunnels, "DECIDE_SEARCHED": decideSearched,
	"DECIDE_EVALUATED": decideEvaluated, "DECIDE_GOES_ON": decideGoesOn, "DECIDE_PAYS": decidePays,
	"DECIDE_ENDS": decideEnds,
	"CG_RUNNING":  cgRunning, "CG_CONVERGED": cgConverged, "CG_EARLY": cgEarly, "CG_ROUNDOFF": cgRoundOff,
	"CG_INDEFINITE": cgIndefinite, "CG_NONFINITE": cgNonFinite,
}

// definesFor has those of a kernel with groups of so many invocations, on a software device or another.
func definesFor(size int, fetch, software bool) map[string]string {
	all := map[string]string{"GROUP": strconv.Itoa(size)}
	for name, v := range defines {
		all[name] = strconv.Itoa(v)
	}
	for _, kind := range layout.Listed {
		name := strings.ToUpper(kind.String())
		all[name+"_SLOT"], all[name+"_STRAINS"] = strconv.Itoa(kind.Row().Slot), strconv.Itoa(kind.Per())
		all[name+"_REST"] = strconv.Itoa(layout.RestTexels(kind))
	}
	if fetch {
		all["FETCH"] = ""
	}
	if software {
		all["SOFTWARE"] = ""
	}
	return all
}
