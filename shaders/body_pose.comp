// Positions of a surface's vertices at a time: blended frames, moved by the blended motions of up to four joints (dual
// quaternions, Kavan et al. 2008). Computed in double precision and rounded once, so that positions agree with the
// reference to the last digit of a float. Inputs are sums of two floats. Twin of body.deform and body.Track.Positions.
#version 430 core
#include "load.glsl"
IN4(BodyFrame, bodyFrame)   // four frames in sequence; hi, lo of each vertex
INI4(BodyJoint, bodyJoint)
IN4(BodyWeight, bodyWeight)
IN4(BodyMotion, bodyMotion) // per joint: real and dual part (hi), then both (lo); w, x, y, z
OUT4(BodyPosed, bodyPosed)
uniform int count;
uniform vec4 share; // weights of the frames

dvec3 frame(int k, int i) {
    int at = 2 * (k * count + i);
    return dvec3(LOAD4(bodyFrame, at).xyz) + dvec3(LOAD4(bodyFrame, at + 1).xyz);
}

dvec4 part(int joint, int dual) {
    return dvec4(LOAD4(bodyMotion, 4 * joint + dual)) + dvec4(LOAD4(bodyMotion, 4 * joint + 2 + dual));
}

void main() {
    int i = invocation();
    if (i >= count) return;
    dvec3 x = frame(0, i), first = x;
    for (int k = 1; k < 4; k++)
        if (share[k] != 0.0) x += double(share[k]) * (frame(k, i) - first);
    ivec4 joint = LOADI4(bodyJoint, i);
    vec4 weight = LOAD4(bodyWeight, i);
    dvec4 lead = part(joint.x, 0), r = double(weight.x) * lead, d = double(weight.x) * part(joint.x, 1);
    for (int k = 1; k < 4; k++) {
        if (weight[k] == 0.0) break;
        dvec4 q = part(joint[k], 0);
        double w = double(weight[k]);
        if (dot(lead, q) < 0.0) w = -w; // q and −q are the same rotation: use the nearer one
        r += w * q;
        d += w * part(joint[k], 1);
    }
    double n = dot(r, r);
    dvec3 v = r.yzw;
    dvec3 shift = (2.0LF / n) * (r.x * d.yzw - d.x * v - cross(d.yzw, v));
    dvec3 turned = x + (2.0LF / n) * cross(v, cross(v, x) + r.x * x);
    bodyPosed[i] = vec4(vec3(turned + shift), 0.0);
}
