// Contact and friction of one point against all obstacles; twin of the loops in cpu/contact.go.
INI4(NearHead, nearHead)
IN4(NearPlane, nearPlane)
INOUTI1(Touched, touched) // a bit per plane, see contact.glsl

int noted(int bits, int c, bool counts) { return counts ? bits | 1 << c : bits & ~(1 << c); }

// i is the contact point at (hi, lo), displaced by u in the step, with contact law k and delta.
void touch(int i, vec3 hi, vec3 lo, vec3 u, float k, float delta, inout PointResponse r) {
    if (obstacleCount == 0) return;
    int o = 0;
    do { // do-while: software devices run a pre-tested loop once more
        int at = o * pointCount() + i;
        int flags = LOADI4(nearHead, at).y;
        if ((flags & NEAR_ACTIVE) == 0) continue;
        int t = touched[at], c = 0;
        do {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), reference = LOAD4(nearPlane, b + 1), disp = LOAD4(nearPlane, b + 2);
            bool counts = (t >> c & 1) != 0;
            if (has(TERM_contact)) {
                float d = planeDistance(normal, reference, disp, hi, lo);
                contact(normal, delta - d, k, delta, counts, r);
                if (counts && LOAD4(nearPlane, b + 5).w > 0.0)
                    harden(normal, k, d - LOAD4(nearPlane, b + 3).w, delta, r);
            }
            t = noted(t, c, counts);
            if (has(TERM_friction) && normal.w > 0.0) friction(normal, LOAD4(nearPlane, b + 4), disp.xyz,
                LOAD4(nearPlane, b + 5).xyz, u, r);
        } while (++c < NEAR_COUNT(flags));
        touched[at] = t;
    } while (++o < obstacleCount);
}

// Change of the potentials for a displacement q of the point, and the sum of its absolute terms.
vec2 touchChange(int i, vec3 hi, vec3 lo, vec3 u, vec3 q, float k, float delta) {
    vec2 sum = vec2(0.0);
    if (obstacleCount == 0) return sum;
    int o = 0;
    do { // do-while: software devices run a pre-tested loop once more
        int at = o * pointCount() + i;
        int flags = LOADI4(nearHead, at).y;
        if ((flags & NEAR_ACTIVE) == 0) continue;
        int t = touched[at], c = 0;
        do {
            int b = NEAR_PLANE * (2 * at + c);
            vec4 normal = LOAD4(nearPlane, b), reference = LOAD4(nearPlane, b + 1), disp = LOAD4(nearPlane, b + 2);
            float change = 0.0;
            bool counts = false;
            if (has(TERM_contact)) {
                float d = planeDistance(normal, reference, disp, hi, lo), in_ = -dot(normal.xyz, q);
                change += contactChange(k, delta - d, in_, delta, counts);
                if (min(d, d - in_) < delta && LOAD4(nearPlane, b + 5).w > 0.0)
                    change += hardChange(k, d - LOAD4(nearPlane, b + 3).w, in_, delta);
            }
            t = noted(t, c, counts);
            if (has(TERM_friction) && normal.w > 0.0)
                change += frictionChange(normal, LOAD4(nearPlane, b + 4), disp.xyz, LOAD4(nearPlane, b + 5).xyz, u, q);
            sum += vec2(change, abs(change));
        } while (++c < NEAR_COUNT(flags));
        touched[at] = t;
    } while (++o < obstacleCount);
    return sum;
}
