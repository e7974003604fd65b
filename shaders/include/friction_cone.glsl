// Twin of cpu/friction_cone.go: the friction limit in a contact plane, isotropic or from curves measured along warp and
// weft.
TEX4(grain)           // two per contact point: warp at the start of the step, part; weft
TEXI4(frictionLaws)   // of each part with each obstacle, then with each part: first curve and end
TEX4(frictionCurves)  // points: pressure, stress [Pa]

#define LAYER_PAIRS 2.0 // multiplicity of the area of two layers in pairs

struct Friction_cone {
    float limit; // along the axis [N]
    vec4 axis;   // unit vector in the plane; w: (smallest/largest limit)², 1 if isotropic
};

struct Grain { vec3 warp, weft; };

// Limits by a law: squared limits along the axes of a grain [N²].
struct Measured {
    vec3 u;
    float warp, weft;
};

Friction_cone isotropic(float limit) { return Friction_cone(limit, vec4(0.0, 0.0, 0.0, 1.0)); }

Grain grainOf(int point) { return Grain(TEXEL(grain, 2 * point).xyz, TEXEL(grain, 2 * point + 1).xyz); }

int partOf(int point) { return int(TEXEL(grain, 2 * point).w); }

vec3 inPlane(vec3 v, vec3 n) {
    vec3 p = v - dot(v, n) * n;
    float l = length(p);
    return l > 1e-6 * length(v) ? p / l : vec3(0.0);
}

vec3 warpAxis(Grain g, vec3 n) {
    vec3 a = inPlane(g.warp, n), b = inPlane(g.weft, n), turned = cross(b, n);
    if (dot(n, cross(a, b)) < 0.0) turned = -turned;
    vec3 u = a + turned;
    float l = length(u);
    return l > 0.0 ? u / l : vec3(0.0);
}

// Friction stress at the pressure p, of the curve first ≤ i < end.
float curveAt(int first, int end, float p) {
    vec2 last = TEXEL(frictionCurves, first).xy;
    if (p <= last.x) return last.y * (p / last.x);
    for (int i = first + 1; i < end; i++) {
        vec2 next = TEXEL(frictionCurves, i).xy;
        if (p <= next.x) return mix(last.y, next.y, (p - last.x) / (next.x - last.x));
        last = next;
    }
    return last.y * (p / last.x);
}

Measured measure(ivec4 law, Grain g, vec3 n, float lambda, float area) {
    float p = lambda / area, a = area * curveAt(law.x, law.y, p), b = area * curveAt(law.z, law.w, p);
    return Measured(warpAxis(g, n), a * a, b * b);
}

// The cone whose D² is the mean of those of two laws.
Friction_cone combine(vec3 n, Measured a, Measured b) {
    vec3 u = a.u, v = cross(n, u);
    float c = dot(b.u, u), s = dot(b.u, v);
    float uu = 0.5 * (a.warp + b.warp * c * c + b.weft * s * s);
    float vv = 0.5 * (a.weft + b.warp * s * s + b.weft * c * c);
    float uv = 0.5 * (b.warp - b.weft) * c * s;
    float mean = 0.5 * (uu + vv), half_ = 0.5 * (uu - vv), d = sqrt(half_ * half_ + uv * uv), most = mean + d;
    if (!(most > 0.0)) return isotropic(0.0);
    if (d == 0.0) return isotropic(sqrt(most));
    // Half the angle with cosine half_/d and sine uv/d.
    float cos2 = half_ / d, sin2 = uv / d, x, y;
    if (cos2 > 0.0) {
        x = sqrt(0.5 + 0.5 * cos2);
        y = 0.5 * sin2 / x;
    } else {
        y = sqrt(0.5 - 0.5 * cos2);
        x = 0.5 * sin2 / y;
    }
    return Friction_cone(sqrt(most), vec4(x * u + y * v, max(0.0, mean - d) / most));
}

// Friction cone of a contact point on an obstacle with normal force λ; mu without measured friction.
Friction_cone coneOn(int obstacle, int point, vec3 n, float lambda, float area, float mu) {
    if (measuredParts > 0 && lambda > 0.0) {
        ivec4 law = TEXEL(frictionLaws, obstacle * measuredParts + partOf(point));
        if (law.y > 0) {
            Measured m = measure(law, grainOf(point), n, lambda, area);
            return combine(n, m, m);
        }
    }
    return isotropic(mu * lambda);
}

// Friction cone of a pair of features of the cloth with weights w on an area.
Friction_cone coneBetween(ivec4 v, vec4 w, vec3 n, float lambda, float area, float mu) {
    if (measuredParts > 0 && lambda > 0.0) {
        int a = partOf(v.x), b = partOf(v.w), base = obstacleCount * measuredParts;
        ivec4 ab = TEXEL(frictionLaws, base + a * measuredParts + b),
            ba = TEXEL(frictionLaws, base + b * measuredParts + a);
        if (ab.y > 0 || ba.y > 0) {
            // Weights of the two features have opposite signs.
            Grain of = Grain(vec3(0.0), vec3(0.0)), on = of;
            for (int k = 0; k < 4; k++) {
                Grain g = grainOf(v[k]);
                float p = max(w[k], 0.0), q = max(-w[k], 0.0);
                of.warp += p * g.warp;
                of.weft += p * g.weft;
                on.warp += q * g.warp;
                on.weft += q * g.weft;
            }
            area /= LAYER_PAIRS;
            Measured p, q;
            if (ab.y > 0) p = measure(ab, of, n, lambda, area);
            if (ba.y > 0) q = measure(ba, on, n, lambda, area);
            if (ab.y == 0) p = q;
            if (ba.y == 0) q = p;
            return combine(n, p, q);
        }
    }
    return isotropic(mu * lambda);
}
