// Moves components of cloth that nothing holds and obstacles touch as rigid bodies, to where no net force and torque is
// left of all that acts on vertices and centroids as it was evaluated last; twin of what cpu's CorrectRigid does with
// them. First by one Newton step, no farther than reach, then, with what acts after that, to where the gradient along
// it comes to nothing: friction that slides has less of a second derivative than stands in the slots.
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
TEXI1(piece)
INOUT4(Led, led) // of each root: translation, gradient along the motion before it; rotation, the most that it moves a
                 // vertex
uniform float reach;  // [m]
uniform int correct;  // 1: what was led

#define LEAST_LED 1e-3     // share of the reach below which a motion needs no correction
#define MOST_LONGER 1000.0 // a correction makes the motion, at most
#define TOLD 1e-3          // share of what acts on a body along the motion that has to be left of it to tell how it
                           // changes

shared int still;

// Whether an active pair is between pieces of the body, where it has a force.
bool within(int pair, int root) {
    return component(TEXEL(piece, TEXEL(pairVertex, pair).r).r).x == root;
}

void main() {
    int id = int(gl_LocalInvocationID.x), root = invocation() / GROUP;
    if (component(root).x != root) return;
    vec4 before = led[2 * root], around = led[2 * root + 1];
    if (correct != 0 && around.w == 0.0) return;
    weigh(root, correct == 0);
    if (correct == 0) {
        if (bound != TOUCHES) {
            if (id == 0) led[2 * root] = led[2 * root + 1] = vec4(0.0);
            return;
        }
        clearSums();
        vec4 radius = vec4(0.0);
        EACH_PIECE(p) {
            ivec4 range = rangeOf(p);
            for (int i = range.x + id; i < range.y; i += GROUP) {
                int s = VERTEX_SLOT * i;
                vec3 y = place(i) - centre;
                act(y, LOAD4(vertexSlot, s).xyz, LOAD4(vertexSlot, s + 1).xyz, LOAD4(vertexSlot, s + 2).xyz, 0);
                radius.w = max(radius.w, length(y));
            }
            actOnTriangles(range);
        }
        for (int p = id; p < min(pairs, pairActive); p += GROUP) {
            if (!within(p, root)) continue;
            vec4 g = LOAD4(pairSlot, PAIR_SLOT * p), h = LOAD4(pairSlot, PAIR_SLOT * p + 1),
                o = LOAD4(pairSlot, PAIR_SLOT * p + 2);
            act(vec3(g.w, h.w, o.w), g.xyz, h.xyz, o.xyz, 3);
        }
        radius = groupReduction(radius);
        float g[6];
        sumUp();
        if (id == 0) {
            for (int i = 0; i < 6; i++) g[i] = f[i];
            still = solve() ? 0 : 1;
            float way = length(shift) + radius.w * length(turn), part = min(1.0, reach / way), slope = 0.0, all = 0.0;
            shift *= part;
            turn *= part;
            way *= part;
            for (int c = 0; c < 3; c++) {
                slope += g[c] * shift[c] + g[3 + c] * turn[c];
                all += size[c] * abs(shift[c]) + size[3 + c] * abs(turn[c]);
            }
            led[2 * root] = vec4(shift, slope);
            led[2 * root + 1] = vec4(turn, still == 0 && way > LEAST_LED * reach && -slope > TOLD * all ? way : 0.0);
        }
    } else {
        float left = 0.0;
        EACH_PIECE(p) {
            ivec4 range = rangeOf(p);
            for (int i = range.x + id; i < range.y; i += GROUP)
                left += dot(LOAD4(vertexSlot, VERTEX_SLOT * i).xyz, before.xyz + cross(around.xyz, place(i) - centre));
            for (int t = range.z + id; t < range.w; t += GROUP) {
                ivec4 v = LOADI4(corners, t);
                left += dot(LOAD4(triangleSlot, TRIANGLE_SLOT * t + 7).xyz,
                    before.xyz + cross(around.xyz, (place(v.x) + place(v.y) + place(v.z)) / 3.0 - centre));
            }
        }
        for (int p = id; p < min(pairs, pairActive); p += GROUP) {
            if (!within(p, root)) continue;
            vec4 g = LOAD4(pairSlot, PAIR_SLOT * p);
            vec3 r = vec3(g.w, LOAD4(pairSlot, PAIR_SLOT * p + 1).w, LOAD4(pairSlot, PAIR_SLOT * p + 2).w);
            left += dot(g.xyz, cross(around.xyz, r));
        }
        vec4 sum = groupSum(vec4(left, 0.0, 0.0, 0.0));
        if (id == 0) {
            float by = before.w / (before.w - sum.x);
            by = before.w < 0.0 && by > 0.0 && by < MOST_LONGER ? by : MOST_LONGER;
            float most = reach / around.w;
            if (by > most) atomicAdd(tooShort, 1);
            by = min(by, most) - 1.0;
            shift = by * before.xyz;
            turn = by * around.xyz;
            still = 0;
        }
    }
    sync();
    if (still != 0) return;
    EACH_PIECE(p) {
        ivec4 range = rangeOf(p);
        for (int i = range.x + id; i < range.y; i += GROUP) carry(i, rigid(place(i) - centre));
    }
}
