// The camera, by its rays: the point at view depth d under pixel p is eye + d ray(p).
uniform vec3 eye;          // [m]
uniform vec3 rayOrigin;    // ray of the picture's lower left corner, view depth 1
uniform vec3 rayX, rayY;   // its change per pixel
uniform vec3 sceneCentre;  // [m]
uniform float sceneRadius; // [m]

vec3 ray(vec2 pixel) { return rayOrigin + pixel.x * rayX + pixel.y * rayY; }
