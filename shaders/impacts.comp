// Selects backward Euler for impacts: vertices whose free flight ends in contact, and all of a piece without pins and
// obstacle contact, which must conserve its momentum to rounding; twin of cpu's findImpacts. Phase 0: per vertex; 1: by
// pieces, see impact_components.comp.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "terms.glsl"
#include "split.glsl"
#include "acting.glsl"
#include "two_step.glsl"
#include "impact_component.glsl"
#include "grabbed.glsl"
INI1(Held, held)
INI1(VertexComponent, vertexComponent)
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(Velocity, velocity)
IN4(VelocityLo, velocityLo)
IN4(Gain, gain)
INI1(InContact, inContact)
INOUT4(CoastHi, coastHi)
INOUT4(CoastLo, coastLo)
INOUTI1(ComponentImpact, componentImpact)
uniform int phase;

void main() {
    int i = invocation();
    if (i >= vertexCount) return;
    bool euler = isEuler(coastHi[i].w);
    int p = LOADI1(vertexComponent, i);
    if (phase == 0) {
        int in_ = LOADI1(inContact, i);
        bool takes = euler || impacts(int(LOAD4(gain, i).w), (in_ & BEGINS) != 0);
        bool holds = LOADI1(held, i) != 0 || grabbed(i) || (in_ & BY_BODY) != 0;
        int found = (takes ? COMPONENT_IMPACT : 0) | (holds ? COMPONENT_HELD : 0);
        if (found != 0) atomicOr(componentImpact[p], found);
        if (!takes) return;
    } else if (!componentUsesEuler(componentImpact[p])) {
        return;
    }
    if (euler) return;
    vec3 hi = LOAD4(startHi, i).xyz, lo = LOAD4(startLo, i).xyz;
    coastAlong(LOAD4(velocity, i).xyz, LOAD4(velocityLo, i).xyz, hi, lo);
    coastHi[i] = vec4(hi, h);
    coastLo[i] = vec4(lo, 0.0);
}
