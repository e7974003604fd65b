// A rectangle of ground, in two triangles.
#version 430 core

uniform mat4 viewProjection;
uniform float groundY;   // [m]
uniform vec4 groundPart; // least x and z, greatest x and z [m]

out vec3 position; // [m]
out vec3 normal;

void main() {
    vec2 at = mix(groundPart.xw, groundPart.zy, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    position = vec3(at.x, groundY, at.y);
    normal = vec3(0.0, 1.0, 0.0);
    gl_Position = viewProjection * vec4(position, 1.0);
}
