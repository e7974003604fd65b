package gpu

import (
	"strconv"

	"hysteron/cloth"
	"hysteron/gpu/pack"
)

// Layouts that kernels and host share, in texels per item unless said otherwise. Kernels get them as defines.
const (
	triangleSlot = 8 // see include/triangle_slot.glsl
	hingeSlot    = 4 // see include/hinge.glsl
	curveSlot    = 3 // see include/curve.glsl
	vertexSlot   = 3 // see vertices.comp
	pairSlot     = 3 // see pairs.comp
	nearPlane    = 6 // see include/near.glsl
	scanEach     = 8 // counts per invocation, see include/scan.glsl
	scanMost     = 1<<30 - 1
	maxObstacles = 16
	probes       = 16 // vectors per item, see probe.comp
)

// How the conjugate gradients ended.
const (
	cgRunning = iota
	cgConverged
	cgRoundOff
	cgIndefinite
	cgNonFinite
)

// Levels gather residuals in groups, each in a
// dispatch: up to four levels all from vertices, so that a row gathers from about 4 to 256. Where there are more
// levels, the first two gather from vertices, and every four that follow from the last level of the group before.
const (
	mostRestricted = 3 // groups
)

// Commands of the dispatches of a solve: of kernels that loop over vertices, of the rows that gather in each
// group of levels, and of all coarse rows. cg_update.comp empties them at the end of a solve.
const (
	commandVertices = 0
	commandRestrict = 1
	commandRows     = commandRestrict + mostRestricted
	commands        = commandRows + 1
)

var defines = map[string]int{
	"TRIANGLE_SLOT": triangleSlot, "HINGE_SLOT": hingeSlot, "CURVE_SLOT": curveSlot, "VERTEX_SLOT": vertexSlot, "PAIR_SLOT": pairSlot,
	"CURVE_HINGES": cloth.CurveHinges, "NEAR_PLANE": nearPlane, "SCAN_EACH": scanEach, "SCAN_MOST": scanMost,
	"MAX_OBSTACLES": maxObstacles, "COMMANDS": commands, "SLICE_ROWS": pack.SliceRows, "PROBES": probes,
	"CG_RUNNING": cgRunning, "CG_CONVERGED": cgConverged, "CG_ROUNDOFF": cgRoundOff, "CG_INDEFINITE": cgIndefinite, "CG_NONFINITE": cgNonFinite,
}

// definesFor has those of a kernel with groups of so many invocations.
func definesFor(size int, fetch bool) map[string]string {
	all := map[string]string{"GROUP": strconv.Itoa(size)}
	for name, v := range defines {
		all[name] = strconv.Itoa(v)
	}
	if fetch {
		all["FETCH"] = ""
	}
	return all
}
