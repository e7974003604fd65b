// The block of each rigid body: Jᵀ·A·J of its six unknowns, with all contact, and the positive part of the term of the
// rotating gradient. Its Cholesky factor is what rigid_precondition solves with. Twin of foldMatrix and
// addContactBlocks. One group per body.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "response.glsl"
#include "reduce.glsl"
#include "rigid_body.glsl"
#include "rigid_sums.glsl"
#include "positive.glsl"
#include "pair_status_read.glsl"
INI4(Corners, corners)
IN4(VertexSlot, vertexSlot)
IN4(TriangleSlot, triangleSlot)
IN4(PairSlot, pairSlot)
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
IN4(RigidTurn, rigidTurn) // see rigid_fold.comp
OUT4(RigidFactor, rigidFactor) // per body: factor by rows, 21 numbers in six texels; then the positive part
OUT1(RigidScale, rigidScale) // per vertex: of mass points the inverse trace of their share of the body's block [m/N]
uniform int pairs; // upper bound of active pairs

bool within(int i) { return i >= range.x && i < range.y; }

// Adds the second derivative h, o of a force at y.
void addStiffness(vec3 y, vec3 h, vec3 o) { addForce(y, vec3(0.0), h, o, 0); }

// Adds a pair: couplings between the vertices of the body. Slots of vertices have its diagonal.
void addPair(int p) {
    ivec4 v = LOADI4(pairVertex, p);
    vec4 w = LOAD4(pairWeight, p);
    vec3 h = LOAD4(pairSlot, PAIR_SLOT * p + 1).xyz, o = LOAD4(pairSlot, PAIR_SLOT * p + 2).xyz, y = vec3(0.0);
    float share = 0.0;
    for (int k = 0; k < 4; k++) {
        if (w[k] == 0.0 || !within(v[k])) continue;
        vec3 r = offset(v[k]);
        y += w[k] * r;
        share += w[k];
        addStiffness(r, -w[k] * w[k] * h, -w[k] * w[k] * o);
    }
    if (share != 0.0) addStiffness(y / share, share * share * h, share * share * o);
}

void main() {
    int id = int(gl_LocalInvocationID.x), body = invocation() / GROUP;
    if (body >= count) return;
    open(body);
    clearSums();
    for (int i = range.x + id; i < range.y; i += GROUP) {
        int s = VERTEX_SLOT * i;
        addStiffness(offset(i), LOAD4(vertexSlot, s + 1).xyz, LOAD4(vertexSlot, s + 2).xyz);
    }
    for (int t = range.z + id; t < range.w; t += GROUP) {
        ivec4 v = LOADI4(corners, t);
        int s = TRIANGLE_SLOT * t;
        addStiffness((offset(v.x) + offset(v.y) + offset(v.z)) / 3.0, LOAD4(triangleSlot, s + 5).xyz,
            LOAD4(triangleSlot, s + 6).xyz);
    }
    for (int p = id; p < min(pairs, pairActive); p += GROUP) addPair(p);
    sumUp();
    if (id != 0) return;
    PointResponse r = PointResponse(vec3(0.0), LOAD4(rigidTurn, 2 * body).xyz, LOAD4(rigidTurn, 2 * body + 1).xyz);
    projectPositive(r);
    float trace = k[0] + k[2] + k[5];
    k[9] += r.h.x;
    k[13] += r.o.z;
    k[14] += r.h.y;
    k[18] += r.o.y;
    k[19] += r.o.x;
    k[20] += r.h.z;
    for (int j = 0; j < 6; j++) { // Cholesky, with pivots above rounding
        int jj = j * (j + 1) / 2;
        float d = k[jj + j], all = d;
        for (int c = 0; c < j; c++) d -= k[jj + c] * k[jj + c];
        d = sqrt(max(d, FLAT * all));
        k[jj + j] = d;
        for (int i = j + 1; i < 6; i++) {
            int ii = i * (i + 1) / 2;
            float v = k[ii + j];
            for (int c = 0; c < j; c++) v -= k[ii + c] * k[jj + c];
            k[ii + j] = v / d;
        }
    }
    vec4 texel[6];
    texel[5] = vec4(0.0);
    for (int i = 0; i < 21; i++) texel[i / 4][i % 4] = k[i];
    for (int i = 0; i < 6; i++) rigidFactor[RIGID_FACTOR * body + i] = texel[i];
    rigidFactor[RIGID_FACTOR * body + 6] = vec4(r.h, 0.0);
    rigidFactor[RIGID_FACTOR * body + 7] = vec4(r.o, 0.0);
    for (int c = 0; c < 4; c++) rigidScale[points[c]] = 4.0 / trace;
}
