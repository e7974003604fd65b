package gpu

import (
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// group is the number of invocations per work group of all kernels of the step.
const group = 128

// Data layouts that kernels and host share, in texels per item unless noted. Kernels get them as defines.
const (
	triangleSlot = 8 // see include/triangle_slot.glsl
	hingeSlot    = 4 // see include/hinge.glsl
	curveSlot    = 3 // see include/curve.glsl
	vertexSlot   = 3 // see vertices.comp
	pairSlot     = 3 // see pairs.comp
	nearPlane    = layout.NearPlane
	rigidFactor  = 8 // see rigid_matrix.comp
	detectCount  = 3 // see detect_kept.comp
	detectPoints = 4
	scanEach     = 8                // counts per invocation, see include/scan.glsl
	scanBlock    = scanEach * group // per work group
	scanLimit    = 1<<30 - 1
	maxObstacles = layout.MaxObstacles
)

// emptyList is the header of an empty list: dispatch command of zero groups, and length zero.
var emptyList = []int32{0, 1, 1, 0}

// Outcomes of the conjugate gradients.
const (
	cgRunning = iota
	cgConverged
	cgEarly // converged, detected before another product
	cgRoundOff
	cgIndefinite
	cgNonFinite
)

// Indirect dispatch commands of a solve: kernels over vertices, rows of each group of AMG levels, and all coarse rows.
// cg_update.comp sets them to zero groups at the end of a solve.
const (
	commandVertices = 0
	commandRestrict = 1
	commandRows     = commandRestrict + layout.MostRestricted
	commandRigidAMG = commandRows + 1 // one per rigid-body level
	commands        = commandRigidAMG + layout.MaxRigidAMG
)

// Indices into status.Reductions.
const (
	reductionNorm = iota // x: ‖g‖² in the metric of the matrix, at its evaluation; z: weighted
	// x + y: change of the potential; z: sum of its absolute terms; or w: largest strain change
	reductionEnergy
	reductionStep     // x: slope gᵀp; z: step.Reductions.Mean²; w: largest |p|²
	reductionGradient // x: ‖g‖² in the metric of the last matrix, at the accepted positions; z: weighted
	reductionCount
)

// Indices into pairStatus.Totals.
const (
	totalOverlaps = iota
	totalCandidates
	totalActive
	totalListed
)

// Speculation, see speculation.go.
const (
	speculativeCommands = 64 // dispatch commands
	decisionLog         = 4  // offset of the entries
	decisionSize        = 10 // size of an entry
	maxDecisions        = 96 // entries
)

// Reasons for which speculation stops at a contact detection: vertices left the boxes that candidates were collected
// for, or a list is full.
const (
	stopLeftBoxes = iota + 1
	stopListFull
)

// Kinds of decisions, see decide.comp.
const (
	decideTunnels = iota
	decideSearched
	decideEvaluated
	decideContinues
	decidePays
	decideEnds
	decisionCount
)

var defines = map[string]int{
	"TRIANGLE_SLOT": triangleSlot, "HINGE_SLOT": hingeSlot, "CURVE_SLOT": curveSlot,
	"VERTEX_SLOT": vertexSlot, "PAIR_SLOT": pairSlot,
	"RIGID_FACTOR": rigidFactor, "RIGID_TABLE": layout.RigidTable,
	"CURVE_HINGES": cloth.CurveHinges, "NEAR_PLANE": nearPlane, "DETECT_COUNT": detectCount,
	"DETECT_POINTS": detectPoints,
	"SCAN_EACH":     scanEach, "SCAN_BLOCK": scanBlock, "SCAN_LIMIT": scanLimit,
	"MAX_OBSTACLES": maxObstacles, "COMMANDS": commands, "SLICE_ROWS": layout.SliceRows, "PROBES": layout.Probes,
	"REDUCTION_NORM": reductionNorm, "REDUCTION_ENERGY": reductionEnergy, "REDUCTION_STEP": reductionStep,
	"REDUCTION_GRADIENT": reductionGradient, "TOTAL_OVERLAPS": totalOverlaps, "TOTAL_ACTIVE": totalActive,
	"TOTAL_CANDIDATES":     totalCandidates,
	"SPECULATIVE_COMMANDS": speculativeCommands, "DECISION_LOG": decisionLog, "DECISION_SIZE": decisionSize,
	"STOP_LEFT_BOXES": stopLeftBoxes,
	"STOP_LIST_FULL":  stopListFull, "DECIDE_TUNNELS": decideTunnels, "DECIDE_SEARCHED": decideSearched,
	"DECIDE_EVALUATED": decideEvaluated, "DECIDE_CONTINUES": decideContinues, "DECIDE_PAYS": decidePays,
	"DECIDE_ENDS": decideEnds,
	"CG_RUNNING":  cgRunning, "CG_CONVERGED": cgConverged, "CG_EARLY": cgEarly, "CG_ROUNDOFF": cgRoundOff,
	"CG_INDEFINITE": cgIndefinite, "CG_NONFINITE": cgNonFinite,
}

// definesFor returns the defines of a kernel with the given work group size and kind of device.
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
