// Twin of SelfContact in cpu/selfcontact_terms.go: the law of contact.glsl on the distance of a pair.
int pairNoted(int state, bool counts) { return counts ? state | PAIR_COUNTS | PAIR_TOUCHED : state & ~PAIR_COUNTS; }

void selfContact(vec4 plane, float p, float k, float delta, inout int state, inout PointResponse r) {
    bool counts = (state & PAIR_COUNTS) != 0;
    contact(plane, p, k, delta, counts, r);
    state = pairNoted(state, counts);
}

float selfContactChange(float k, float p, float d, float delta, inout int state) {
    bool counts;
    float change = contactChange(k, p, d, delta, counts);
    state = pairNoted(state, counts);
    return change;
}
