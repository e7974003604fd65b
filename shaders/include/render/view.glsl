// The camera: the point at view depth d under pixel p is eye + d·ray(p).
uniform vec3 eye;          // [m]
uniform vec3 rayOrigin;    // ray of the picture's lower left corner, view depth 1
uniform vec3 rayX, rayY;   // its change per pixel
uniform vec3 sceneCentre;  // [m]
uniform float sceneRadius; // [m]

const int CELL = 2; // side of the cells for which visibility is computed [pixel]

vec3 ray(vec2 pixel) { return rayOrigin + pixel.x * rayX + pixel.y * rayY; }

// Largest distance of another point of the same surface from the tangent plane at p [m]: about a pixel.
float surfaceTolerance(vec3 p) {
    return 0.002 + 1.5 * length(rayX) * dot(p - eye, p - eye) / max(length(p - eye), 1e-6);
}

// A unit vector in 24 bits, by the octahedron (Meyer et al. 2010).
float packedNormal(vec3 n) {
    vec2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    if (n.z < 0.0) p = (1.0 - abs(p.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(p, vec2(0.0)));
    p = floor((0.5 * p + 0.5) * 4095.0 + 0.5);
    return p.x * 4096.0 + p.y;
}

// The vector of packedNormal, not normalised.
vec3 unpackedNormal(float f) {
    float x = floor(f / 4096.0);
    vec2 p = vec2(x, f - 4096.0 * x) / 2047.5 - 1.0;
    float z = 1.0 - abs(p.x) - abs(p.y), under = max(-z, 0.0);
    return vec3(p + mix(vec2(under), vec2(-under), greaterThanEqual(p, vec2(0.0))), z);
}

// Weight, 0 to 1, with which the point at view depth d under the centre of pixel q belongs to the surface of p with
// normal n.
float sameSurface(ivec2 q, float d, vec3 p, vec3 n, float tolerance) {
    float off = dot(eye + d * ray(vec2(q) + 0.5) - p, n) / tolerance;
    return 1.0 / (1.0 + off * off * off * off);
}
