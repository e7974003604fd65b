// Twin of Friction in cpu/contact.go: friction with a possibly direction-dependent limit, elastic up to the slip ℓ.
// normal.w is the limit along the axis, see friction_cone.glsl.

// Elastic slip in the plane if all of the displacement u were elastic; e is that at the start of the step.
vec3 slipOf(vec4 normal, vec3 disp, vec3 e, vec3 u) {
    vec3 s = (u - disp) + e;
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

// The elastic part of the slip q.
vec3 slipHeld(vec4 axis, vec3 q) {
    float y;
    across(axis, q, y);
    return y > frictionSlip ? q * (frictionSlip / y) : q;
}

// 1: the matrix has the second derivative of friction; 0: without its negative part, see step.Operations.
uniform int semismooth;

void friction(vec4 normal, vec4 axis, vec3 disp, vec3 e, vec3 u, inout PointResponse r) {
    float f = normal.w, y;
    vec3 s = across(axis, slipOf(normal, disp, e, u), y);
    float lateral = f / max(y, frictionSlip);
    r.g += lateral * s;
    r.h += axis.w * lateral;
    addOuter(r, -axis.w * lateral, normal.xyz);
    if (axis.w != 1.0) addOuter(r, (1.0 - axis.w) * lateral, axis.xyz);
    if (semismooth != 0 && y > frictionSlip) addOuter(r, -lateral / (y * y), s);
}

// Curvature of friction along p at the slip s in the plane; second: of its matrix.
float frictionCurvature(float f, vec4 axis, vec3 s, vec3 p, bool second) {
    float y, length;
    vec3 q = across(axis, s, y);
    across(axis, p, length);
    float lateral = f / max(y, frictionSlip), along = second && y > frictionSlip ? dot(q, p) / y : 0.0;
    return lateral * (length * length - along * along);
}

// Twin of softens in cpu/softening.go, after gone Newton steps p.
float frictionSoftening(vec4 normal, vec4 axis, vec3 disp, vec3 e, vec3 u, vec3 p, float gone) {
    vec3 s = slipOf(normal, disp, e, u), d = p - dot(p, normal.xyz) * normal.xyz;
    return frictionCurvature(normal.w, axis, s - gone * d, d, semismooth != 0)
         - frictionCurvature(normal.w, axis, s, d, true);
}

float frictionPsi(float f, float y) {
    return y >= frictionSlip ? f * (y - 0.5 * frictionSlip) : 0.5 * f / frictionSlip * y * y;
}

float frictionChange(vec4 normal, vec4 axis, vec3 disp, vec3 e, vec3 u, vec3 q) {
    vec3 s0 = slipOf(normal, disp, e, u);
    vec3 d = q - dot(q, normal.xyz) * normal.xyz;
    float f = normal.w, y0, y1, twice;
    across(axis, s0, y0);
    across(axis, s0 + d, y1);
    float squares = dot(d, across(axis, 2.0 * s0 + d, twice)); // y1² − y0²
    if (y0 >= frictionSlip && y1 >= frictionSlip) return f * squares / (y0 + y1);
    if (y0 <= frictionSlip && y1 <= frictionSlip) return 0.5 * f / frictionSlip * squares;
    return frictionPsi(f, y1) - frictionPsi(f, y0);
}
