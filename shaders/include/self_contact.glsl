// Twin of SelfContact in cpu/selfcontact_terms.go: the law of contact.glsl on the distance of a pair.
void selfContact(vec4 plane, float p, float k, float delta, inout int state, inout PointResponse r) {
    int touched = state & PAIR_TOUCHED;
    contact(plane, p, k, delta, touched, r);
    state |= touched;
}

float selfContactChange(float k, float p, float d, float delta, inout int state) {
    int touched = state & PAIR_TOUCHED;
    float change = contactChange(k, p, d, delta, touched);
    state |= touched;
    return change;
}
