// Finds the contact planes of contact points against one surface; twin of obstacle.detect and
// closest.Tree.Closest. All geometry is relative to the query point, which keeps its digits.
// Software devices, which go through all of a kernel, have look_up_kept list the points first.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "body.glsl"
#include "grip.glsl"
#include "status.glsl"
#include "contact_point.glsl"
#define TURNED(tri, v) bodyTurned(tri, v, false)
#include "wall.glsl"
#include "stays.glsl"
TEXI4(bodyNext) // triangle across the edge from corner c to c + 1
TEXI4(bodyNode)
TEXI1(bodyLeaf)
TEX4(bodyBox)
TEX4(bodyFaceNormal)
TEX4(bodyVertexNormal)
TEXI1(bodyRing) // see body_vertices.comp
#if defined(FETCH) && !defined(WINDOW) // parts go over points in order
#define LISTED
TEXI1(lookList) // see look_up_kept.comp
#endif

#define STACK 48
#define DEEPEN_TURNS 3   // how often the deepest point of a triangle is looked for along a line
#define DEEPEN_PROJECTIONS 2 // and each time by projection
#define DEEPEST_LOOKS 12     // the same over a keen surface: how many points are looked at
#define DEEPEST_NOISE 1e-7   // what rounding may make of where tangent planes meet [m]
#define DEEPER 0.05      // times the thickness: what is as much deeper than all contact points counts
#define GUARDED 0.5      // times the thickness: where it is pushed out

struct Hit {
    int tri;
    vec3 bary;
    vec3 point; // relative to the query
    float d2;
};

// Barycentric coordinates of the point of triangle abc closest to the origin (Ericson, Real-Time
// Collision Detection, §5.1.5); coordinates of features not touched are exactly zero.
vec3 closestBary(vec3 a, vec3 b, vec3 c) {
    vec3 ab = b - a, ac = c - a;
    float d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0) return vec3(1.0, 0.0, 0.0);
    float d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3) return vec3(0.0, 1.0, 0.0);
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        float v = d1 / (d1 - d3);
        return vec3(1.0 - v, v, 0.0);
    }
    float d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6) return vec3(0.0, 0.0, 1.0);
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        float w = d2 / (d2 - d6);
        return vec3(1.0 - w, 0.0, w);
    }
    float va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
        float w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return vec3(0.0, 1.0 - w, w);
    }
    return vec3(va, vb, vc) / (va + vb + vc);
}

void improve(vec3 hi, vec3 lo, int tri, inout Hit best) {
    ivec4 v = TEXEL(bodyTriangles, tri);
    precise vec3 a = (TEXEL(bodyEnd, v.x).xyz - hi) - lo, b = (TEXEL(bodyEnd, v.y).xyz - hi) - lo, c = (TEXEL(bodyEnd, v.z).xyz - hi) - lo;
    vec3 bary = closestBary(a, b, c);
    vec3 p = bary.x * a + bary.y * b + bary.z * c;
    float d2 = dot(p, p);
    if (d2 < best.d2) best = Hit(tri, bary, p, d2);
}

float boxDistance2(int n, vec3 p) {
    vec3 d = max(max(TEXEL(bodyBox, 2 * n).xyz - p, p - TEXEL(bodyBox, 2 * n + 1).xyz), 0.0);
    return dot(d, d);
}

