// Twin of SelfFriction in cpu/selfcontact_terms.go: the law of friction.glsl for the change of the vector between the
// features of a pair over the step.
void selfFriction(vec4 plane, vec4 axis, vec3 e, vec3 u, inout PointResponse r) {
    friction(plane, axis, vec3(0.0), e, u, r);
}

float selfFrictionChange(vec4 plane, vec4 axis, vec3 e, vec3 u, vec3 q) {
    return frictionChange(plane, axis, vec3(0.0), e, u, q);
}
