// Sums in a fixed order, for reproducible results. A looping kernel leaves partial sums at places 0, 1, …: one per work
// group on hardware, one per invocation on software devices, where invocations are few because drivers suspend them at
// barriers.
//
// Sums over a group are valid in its first invocation.
#if GROUP > 128
#define PARTS 32
#else
#define PARTS 16
#endif
// END(n) is n, but no constant for software drivers: they would unroll loops with a constant end, and take seconds to
// compile sums between barriers.
#ifdef SOFTWARE
#define END(n) (uint(n) + (gl_NumWorkGroups.x >> 31))
#else
#define END(n) uint(n)
#endif
#ifdef LANES // sums over GROUP invocations, of which a work group has several times as many
shared vec4 lane[LANES];
#define LANE (gl_LocalInvocationID.x % uint(GROUP))
#define FIRST_LANE (gl_LocalInvocationID.x - LANE)
#else
shared vec4 lane[GROUP];
#define LANE gl_LocalInvocationID.x
#define FIRST_LANE 0u
#endif

void sync() {
    memoryBarrierShared();
    barrier();
}

vec4 groupSum(vec4 v) {
    uint id = LANE, from = FIRST_LANE;
    lane[from + id] = v;
    sync();
    if (id < uint(PARTS)) {
        for (uint k = uint(PARTS); k < END(GROUP); k += uint(PARTS)) v += lane[from + id + k];
        lane[from + id] = v;
    }
    sync();
    if (id == 0u)
        for (uint k = 1u; k < END(PARTS); k++) v += lane[from + k];
    return v;
}

// A reduction is a sum in two floats (x + y), a plain sum (z) and a maximum (w).
vec4 addReduction(vec4 a, vec4 b) {
    precise float s = a.x + b.x;
    precise float t = s - a.x;
    precise float e = (a.x - (s - t)) + (b.x - t);
    return vec4(s, a.y + b.y + e, a.z + b.z, max(a.w, b.w));
}

vec4 groupReduction(vec4 v) {
    uint id = gl_LocalInvocationID.x;
    lane[id] = v;
    sync();
    if (id < uint(PARTS)) {
        for (uint k = uint(PARTS); k < END(GROUP); k += uint(PARTS)) v = addReduction(v, lane[id + k]);
        lane[id] = v;
    }
    sync();
    if (id == 0u)
        for (uint k = 1u; k < END(PARTS); k++) v = addReduction(v, lane[k]);
    sync(); // before lanes are reused
    return v;
}

#ifdef FETCH
vec4 partSum(vec4 v) { return v; }
vec4 partReduction(vec4 v) { return v; }
bool leaves() { return true; }
int place() { return invocation(); }
#else
vec4 partSum(vec4 v) { return groupSum(v); }
vec4 partReduction(vec4 v) { return groupReduction(v); }
bool leaves() { return gl_LocalInvocationID.x == 0u; }
int place() { return int(gl_WorkGroupID.x); }
#endif
