// Contact planes of contact points with one surface; twin of obstacle.detect and bvh.Tree.Closest. Geometry is relative
// to the query point, to preserve digits. Software devices, which execute every branch, first list the relevant points
// in detect_kept.
#version 430 core
#include "load.glsl"
#include "params.glsl"
#include "split.glsl"
#include "fabric.glsl"
#include "response.glsl"
#include "near.glsl"
#include "contact.glsl"
#include "body.glsl"
#include "friction_cone.glsl"
#include "status.glsl"
#include "contact_point.glsl"
#define TURNED(tri, v) bodyTurned(tri, v, false)
#include "wall.glsl"
#include "stays.glsl"
TEXI4(bodyNext) // triangle across the edge from corner c to c + 1
IN4(BodyBox, bodyBox)       // see body_boxes.comp
IN4(BodyCorner, bodyCorner) // see body_boxes.comp
TEX4(bodyFaceNormal)
TEX4(bodyVertexNormal)
TEXI1(bodyRing) // see body_vertices.comp
#if defined(FETCH) && !defined(WINDOW) // split dispatches go over points in order
#define LISTED
TEXI1(detectList) // see detect_kept.comp
#endif

#define STACK 48
#define DEEPEN_ITERATIONS 3   // searches along a line for the deepest point of a triangle
#define DEEPEN_PROJECTIONS 2 // projections per search
#define DEEPEST_SAMPLES 12     // samples of a triangle over a sharp surface
#define DEEPEST_NOISE 1e-7   // rounding error of intersections of tangent planes [m]
#define DEEPER 0.05      // times the thickness: counts as deeper than all contact points
#define GUARDED 0.5      // times the thickness: distance after projection

struct Hit {
    int tri;
    vec3 bary;
    vec3 point; // relative to the query point
    float d2;
};

// Barycentric coordinates of the point of triangle abc closest to the origin (Ericson, Real-Time Collision Detection,
// §5.1.5); those of features without contact are exactly zero. Branchless, because neighbouring invocations differ in
// the closest feature.
vec3 closestBary(vec3 a, vec3 b, vec3 c) {
    vec3 ab = b - a, ac = c - a;
    float d1 = -dot(ab, a), d2 = -dot(ac, a), d3 = -dot(ab, b), d4 = -dot(ac, b), d5 = -dot(ab, c), d6 = -dot(ac, c);
    float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    bool onAB = vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0, onAC = vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0, onBC = va <= 0.0 &&
        d4 >= d3 && d5 >= d6;
    float p = onAB ? d1 : onAC ? d2 : d4 - d3, q = onAB ? d1 - d3 : onAC ? d2 - d6 : (d4 - d3) + (d5 - d6), w = p / q;
    vec3 to = vec3(va, vb, vc) / (va + vb + vc);
    to = onBC ? vec3(0.0, 1.0 - w, w) : to;
    to = onAC ? vec3(1.0 - w, 0.0, w) : to;
    to = d6 >= 0.0 && d5 <= d6 ? vec3(0.0, 0.0, 1.0) : to;
    to = onAB ? vec3(1.0 - w, w, 0.0) : to;
    to = d3 >= 0.0 && d4 <= d3 ? vec3(0.0, 1.0, 0.0) : to;
    return d1 <= 0.0 && d2 <= 0.0 ? vec3(1.0, 0.0, 0.0) : to;
}

// Replaces best by the closest point of this triangle, if that is closer.
void improve(vec3 hi, vec3 lo, int tri, vec3 a, vec3 b, vec3 c, inout Hit best) {
    precise vec3 p0 = (a - hi) - lo, p1 = (b - hi) - lo, p2 = (c - hi) - lo;
    vec3 bary = closestBary(p0, p1, p2);
    vec3 p = bary.x * p0 + bary.y * p1 + bary.z * p2;
    float d2 = dot(p, p);
    if (d2 < best.d2) best = Hit(tri, bary, p, d2);
}

void improve(vec3 hi, vec3 lo, int tri, inout Hit best) {
    ivec4 v = TEXEL(bodyTriangles, tri);
    improve(hi, lo, tri, TEXEL(bodyEnd, v.x).xyz, TEXEL(bodyEnd, v.y).xyz, TEXEL(bodyEnd, v.z).xyz, best);
}

