// Contact points whose planes with a surface need no new search.
uniform int begins; // 1: first contact detection of the step

#define NEARLY_SAME 0.05 // times the thickness: as in step/contact.go

// Whether the surface is guarded for a triangle.
bool isGuarded(ContactPoint p) { return obstacle[obstacleIndex].w != 0.0 && p.edge >= abs(obstacle[obstacleIndex].w); }

// Whether point i, number at among all obstacles, is too far from the surface, or within a step stays near the position
// of the last search. Its planes are kept then, with updated friction. Never true for triangles over a sharp surface.
bool stays(int i, int at, ContactPoint p) {
    ivec4 head = nearHead[at];
    int b = NEAR_PLANE * 2 * at;
    vec4 reference = LOAD4(nearPlane, b + 1);
    bool guarded = isGuarded(p), sharpBody = obstacle[obstacleIndex].w < 0.0;
    if (begins == 0 && (head.y & NEAR_ACTIVE) != 0 && !(guarded && sharpBody) &&
        distance(p.hi, reference.xyz) <= NEARLY_SAME * p.delta) {
        int c = 0;
        do {
            vec4 normal = LOAD4(nearPlane, b);
            reference = LOAD4(nearPlane, b + 1);
            Friction_cone cone = coneIn(i, p, normal, reference, LOAD4(nearPlane, b + 2), LOAD4(nearPlane, b + 3).w,
                LOAD4(nearPlane, b + 5).w > 0.0);
            STOREW(nearPlane, nearPlaneOut, b, cone.limit);
            if (measuredParts > 0) STORE4(nearPlane, nearPlaneOut, b + 4, cone.axis); // otherwise there is a single
                                                                                      // axis
            b += NEAR_PLANE;
        } while (++c < NEAR_COUNT(head.y));
        return true;
    }
    float sight = REACH * p.delta;
    if (guarded) sight = max(sight, p.delta + sqrt(max(dot(p.c0, p.c0), max(dot(p.c1, p.c1), dot(p.c2, p.c2)))));
    if (!(intBitsToFloat(head.z) - length(p.u) > sight)) return false;
    nearHead[at].y = NEAR_FLAGS(false, 0);
    return true;
}
