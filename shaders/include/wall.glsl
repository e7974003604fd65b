// Walls near contact points, and their friction. TURNED(tri, v) rotates a vector with a triangle of the surface.
TEX4(nearHistory)
INOUTI4(NearHead, nearHead)
UPDATE4(NearPlane, nearPlane, nearPlaneOut)
TEX4(gives)

#define REACH 3.0  // times the thickness: largest distance of a contact plane
#define CREASE 0.9 // cosine of the angle beyond which two directions are two walls

// A contact plane in the layout of nearPlane, without friction.
struct Wall {
    vec4 normal, reference, disp, bary;
    vec3 slip;
    float dist;
};

#ifdef TURNED
// Elastic slip in a plane of normal n at the start of the step; twin of cpu's obstacle.anchor.
vec3 slipOn(int at, vec3 n) {
    vec3 e = vec3(0.0);
    float most = CREASE;
    for (int k = 0; k < 2; k++) {
        vec4 kept = TEXEL(nearHistory, NEAR_KEPT * (2 * at + k));
        if (kept.w == 0.0) continue;
        int tri = int(kept.w) - 2;
        vec3 was = TURNED(tri, kept.xyz);
        float like = dot(was, n);
        if (like < most) continue;
        most = like;
        e = TURNED(tri, TEXEL(nearHistory, NEAR_KEPT * (2 * at + k) + 1).xyz);
        e -= dot(n, e) / (1.0 + like) * (was + n);
    }
    return e;
}
#endif

// Friction cone of point i in a plane; hard: the layer is hardened.
Friction_cone coneIn(int i, ContactPoint p, vec4 normal, vec4 reference, vec4 disp, float guarded, bool hard) {
    float depth = p.delta - planeDistance(normal, reference, disp, p.hi, p.lo);
    float lambda = depth > 0.0 ? contactForce(p.k, depth, p.delta) : 0.0;
    if (hard && depth > 0.0) lambda += hardForce(p.k, p.delta - depth - guarded, p.delta);
    return coneOn(obstacleIndex, i, normal.xyz, lambda, p.k / contactStiffness, p.mu);
}

// Stores a plane at place b.
void storePlane(int b, int i, ContactPoint p, Wall wall, bool hard) {
    vec4 way = TEXEL(gives, obstacleIndex * pointCount() + i);
    if (dot(wall.normal.xyz, way.xyz) > 0.0) wall.disp.w += way.w;
    Friction_cone cone = coneIn(i, p, wall.normal, wall.reference, wall.disp, wall.bary.w, hard);
    STORE4(nearPlane, nearPlaneOut, b, vec4(wall.normal.xyz, cone.limit));
    STORE4(nearPlane, nearPlaneOut, b + 1, wall.reference);
    STORE4(nearPlane, nearPlaneOut, b + 2, wall.disp);
    STORE4(nearPlane, nearPlaneOut, b + 3, wall.bary);
    STORE4(nearPlane, nearPlaneOut, b + 4, cone.axis);
    STORE4(nearPlane, nearPlaneOut, b + 5, vec4(wall.slip, hard ? 1.0 : 0.0));
}