float boxDistance2(vec4 low, vec4 high, vec3 p) {
    vec3 d = max(max(low.xyz - p, p - high.xyz), 0.0);
    return dot(d, d);
}

struct Face { vec4 a, b, c; };

Face faceAt(int entry) {
    return Face(LOAD4(bodyCorner, 3 * entry), LOAD4(bodyCorner, 3 * entry + 1), LOAD4(bodyCorner, 3 * entry + 2));
}

// A node as one integer: start of its triangles or children, and number of triangles (few in a leaf, otherwise 0).
#define NODE(low, high) (int((low).w) << 3 | int((high).w))
#define FIRST(node) ((node) >> 3)
#define COUNT(node) ((node) & 7)

// The closest point, if asked. Each iteration descends to the next leaf and then tests its triangles; loops end with
// their test. Software devices execute all branches for eight invocations, and a pre-tested loop once more. On hardware
// the latency of dependent fetches counts, so both children are fetched together with their contents.
Hit closest(vec3 hi, vec3 lo, int hint, bool asked) {
    Hit best = Hit(-1, vec3(0.0), vec3(0.0), 3e38);
    int stack[STACK];
    float apart[STACK]; // squared distances of the boxes
    int top = 0, node = asked ? NODE(LOAD4(bodyBox, 0), LOAD4(bodyBox, 1)) : -1;
    if (asked && hint >= 0) improve(hi, lo, hint, best);
    do {
        ivec2 leaf = ivec2(0); // remaining entries
        do {
            if (node < 0 && top > 0 && apart[--top] < best.d2) node = stack[top];
            if (node >= 0 && COUNT(node) == 0) {
                // Nearer child first.
                int at = 2 * FIRST(node);
                vec4 l0 = LOAD4(bodyBox, at), h0 = LOAD4(bodyBox, at + 1), l1 = LOAD4(bodyBox, at + 2),
                    h1 = LOAD4(bodyBox, at + 3);
                float a = boxDistance2(l0, h0, hi), b = boxDistance2(l1, h1, hi);
                bool second = a < b; // on the stack
                if (max(a, b) < best.d2) {
                    stack[top] = second ? NODE(l1, h1) : NODE(l0, h0);
                    apart[top++] = max(a, b);
                }
                node = min(a, b) < best.d2 ? second ? NODE(l0, h0) : NODE(l1, h1) : -1;
            }
            if (node >= 0 && COUNT(node) > 0) {
                leaf = ivec2(FIRST(node), COUNT(node));
                node = -1;
            }
        } while ((node >= 0 || top > 0) && leaf.y == 0);
        if (leaf.y == 0) break;
#ifndef FETCH
        Face next = faceAt(leaf.x);
#endif
        do {
#ifdef FETCH
            Face now = faceAt(leaf.x);
            leaf += ivec2(1, -1);
#else // prefetch the next triangle; there is padding after the last
            Face now = next;
            leaf += ivec2(1, -1);
            next = faceAt(leaf.x);
#endif
            improve(hi, lo, int(now.a.w), now.a.xyz, now.b.xyz, now.c.xyz, best);
        } while (leaf.y > 0);
    } while (top > 0);
    return best;
}

// Normal of the closest feature, for the sign of the distance (Bærentzen & Aanæs 2005).
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

// Walks over the surface from a triangle to ever nearer ones; twin of bvh.Tree.Walk.
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
    // On the surface the direction is lost in round-off, and the pseudonormal replaces it.
    return vec4(dist > 1e-7 ? out_ * (sgn / dist) : normalize(pseudo), sgn * dist);
}

// The plane through the closest point with normal side = outward(hit); twin of cpu's obstacle.facing.
Wall facing(Hit hit, vec4 side, int at, vec3 hi, vec3 lo) {
    vec3 n = side.xyz;
    vec3 disp = bodyDisplacement(hit.tri, hit.bary) + side.w * (n - bodyTurned(hit.tri, n, true));
    return Wall(vec4(n, 0.0), vec4(hi, float(hit.tri)), vec4(disp, side.w - dot(n, lo)), vec4(hit.bary, 0.0),
        slipOn(at, n), side.w);
}

