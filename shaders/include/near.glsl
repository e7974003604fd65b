// What contact points have near them, per obstacle and point; twin of cpu.nearby and cpu.plane.
//
// nearHead[i]: closest triangle or −1; flags; bits of the clear distance [m]; unused.
// nearPlane[NEAR_PLANE·(2i + c) …] for plane c = 0, 1:
//   normal, limit of friction [N]; reference point [m], triangle; displacement over the step [m],
//   distance of the reference point [m]; barycentric coordinates, by how much its distance is more than that of the
//   point it guards [m]; axis of friction, see friction_cone.glsl; elastic slip at the start of the step [m], 1 where
//   the surface is guarded and its layer hardens.
// The displacement is that of what is fixed to the surface there, at the distance of the point.
//
// gives[i]: the normal of the wall that gives way to a contact point in the step, and how far [m]; 0: none does.
//
// nearHistory[NEAR_KEPT·(2i + c) …]: what the last step has left of a plane, twin of cloth.Touch: normal, triangle + 2
// or 0 for none; elastic slip [m]; barycentric coordinates.
#define NEAR_KEPT 3
#define NEAR_ACTIVE 1
#define NEAR_COUNT(flags) ((flags) >> 1)
#define NEAR_FLAGS(near, count) ((count) << 1 | ((near) ? NEAR_ACTIVE : 0))

// Distance of the position (hi, lo) from the plane.
float planeDistance(vec4 normal, vec4 reference, vec4 disp, vec3 hi, vec3 lo) {
    precise vec3 d = (hi - reference.xyz) + lo;
    return dot(normal.xyz, d) + disp.w;
}
