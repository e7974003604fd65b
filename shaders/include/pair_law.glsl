// Thickness and stiffness of pairs; twin of cpu's selfContact.thickness, stiffness and area.
#include "pair_state.glsl"
IN4(PairRest, pairRest) // per vertex: half the smallest altitude around it [m]; area [m²]; √ of the cloth–cloth
                        // friction coefficient; radius of its lines [m]

#define PAIR_REACH 1.5  // times the thickness: largest distance of a pair with a contact plane
#define STIFFNESS_INCREASE 8.0 // factor on the stiffness of a pair after tunnelling
#define PAIR_SQUEEZE 0.125  // times the thickness: pairs below it are squeezed
#define MOST_SQUEEZED 64.0

// Twin of step.Settings.Stoutness.
float stoutness(float radius) { return max(0.0, radius - 0.5 * selfThickness); }

float pairThickness(ivec4 v) {
    vec4 first = LOAD4(pairRest, v.x), last = LOAD4(pairRest, v.w);
    return min(selfThickness, min(min(first.x, LOAD4(pairRest, v.y).x), min(LOAD4(pairRest, v.z).x, last.x))) +
        (stoutness(first.w) + stoutness(last.w));
}

// Twin of cloth.Model.EdgeArea.
float edgeArea(int i) {
    vec4 rest = LOAD4(pairRest, i);
    return rest.w > 0.0 ? rest.y : rest.y / 3.0;
}

float pairArea(bool face, ivec4 v) {
    if (face) return LOAD4(pairRest, v.x).y;
    return min(min(edgeArea(v.x), edgeArea(v.y)), min(edgeArea(v.z), edgeArea(v.w)));
}

// Stiffness of a pair of thickness delta at distance d at the start of the step; delta becomes the thickness of its
// layer. See step.PairLayer. raised: its path hits, so it counts with more than its share.
float pairLayer(bool face, ivec4 v, int state, float d, bool raised, inout float delta) {
    float k = 0.5 * contactStiffness * pairArea(face, v);
    d = max(d, 1e-12);
    if (state < PAIR_STIFFER && !raised) {
        float squeezed = clamp(PAIR_SQUEEZE * delta / d, 1.0, MOST_SQUEEZED);
        return k * squeezed * squeezed;
    }
    for (int s = state / PAIR_STIFFER; s > 0; s--) k *= STIFFNESS_INCREASE;
    float thickness = min(d, delta), r = delta / thickness;
    delta = thickness;
    return k * r * r;
}

float pairFriction(ivec4 v) { return LOAD4(pairRest, v.x).z * LOAD4(pairRest, v.w).z; }
