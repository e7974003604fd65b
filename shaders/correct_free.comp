// Rigid-body correction of free components: moves components without pins and obstacle contact to zero net force and
// torque of the terms on vertices and centroids. Internal forces of strains and pairs sum to zero and are left out,
// because their rounding errors would not. Twin of cpu's CorrectRigid.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "response.glsl"
#include "vertex_terms.glsl"
#include "reduce.glsl"
#include "near.glsl"
#include "status.glsl"
#include "rigid.glsl"
#include "flying.glsl"
IN4(Velocity, velocity)
IN4(CoastHi, coastHi)
IN4(CoastLo, coastLo)
INOUTI1(Flying, flying)

shared int still;

void main() {
    int id = int(gl_LocalInvocationID.x), root = invocation() / GROUP;
    if (component(root).x != root) return;
    clearSums();
    massProperties(root, true);
    if (id == 0) {
        EACH_MEMBER(p) {
            bool touched = (bound & TOUCHES) != 0 || (component(p).z & NEAR_CLOTH) != 0;
            flying[p] = bound == 0 ? FLIES : touched ? TOUCHED : UNTOUCHED;
        }
    }
    if (bound != 0) return;

    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
            PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
            vec4 coast = LOAD4(coastHi, i);
            vec3 d = difference(hi, lo, coast.xyz, LOAD4(coastLo, i).xyz);
            vertexForces(Vertex(i, LOAD4(vertexRest, i).x, hi, lo, moved[i].xyz, d, coast.w, LOAD4(velocity, i).xyz),
                r);
            addForce(place(i) - centre, r.g, r.h, r.o, 0);
        }
        addCentroidForces(range);
    }
    sumUp();
    if (id == 0) still = solve() ? 0 : 1;
    sync();
    if (still != 0) return;

    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        bool meets = obstacleCount > 0 || (component(p).z & CLOSES) != 0;
        for (int i = range.x + id; i < range.y; i += GROUP) {
            vec3 by = rigid(place(i) - centre);
            if (meets && length(by) > 0.5 * min(thickness, selfThickness)) atomicAdd(tooFar, 1); // step.Settings.Wander
            moveVertex(i, by);
        }
    }
}
