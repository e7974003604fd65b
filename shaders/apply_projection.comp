// Moves vertices by the largest displacement of their triangles, which moves every centroid at least as far as the
// CPU's sequential projection. Also counts non-finite positions, before they become the state.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "row_kinds.glsl"
#include "split.glsl"
#include "status.glsl"
INI1(RowStart, rowStart)
INI1(RowElement, rowElement)
INI1(Held, held)
IN4(Push, push)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
INOUT4(PositionHi, positionHi)
INOUT4(PositionLo, positionLo)
OUT4(Moved, moved)

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    vec3 hi = positionHi[i].xyz, lo = positionLo[i].xyz;
    if (obstacleCount > 0 && LOADI1(held, i) == 0) {
        vec3 far = vec3(0.0);
        float most = 0.0;
        int end = LOADI1(rowStart, ROW_KINDS * i + 1);
        for (int k = LOADI1(rowStart, ROW_KINDS * i); k < end; k++) {
            vec3 p = LOAD4(push, LOADI1(rowElement, k) >> 2).xyz;
            float l = dot(p, p);
            if (l > most) {
                most = l;
                far = p;
            }
        }
        if (most > 0.0) {
            addTo(hi, lo, far);
            positionHi[i] = vec4(hi, 0.0);
            positionLo[i] = vec4(lo, 0.0);
        }
    }
    vec3 u = difference(hi, lo, LOAD4(startHi, i).xyz, LOAD4(startLo, i).xyz);
    moved[i] = vec4(u, 0.0);
    vec3 size = abs(hi) + abs(u);
    if (!(size.x + size.y + size.z < 1e30)) atomicAdd(nonFinite, 1);
}
