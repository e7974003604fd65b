// Rigid-body correction of free components in contact with obstacles: moves them to zero net force and torque of the
// last evaluation of vertices and centroids; twin of cpu's CorrectRigid. A Newton step of six unknowns with the matrix
// of friction, by which sliding components go part of the way, then one with the second derivative of friction, which
// is zero along a slip.
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
#include "pair_status_read.glsl"
#include "rigid.glsl"
IN4(VertexSlot, vertexSlot)
IN4(PairSlot, pairSlot)
TEXI4(pairVertex)
TEXI1(vertexComponent)
// per root: largest displacement of a vertex so far [m]; negative: it does not move
INOUT4(CorrectionSize, correctionSize)
uniform float reach;  // [m]
uniform int again;    // 1: second step, for components that moved in the first

shared int still;

// Whether an active pair is within the component.
bool within(int pair, int root) {
    return component(TEXEL(vertexComponent, TEXEL(pairVertex, pair).r).r).x == root;
}

void main() {
    int id = int(gl_LocalInvocationID.x), root = invocation() / GROUP;
    if (component(root).x != root) return;
    float gone = again != 0 ? correctionSize[root].x : 0.0;
    if (gone < 0.0) return;
    massProperties(root, again == 0);
    if (again == 0 && bound != TOUCHES) {
        if (id == 0) correctionSize[root] = vec4(-1.0);
        return;
    }
    clearSums();
    vec4 radius = vec4(0.0);
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            int s = VERTEX_SLOT * i;
            vec3 y = place(i) - centre;
            addForce(y, LOAD4(vertexSlot, s).xyz, LOAD4(vertexSlot, s + 1).xyz, LOAD4(vertexSlot, s + 2).xyz, 0);
            radius.w = max(radius.w, length(y));
        }
        addCentroidForces(range);
    }
    for (int p = id; p < min(pairs, pairActive); p += GROUP) {
        if (!within(p, root)) continue;
        vec4 g = LOAD4(pairSlot, PAIR_SLOT * p), h = LOAD4(pairSlot, PAIR_SLOT * p + 1),
            o = LOAD4(pairSlot, PAIR_SLOT * p + 2);
        addForce(vec3(g.w, h.w, o.w), g.xyz, h.xyz, o.xyz, 3);
    }
    radius = groupReduction(radius);
    sumUp();
    if (id == 0) {
        still = solve() ? 0 : 1;
        if (still == 0) {
            float way = length(shift) + radius.w * length(turn), most = reach - gone;
            if (way > most) {
                atomicAdd(tooShort, 1);
                shift *= most / way;
                turn *= most / way;
                way = most;
            }
            gone += way;
        }
        correctionSize[root] = vec4(gone);
    }
    sync();
    if (still != 0) return;
    EACH_MEMBER(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) moveVertex(i, rigid(place(i) - centre));
    }
}