// The closest point; top is 1, or 0 for none. Turns go down to the next leaf, then through its triangles, and loops are left at their ends: software
// devices go through all of a turn for each of eight invocations, and once more where a loop is left at its start.
Hit closest(vec3 hi, vec3 lo, int hint, int top) {
    Hit best = Hit(-1, vec3(0.0), vec3(0.0), 3e38);
    int stack[STACK];
    float apart[STACK]; // squared distances of the boxes
    stack[0] = 0;
    apart[0] = 0.0;
    int tri = top > 0 ? hint : -1;
    ivec2 leaf = ivec2(0); // entries that are left
    do {
        do {
            if (tri >= 0) improve(hi, lo, tri, best);
            if (leaf.y > 0) tri = TEXEL(bodyLeaf, leaf.x).r;
            leaf += ivec2(1, -1);
        } while (leaf.y >= 0);
        leaf = ivec2(0);
        tri = -1;
        do {
            if (top > 0 && apart[--top] < best.d2) {
                ivec4 node = TEXEL(bodyNode, stack[top]);
                if (node.y > 0) leaf = node.xy;
                else {
                    // Look into the nearer child first.
                    float a = boxDistance2(node.x, hi), b = boxDistance2(node.x + 1, hi);
                    bool second = a < b; // goes to the bottom
                    if (max(a, b) < best.d2) {
                        stack[top] = second ? node.x + 1 : node.x;
                        apart[top++] = max(a, b);
                    }
                    if (min(a, b) < best.d2) {
                        stack[top] = second ? node.x : node.x + 1;
                        apart[top++] = min(a, b);
                    }
                }
            }
        } while (top > 0 && leaf.y == 0);
        if (leaf.y > 0) {
            tri = TEXEL(bodyLeaf, leaf.x).r;
            leaf += ivec2(1, -1);
        }
    } while (tri >= 0);
    return best;
}

// Normal of the feature that was hit, by which inside and outside are told apart for certain.
vec3 pseudonormal(Hit h) {
    ivec4 v = TEXEL(bodyTriangles, h.tri);
    bvec3 zero = equal(h.bary, vec3(0.0));
    int zeros = int(zero.x) + int(zero.y) + int(zero.z);
    if (zeros == 2) return TEXEL(bodyVertexNormal, !zero.x ? v.x : !zero.y ? v.y : v.z).xyz;
    vec3 n = TEXEL(bodyFaceNormal, h.tri).xyz;
    if (zeros == 1) {
        ivec4 next = TEXEL(bodyNext, h.tri);
        n += TEXEL(bodyFaceNormal, zero.x ? next.y : zero.y ? next.z : next.x).xyz;
    }
    return n;
}

// Walks over the surface from a triangle, always nearer; twin of closest.Tree.Walk.
Hit walk(vec3 hi, vec3 lo, int from) {
    Hit best = Hit(-1, vec3(0.0), vec3(0.0), 3e38);
    improve(hi, lo, from, best);
    for (float last = 3e38; best.d2 < last;) {
        last = best.d2;
        int at = best.tri;
        bvec3 zero = equal(best.bary, vec3(0.0));
        int zeros = int(zero.x) + int(zero.y) + int(zero.z);
        if (zeros == 1) {
            ivec4 next = TEXEL(bodyNext, at);
            improve(hi, lo, zero.x ? next.y : zero.y ? next.z : next.x, best);
        } else if (zeros == 2) {
            ivec4 v = TEXEL(bodyTriangles, at);
            int w = !zero.x ? v.x : !zero.y ? v.y : v.z, end = TEXEL(bodyRing, w + 1).r;
            for (int k = TEXEL(bodyRing, w).r; k < end; k++) improve(hi, lo, TEXEL(bodyRing, k).r >> 2, best);
        }
    }
    return best;
}

// Outward direction from the closest point, and the signed distance.
vec4 outward(Hit hit) {
    float dist = sqrt(hit.d2);
    vec3 pseudo = pseudonormal(hit), out_ = -hit.point;
    float sgn = dot(out_, pseudo) < 0.0 ? -1.0 : 1.0;
    // On the surface the direction is lost in round-off: the pseudonormal stands in.
    return vec4(dist > 1e-7 ? out_ * (sgn / dist) : normalize(pseudo), sgn * dist);
}

// The plane through the closest point, whose side is outward(hit); twin of cpu's obstacle.facing.
Wall facing(Hit hit, vec4 side, int at, vec3 hi, vec3 lo) {
    vec3 n = side.xyz;
    vec3 disp = bodyDisplacement(hit.tri, hit.bary) + side.w * (n - bodyTurned(hit.tri, n, true));
    return Wall(vec4(n, 0.0), vec4(hi, float(hit.tri)), vec4(disp, side.w - dot(n, lo)), vec4(hit.bary, 0.0), slipOn(at, n), side.w);
}

