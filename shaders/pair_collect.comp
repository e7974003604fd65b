// Collects the pairs that may come near on paths to the trial positions and to all within slack of them:
// vertices search the triangles, edges the edges that come after them. Twin of cpu's selfContact.collect.
//
// Runs twice: to count the pairs of each query, and, when the counts have been summed, to write them
// where they belong, which gives them a fixed order.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "pair.glsl"
#include "pair_near.glsl"
#include "pair_advance.glsl"
#include "pair_path.glsl"
#include "pair_features.glsl"
#include "pair_law.glsl"
#include "pair_status.glsl"
INI4(PairNode, pairNode)
INI1(PairLeaf, pairLeaf)
IN4(PairBox, pairBox)
IN4(VertexBox, vertexBox)
INOUTI1(PairStart, pairStart)                                                      // count, then first candidate, of each query
layout(std430) writeonly restrict buffer Candidate { int candidate[]; };           // query, partner
layout(std430) writeonly restrict buffer PairDistance { float pairDistance[]; };   // at the start of the step [m]
layout(std430) writeonly restrict buffer PairState { int pairState[]; };           // see pair_law.glsl
uniform int queries; // vertices and edges
uniform int fill;

#define STACK 48
// Nodes that one query looks at, at most: a query that needs more comes near most of the cloth, and the
// step is refused. llvmpipe leaves loops after 65535 turns in an invocation, inner ones included.
#define MOST_NODES 10000

void main() {
    int q = invocation();
    if (q >= queries) return;
    int own = q < vertexCount ? -1 : q - vertexCount + triangleCount;
    ivec2 ends = ivec2(q);
    if (own >= 0) ends = LOADI4(features, own).xy;
    vec3 lo = min(LOAD4(vertexBox, 2 * ends.x).xyz, LOAD4(vertexBox, 2 * ends.y).xyz);
    vec3 hi = max(LOAD4(vertexBox, 2 * ends.x + 1).xyz, LOAD4(vertexBox, 2 * ends.y + 1).xyz);
    int at = fill != 0 ? pairStart[q] : 0, count = 0;
    int stack[STACK], top = 1;
    stack[0] = own < 0 ? 0 : 1; // the roots over triangles and over edges
    for (int nodes = 0; top > 0; nodes++) {
        if (nodes == MOST_NODES) {
            pairMany = 1;
            break;
        }
        int n = stack[--top];
        if (any(greaterThan(LOAD4(pairBox, 2 * n).xyz, hi)) || any(lessThan(LOAD4(pairBox, 2 * n + 1).xyz, lo))) continue;
        ivec4 node = LOADI4(pairNode, n);
        if (node.y == 0) {
            stack[top++] = node.x + 1;
            stack[top++] = node.x;
            continue;
        }
        for (int k = node.x; k < node.x + node.y; k++) {
            int partner = LOADI1(pairLeaf, k);
            if (partner <= own) continue;
            bool face;
            ivec4 v = pairVertices(q, partner, face);
            if (v.x == v.z || v.x == v.w || v.y == v.z && !face || v.y == v.w && !face || v.x == v.y) continue;
            vec3 l = min(LOAD4(vertexBox, 2 * v.z).xyz, LOAD4(vertexBox, 2 * v.w).xyz);
            vec3 h = max(LOAD4(vertexBox, 2 * v.z + 1).xyz, LOAD4(vertexBox, 2 * v.w + 1).xyz);
            if (face) {
                l = min(l, LOAD4(vertexBox, 2 * v.y).xyz);
                h = max(h, LOAD4(vertexBox, 2 * v.y + 1).xyz);
            }
            if (any(greaterThan(l, hi)) || any(lessThan(h, lo))) continue;
            Path p = pairWay(face, v);
            pairPlace(v, p);
            float d = sqrt(pairAt(p, 0.0).d2);
            // Each feature may end off its trial by the slack along each of three axes; the rest is rounding.
            if (d - pairReach(p) - 3.46411 * selfSlack > PAIR_REACH * pairThickness(v)) continue;
            if (fill != 0) {
                candidate[2 * (at + count)] = q;
                candidate[2 * (at + count) + 1] = partner;
                pairDistance[at + count] = d;
                pairState[at + count] = 0;
            }
            count++;
        }
    }
    if (fill == 0) pairStart[q] = count;
}
