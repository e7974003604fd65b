// Twin of Friction in cpu/contact.go: Coulomb friction of limit f = μλ, smooth below the slip ε.

// Slip along the plane.
vec3 slipOf(vec4 normal, vec3 disp, vec3 u) {
    vec3 s = u - disp;
    return s - dot(s, normal.xyz) * normal.xyz;
}

// The matrix leaves the negative part of the second derivative out, as in the twin.
void friction(vec4 normal, vec3 disp, float f, vec3 u, inout PointResponse r) {
    vec3 s = slipOf(normal, disp, u);
    float y = length(s);
    float lateral = y >= slip ? f / y : f / slip * (2.0 - y / slip);
    r.g += lateral * s;
    r.h += lateral;
    addOuter(r, -lateral, normal.xyz);
}

float frictionPsi(float f, float y) {
    float t = y / slip;
    return y >= slip ? f * (y - slip / 3.0) : f * y * t * (1.0 - t / 3.0);
}

float frictionChange(vec4 normal, vec3 disp, float f, vec3 u, vec3 q) {
    vec3 s0 = slipOf(normal, disp, u);
    vec3 d = q - dot(q, normal.xyz) * normal.xyz;
    float y0 = length(s0), y1 = length(s0 + d);
    if (y0 >= slip && y1 >= slip) return f * dot(d, 2.0 * s0 + d) / (y0 + y1);
    return frictionPsi(f, y1) - frictionPsi(f, y0);
}
