// Twin of cpu/grab.go: ½k·|x − target|² + c/3·max(|x − centre| − L, 0)³. k = 0: no spring; c = 0: no leash.
#include "grabbed.glsl"

vec3 grabArm(Vertex p, int at) { return difference(p.hi, p.lo, LOAD4(grab, at).xyz, LOAD4(grab, at + 1).xyz); }

void grabForce(Vertex p, inout PointResponse r) {
    int at = 4 * p.i;
    float k = LOAD4(grab, at).w, c = LOAD4(grab, at + 1).w;
    if (k > 0.0) {
        r.g += k * grabArm(p, at);
        r.h += k;
    }
    if (!(c > 0.0)) return;
    vec3 d = grabArm(p, at + 2);
    float l = length(d), e = l - LOAD4(grab, at + 2).w;
    if (!(e > 0.0)) return;
    vec3 n = d / l;
    r.g += c * e * e * n;
    r.h += c * e * e / l;
    addOuter(r, 2.0 * c * e - c * e * e / l, n);
}

float grabChange(Vertex p, vec3 q) {
    int at = 4 * p.i;
    float k = LOAD4(grab, at).w, c = LOAD4(grab, at + 1).w, sum = 0.0;
    if (k > 0.0) sum = k * dot(q, grabArm(p, at) + 0.5 * q);
    if (!(c > 0.0)) return sum;
    vec3 d = grabArm(p, at + 2);
    float most = LOAD4(grab, at + 2).w, l = length(d), m = length(d + q);
    float e = max(l - most, 0.0), f = max(m - most, 0.0);
    if (!(e > 0.0 || f > 0.0)) return sum;
    float grows = e > 0.0 && f > 0.0 ? dot(q, 2.0 * d + q) / (l + m) : f - e;
    return sum + c / 3.0 * grows * (e * e + e * f + f * f);
}
