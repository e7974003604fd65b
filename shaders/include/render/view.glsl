// The camera, by its rays: the point at view depth d under pixel p is eye + d ray(p).
uniform vec3 eye;          // [m]
uniform vec3 rayOrigin;    // ray of the picture's lower left corner, view depth 1
uniform vec3 rayX, rayY;   // its change per pixel
uniform vec3 sceneCentre;  // [m]
uniform float sceneRadius; // [m]

vec3 ray(vec2 pixel) { return rayOrigin + pixel.x * rayX + pixel.y * rayY; }

// How near another point has to be to the plane of the point p to be of the same surface [m]: about a pixel.
float surfaceTolerance(vec3 p) {
    return 0.002 + 1.5 * length(rayX) * dot(p - eye, p - eye) / max(length(p - eye), 1e-6);
}

// How much a point at view depth d under the middle of the pixel q is of the surface of p with normal n, 0 to 1.
float sameSurface(ivec2 q, float d, vec3 p, vec3 n, float tolerance) {
    float off = dot(eye + d * ray(vec2(q) + 0.5) - p, n) / tolerance;
    return 1.0 / (1.0 + off * off * off * off);
}
