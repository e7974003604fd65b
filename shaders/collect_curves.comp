// Gathers the moments of curvature elements at their hinges, in a fixed order; twin of cpu's transferCurves.
// References: 16·element + hinge in it.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "curve.glsl"
INI1(HingeCurveStart, hingeCurveStart)
INI1(HingeCurve, hingeCurve)
IN4(CurveSlot, curveSlot)
INOUT4(HingeSlot, hingeSlot)

void main() {
    int i = invocation();
    if (i >= hingeCount) return;
    int begin = LOADI1(hingeCurveStart, i), end = LOADI1(hingeCurveStart, i + 1);
    if (begin == end) return;
    float sigma = 0.0, stiffness = 0.0;
    int n = begin;
    do { // do-while: software devices run a pre-tested loop once more
        int ref = LOADI1(hingeCurve, n), s = CURVE_SLOT * (ref >> 4);
        vec3 w = curveWeight(ref >> 4, ref & 15);
        vec3 c = LOAD4(curveSlot, s + 1).xyz, d = LOAD4(curveSlot, s + 2).xyz;
        sigma += dot(w, LOAD4(curveSlot, s).xyz);
        stiffness += dot(c, w * w) + 2.0 * dot(d, w.yxx * w.zzy);
    } while (++n < end);
    hingeSlot[HINGE_SLOT * i].w += sigma;
    hingeSlot[HINGE_SLOT * i + 1].w += CURVE_STIFFENING * stiffness;
}
