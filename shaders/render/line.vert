// Hems and seams, one instance per edge: a roll along a hem, as thick as the folded cloth, or a band along a seam,
// drawn in front of the cloth on both sides.
#version 430 core
#include "render/mesh.glsl"

uniform isamplerBuffer lineEnds; // RGBA32I, two per edge: the points before, at and after the end
uniform mat4 viewProjection;
uniform bool hem;
uniform float lineWidth; // of the band, or diameter of the roll [m]
uniform vec3 eye;        // [m]

out vec3 position; // [m]
out vec3 normal;
out vec3 uv;
out float scalar;
out vec4 across; // of a seam: direction, and place in the band, −1 to 1

const int SIDES = 6;         // of the roll
const float BEFORE = 0.0012; // offset of a band towards the eye, because cloth bends beside it [m]

void main() {
    const int corners[6] = int[6](0, 1, 2, 1, 3, 2);
    int quad = gl_VertexID / 6, corner = corners[gl_VertexID % 6];
    bool far = (corner & 1) != 0, up = (corner & 2) != 0;
    ivec4 at = texelFetch(lineEnds, 2 * gl_InstanceID + int(far));
    vec3 n = texelFetch(normals, at.y).xyz;
    vec3 along = pointPosition(at.z) - pointPosition(at.x);
    vec3 side = cross(along, n);
    side /= max(length(side), 1e-9);
    position = pointPosition(at.y);
    across = vec4(side, 1.0);
    if (hem) {
        float turn = 6.2831853 / float(SIDES) * float(quad + int(up));
        normal = cos(turn) * side + sin(turn) * n;
        position += 0.5 * lineWidth * (normal - 0.5 * side);
    } else {
        normal = n;
        across.w = up ? -1.0 : 1.0;
        position += 0.5 * across.w * lineWidth * side;
    }
    uv = vec3(0.0);
    scalar = 0.0;
    gl_Position = viewProjection * vec4(position, 1.0);
    if (!hem) {
        vec4 nearer = viewProjection * vec4(position + BEFORE * normalize(eye - position), 1.0);
        gl_Position.z = nearer.z / nearer.w * gl_Position.w;
    }
}