// Whether the surface is keen near a triangle of it, see step.SharpNear.
bool isKeen(int tri) { return tri >= 0 && intBitsToFloat(TEXEL(bodyTriangles, tri).w) < 0.0; }

// Tangent planes of the distance over a triangle, by their values at its corners, and where the largest of them is least if that is on the last one; twin of
// cpu's cuts.least. best: barycentric coordinates, and the value there.
vec3 cut[DEEPEST_LOOKS + 1];

void leastTry(vec3 w, int last, inout vec4 best) {
    float sum = w.x + w.y + w.z;
    if (sum == 0.0) return;
    w /= sum;
    float v = dot(w, cut[last]);
    if (!(min(w.x, min(w.y, w.z)) >= 0.0) || !(v < best.w)) return;
    for (int j = 0; j < last; j++) {
        if (dot(w, cut[j]) > v + DEEPEST_NOISE) return;
    }
    best = vec4(w, v);
}

vec4 least(int last) {
    vec4 best = vec4(0.0, 0.0, 0.0, 3e38);
    leastTry(vec3(1.0, 0.0, 0.0), last, best);
    leastTry(vec3(0.0, 1.0, 0.0), last, best);
    leastTry(vec3(0.0, 0.0, 1.0), last, best);
    for (int j = 0; j < last; j++) {
        vec3 a = cut[last] - cut[j];
        leastTry(vec3(0.0, a.z, -a.y), last, best);
        leastTry(vec3(-a.z, 0.0, a.x), last, best);
        leastTry(vec3(a.y, -a.x, 0.0), last, best);
        for (int k = 0; k < j; k++) leastTry(cross(a, cut[last] - cut[k]), last, best);
    }
    return best;
}

