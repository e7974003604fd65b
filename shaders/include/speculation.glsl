// What was issued ahead of the host's decisions, and how far it went; see gpu/speculation.go. Entry 0: decisions
// taken, why a collision detection stopped if one did; 1: of the last search the slope of the potential [J], the
// longest way of a vertex in a full step [m], the norm of the gradient squared, its extent [m]; 2: how far vertices
// have wandered [m], iterations for a digit of the first solve with its coarse levels; from AHEAD_LOG on, AHEAD_ENTRY
// of each decision.
INOUTI4(Ahead, ahead)
layout(std430) writeonly restrict buffer AheadCommand { uint aheadGroups[]; }; // of the dispatches that were issued

// Has nothing more be done of what was issued ahead.
void stopAhead() {
    for (int k = int(gl_LocalInvocationID.x); k < AHEAD_COMMANDS; k += GROUP) aheadGroups[3 * k] = 0u;
}
