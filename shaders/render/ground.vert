// A square of ground around the scene, in two triangles.
#version 430 core

uniform mat4 viewProjection;
uniform vec3 sceneCentre; // [m]
uniform float groundY;    // [m]
uniform float groundSize; // half the square's side [m]

out vec3 position; // [m]
out vec3 normal;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    position = vec3(sceneCentre.x + groundSize * corner.x, groundY, sceneCentre.z - groundSize * corner.y);
    normal = vec3(0.0, 1.0, 0.0);
    gl_Position = viewProjection * vec4(position, 1.0);
}
