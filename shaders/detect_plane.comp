// Distances of contact points from a half-space; twin of obstacle.detect.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "friction_cone.glsl"
#include "contact_point.glsl"
#define TURNED(tri, v) (v)
#include "wall.glsl"
uniform vec4 planeNormal;
uniform vec4 planePoint; // xyz rounded; w: distance of xyz from the plane

void main() {
    int i = invocation();
    if (i >= pointCount()) return;
    ContactPoint p = contactPointAt(i);
    int at = obstacleIndex * pointCount() + i;
    Wall wall = Wall(vec4(planeNormal.xyz, 0.0), vec4(planePoint.xyz, -1.0), vec4(vec3(0.0), planePoint.w), vec4(0.0),
        vec3(0.0), 0.0);
    bool near = planeDistance(wall.normal, wall.reference, wall.disp, p.hi, p.lo) < REACH * p.delta;
    nearHead[at].y = NEAR_FLAGS(near, 1);
    if (!near) return;
    wall.slip = slipOn(at, wall.normal.xyz);
    storePlane(NEAR_PLANE * 2 * at, i, p, wall, false);
}
