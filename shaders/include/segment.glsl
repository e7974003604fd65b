// Twin of cpu/segment.go: springs between two vertices.
// segmentVertices[i]: the two, place of the laws. segmentRest[i]: 1/l̄, area.
// segmentSlot[SEGMENT_SLOT·i…]: unit vector from the first to the second, tension; spring constant, tension over length
// not below zero, E, unused. E = ½(l²/l̄² − 1), of which the elongation is 2E/(1 + √(1 + 2E)): computed with split
// floats, see strain.glsl.

// E of the segment along the split vector (ph, pl); w is that over l̄.
float segmentStrain(float inverse, vec3 ph, vec3 pl, out vec3 w) {
    vec3 p, e, wl;
    twoProduct(vec3(inverse), ph, p, e);
    precise vec3 rest = e + inverse * pl;
    quickTwoSum(p, rest, w, wl);
    return 0.5 * dotMinus(w, wl, w, wl, 1.0);
}

float segmentElongation(float e) { return 2.0 * e / (1.0 + sqrt(max(1.0 + 2.0 * e, 0.0))); }

// How the elongation changes as E grows by d.
float segmentChange(float e, float d) {
    float sum = sqrt(max(1.0 + 2.0 * e, 0.0)) + sqrt(max(1.0 + 2.0 * (e + d), 0.0));
    return sum > 0.0 ? 2.0 * d / sum : 0.0;
}
