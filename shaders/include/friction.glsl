// Twin of Friction in cpu/contact.go: friction of a limit that may depend on the direction of the slip,
// smooth below the slip ε. normal.w is the limit along the axis, see grip.glsl.

// Slip along the plane.
vec3 slipOf(vec4 normal, vec3 disp, vec3 u) {
    vec3 s = u - disp;
    return s - dot(s, normal.xyz) * normal.xyz;
}

// Q·u and the length √(uᵀQu) of a slip in the plane.
vec3 across(vec4 axis, vec3 u, out float l) {
    if (axis.w == 1.0) {
        l = length(u);
        return u;
    }
    float along = dot(axis.xyz, u);
    l = sqrt(axis.w * dot(u, u) + (1.0 - axis.w) * along * along);
    return axis.w * u + (1.0 - axis.w) * along * axis.xyz;
}

// The matrix leaves the negative part of the second derivative out, as in the twin.
void friction(vec4 normal, vec4 axis, vec3 disp, vec3 u, inout PointResponse r) {
    float f = normal.w, y;
    vec3 s = across(axis, slipOf(normal, disp, u), y);
    float lateral = y >= slip ? f / y : f / slip * (2.0 - y / slip);
    r.g += lateral * s;
    r.h += axis.w * lateral;
    addOuter(r, -axis.w * lateral, normal.xyz);
    if (axis.w != 1.0) addOuter(r, (1.0 - axis.w) * lateral, axis.xyz);
}

float frictionPsi(float f, float y) {
    float t = y / slip;
    return y >= slip ? f * (y - slip / 3.0) : f * y * t * (1.0 - t / 3.0);
}

float frictionChange(vec4 normal, vec4 axis, vec3 disp, vec3 u, vec3 q) {
    vec3 s0 = slipOf(normal, disp, u);
    vec3 d = q - dot(q, normal.xyz) * normal.xyz;
    float f = normal.w, y0, y1, twice;
    across(axis, s0, y0);
    across(axis, s0 + d, y1);
    if (y0 >= slip && y1 >= slip) return f * dot(d, across(axis, 2.0 * s0 + d, twice)) / (y0 + y1);
    return frictionPsi(f, y1) - frictionPsi(f, y0);
}
