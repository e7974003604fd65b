// Log of speculation, see gpu/speculation.go. Entry 0: decisions taken; why a collision detection stopped, if one did.
// Entry 1, of the last search: slope of the potential [J], longest displacement of a vertex in a full step [m], squared
// norm of the gradient, its extent [m]. Entry 2: wander of vertices [m], iterations per digit of the first solve with
// its AMG matrices. From DECISION_LOG on: DECISION_SIZE per decision.
INOUTI4(Decisions, decisions)
// commands of the issued dispatches
layout(std430) writeonly restrict buffer SpeculativeCommand { uint speculativeGroups[]; };

// Cancels the remaining speculative dispatches.
void cancelSpeculation() {
    for (int k = int(gl_LocalInvocationID.x); k < SPECULATIVE_COMMANDS; k += GROUP) speculativeGroups[3 * k] = 0u;
}