void main() {
#ifdef LISTED
    int n = invocation();
    if (n >= TEXEL(lookList, LOOK_COUNT).r) return;
    int i = TEXEL(lookList, LOOK_POINTS + n).r;
#else
    int i = invocation();
    if (i >= pointCount()) return;
#endif
    ContactPoint x = contactPointAt(i);
    int at = obstacleIndex * pointCount() + i, count = 1, b = NEAR_PLANE * 2 * at;
#ifndef LISTED
    if (stays(i, at, x)) return;
#endif
    ivec4 head = nearHead[at];
    vec3 hi = x.hi, lo = x.lo, c0 = x.c0, c1 = x.c1, c2 = x.c2;
    float edge = x.edge, delta = x.delta;
    int had = NEAR_COUNT(head.y);
    bool sharp = isSharp(x), keenBody = obstacle[obstacleIndex].w < 0.0, keen = false, corner = false;
    Wall wall, other;
    // Where the surface is sharp, the deepest point of a triangle stands for its centroid, and where it is keen has a plane beside that; twin of cpu's
    // Deepen and Deepest. All looks go through one call: software devices go through each call.
    Hit hit, deep;
    vec4 centre = vec4(0.0), side = centre; // at the centroid, and at p
    vec3 p = vec3(0.0), q = p, way = p;     // from the centroid: the deepest point so far, and what is looked at next
    float spare = (1.0 - GUARDED) * delta;
    float slope = 0.0, cross_ = 0.0, known = 0.0; // known: of the deepest contact point
    bool going = true, ask = true, better = false;
    int looks = sharp ? keenBody ? max(DEEPEST_LOOKS, DEEPEN_TURNS * (2 + DEEPEN_PROJECTIONS)) : DEEPEN_TURNS * (2 + DEEPEN_PROJECTIONS) : 0;
    int j = 0;
    do {
        int phase = (j + 1 + DEEPEN_PROJECTIONS) % (2 + DEEPEN_PROJECTIONS);
        vec3 h = hi, l = lo;
        if (j > 0) {
            if (keen) { // where the tangent planes so far tell
                vec4 to = going && j <= DEEPEST_LOOKS ? least(j - 1) : vec4(0.0, 0.0, 0.0, 3e38);
                going = to.w <= min(delta, side.w - DEEPER * delta);
                q = to.x * c0 + to.y * c1 + to.z * c2;
                corner = max(to.x, max(to.y, to.z)) == 1.0;
                ask = going;
            } else if (phase == 0) { // towards a corner
                vec3 v0 = c0 - p, v1 = c1 - p, v2 = c2 - p;
                float s0 = dot(side.xyz, v0), s1 = dot(side.xyz, v1), s2 = dot(side.xyz, v2);
                way = s0 <= s1 && s0 <= s2 ? v0 : s1 <= s2 ? v1 : v2;
                slope = min(s0, min(s1, s2));
                going = going && (j == 1 || better) && slope < 0.0 && side.w + slope <= delta - spare;
                better = false;
                q = p + way;
                ask = going;
            } else if (phase == 1) { // where the planes at both ends cross
                q = p + cross_ * way;
                ask = going && cross_ > 0.0 && cross_ < 1.0;
            } else { // the point of the triangle that is closest to that of the surface
                vec3 y = p + deep.point, w = closestBary(c0 - y, c1 - y, c2 - y);
                q = w.x * c0 + w.y * c1 + w.z * c2;
                ask = going && side.w > 0.0;
            }
            addTo(h, l, q);
        }
        Hit found = closest(h, l, j == 0 ? head.x : deep.tri, ask ? 1 : 0);
        if (!ask) continue;
        vec4 there = outward(found);
        if (j == 0) {
            hit = deep = found;
            centre = side = there;
            known = there.w;
            going = looks > 0 && edge >= abs(intBitsToFloat(TEXEL(bodyTriangles, hit.tri).w));
            keen = keenBody && isKeen(hit.tri);
            cut[0] = centre.w + vec3(dot(centre.xyz, c0), dot(centre.xyz, c1), dot(centre.xyz, c2));
            continue;
        }
        if (keen) {
            cut[j] = there.w + vec3(dot(there.xyz, c0 - q), dot(there.xyz, c1 - q), dot(there.xyz, c2 - q));
            if (corner) known = min(known, there.w);
            if (there.w < side.w) {
                deep = found;
                side = there;
            }
            continue;
        }
        cross_ = 0.0;
        if (phase == 0) known = min(known, there.w);
        float rise = dot(there.xyz, way);
        if (phase == 0 && rise > 0.0) {
            cross_ = (there.w - rise - side.w) / (slope - rise);
        } else if (there.w < side.w) {
            p = q;
            deep = found;
            side = there;
            better = true;
        }
    } while (++j <= looks && going);
    head.x = hit.tri;
    head.z = floatBitsToInt(centre.w - length(x.u));
    bool deeper = side.w < known - DEEPER * delta && (keen ? side.w < delta : side.w + spare < centre.w), instead = deeper && !keen;
    if (instead) hit = deep;
    wall = facing(hit, instead ? vec4(side.xyz, side.w + spare) : centre, at, hi, lo);
    if (instead) wall.bary.w = spare;
    if (deeper && keen) {
        other = facing(deep, vec4(side.xyz, side.w + spare), at, hi, lo);
        other.bary.w = spare;
        count = 2;
        if (side.w < 0.0) atomicAdd(through, 1);
    }
    // The other wall of a crease; twin of cpu's obstacle.second.
    for (int k = 0; k < 2 && count == 1; k++) {
        vec4 was = begins != 0 ? TEXEL(nearKept, NEAR_KEPT * (2 * at + k)) : LOAD4(nearPlane, b + k * NEAR_PLANE);
        int from = begins != 0 ? int(was.w) - 2 : k < had ? int(LOAD4(nearPlane, b + k * NEAR_PLANE + 1).w) : -1;
        if (from < 0 || dot(was.xyz, wall.normal.xyz) >= CREASE) continue;
        hit = walk(hi, lo, from);
        other = facing(hit, outward(hit), at, hi, lo);
        if (dot(other.normal.xyz, wall.normal.xyz) < CREASE && (begins == 0 || other.dist < REACH * delta)) count = 2;
    }
    head.y = NEAR_FLAGS(wall.dist < REACH * delta || count == 2, count);
    nearHead[at] = head;
    int c = 0;
    do {
        noteWall(b, i, x, wall, keenBody && isKeen(int(wall.reference.w))); // there the layer hardens
        wall = other;
        b += NEAR_PLANE;
    } while (++c < count);
}
