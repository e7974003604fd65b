// Twin of cpu/grab.go: ½k·|x − target|². Where k is 0 nothing pulls.
IN4(Grab, grab) // target, high parts, and k; low parts

vec3 grabArm(Vertex p) { return difference(p.hi, p.lo, LOAD4(grab, 2 * p.i).xyz, LOAD4(grab, 2 * p.i + 1).xyz); }

void grabForce(Vertex p, inout PointResponse r) {
    float k = LOAD4(grab, 2 * p.i).w;
    if (!(k > 0.0)) return;
    r.g += k * grabArm(p);
    r.h += k;
}

float grabChange(Vertex p, vec3 q) {
    float k = LOAD4(grab, 2 * p.i).w;
    return k > 0.0 ? k * dot(q, grabArm(p) + 0.5 * q) : 0.0;
}
