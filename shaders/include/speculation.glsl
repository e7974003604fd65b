// Log of speculation, see gpu/speculation.go. Entry 0: decisions taken; why a collision detection stopped, if one did.
// Entry 1, of the last search: slope of the potential [J], longest displacement of a vertex in a full step [m], squared
// norm of the gradient, its extent [m]. Entry 2: wander of vertices [m], iterations per digit of the first solve with
// its AMG matrices. From AHEAD_LOG on: AHEAD_ENTRY per decision.
INOUTI4(Ahead, ahead)
layout(std430) writeonly restrict buffer AheadCommand { uint aheadGroups[]; }; // commands of the issued dispatches

// Cancels the remaining speculative dispatches.
void stopAhead() {
    for (int k = int(gl_LocalInvocationID.x); k < AHEAD_COMMANDS; k += GROUP) aheadGroups[3 * k] = 0u;
}