// Whether the surface is sharp near one of its triangles, see step.SharpNear.
bool isSharp(int tri) { return tri >= 0 && intBitsToFloat(TEXEL(bodyTriangles, tri).w) < 0.0; }

// Tangent planes of the distance over a triangle, as values at its corners. leastTry finds the minimum of their upper
// envelope if the last plane is active there; twin of cpu's cuts.least. best: barycentric coordinates and value.
vec3 cut[DEEPEST_SAMPLES + 1];

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
    if (n >= TEXEL(detectList, DETECT_COUNT).r) return;
    int i = TEXEL(detectList, DETECT_POINTS + n).r;
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
    bool guarded = isGuarded(x), sharpBody = obstacle[obstacleIndex].w < 0.0, sharp = false, corner = false;
    Wall wall, other;
    // Over a guarded surface the deepest point of a triangle replaces its centroid; over a sharp one it has its own
    // plane in addition. Twin of cpu's Deepen and Deepest. All searches share one call, because software devices
    // execute every call.
    Hit hit, deep;
    vec4 centre = vec4(0.0), side = centre; // at the centroid, and at p
    vec3 p = vec3(0.0), q = p, way = p;     // relative to the centroid: deepest point so far, next query
    float spare = (1.0 - GUARDED) * delta;
    float slope = 0.0, cross_ = 0.0, known = 0.0; // known: at the deepest contact point
    bool going = true, ask = true, better = false;
    int looks = guarded ? sharpBody ? max(DEEPEST_SAMPLES, DEEPEN_ITERATIONS * (2 + DEEPEN_PROJECTIONS)) :
        DEEPEN_ITERATIONS * (2 + DEEPEN_PROJECTIONS) : 0;
    int j = 0;
    do {
        int phase = (j + 1 + DEEPEN_PROJECTIONS) % (2 + DEEPEN_PROJECTIONS);
        vec3 h = hi, l = lo;
        if (j > 0) {
            if (sharp) { // minimum of the tangent planes so far
                vec4 to = going && j <= DEEPEST_SAMPLES ? least(j - 1) : vec4(0.0, 0.0, 0.0, 3e38);
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
            } else if (phase == 1) { // intersection of the planes at both ends
                q = p + cross_ * way;
                ask = going && cross_ > 0.0 && cross_ < 1.0;
            } else { // point of the triangle closest to the surface point
                vec3 y = p + deep.point, w = closestBary(c0 - y, c1 - y, c2 - y);
                q = w.x * c0 + w.y * c1 + w.z * c2;
                ask = going && side.w > 0.0;
            }
            addTo(h, l, q);
        }
        Hit found = closest(h, l, j == 0 ? head.x : deep.tri, ask);
        if (!ask) continue;
        vec4 there = outward(found);
        if (j == 0) {
            hit = deep = found;
            centre = side = there;
            known = there.w;
            going = looks > 0 && edge >= abs(intBitsToFloat(TEXEL(bodyTriangles, hit.tri).w));
            sharp = sharpBody && isSharp(hit.tri);
            cut[0] = centre.w + vec3(dot(centre.xyz, c0), dot(centre.xyz, c1), dot(centre.xyz, c2));
            continue;
        }
        if (sharp) {
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
    bool deeper = side.w < known - DEEPER * delta && (sharp ? side.w < delta : side.w + spare < centre.w),
        instead = deeper && !sharp;
    if (instead) hit = deep;
    wall = facing(hit, instead ? vec4(side.xyz, side.w + spare) : centre, at, hi, lo);
    if (instead) wall.bary.w = spare;
    if (deeper && sharp) {
        other = facing(deep, vec4(side.xyz, side.w + spare), at, hi, lo);
        other.bary.w = spare;
        count = 2;
        if (side.w < 0.0) atomicAdd(through, 1);
    }
    // The second wall of a crease; twin of cpu's obstacle.second.
    for (int k = 0; k < 2 && count == 1; k++) {
        vec4 was = begins != 0 ? TEXEL(nearHistory, NEAR_KEPT * (2 * at + k)) : LOAD4(nearPlane, b + k * NEAR_PLANE);
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
        storePlane(b, i, x, wall, sharpBody && isSharp(int(wall.reference.w))); // the layer hardens there
        wall = other;
        b += NEAR_PLANE;
    } while (++c < count);
}
