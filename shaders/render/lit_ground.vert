// A rectangle of ground with the darkness of its shadows, a fast version of ground.vert.
#version 430 core
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/srgb.glsl"

uniform mat4 viewProjection;
uniform float groundY;   // [m]
uniform vec4 groundPart; // least x and z, greatest x and z [m]

out vec3 shadowAt;
flat out vec3 dark;

void main() {
    vec2 at = mix(groundPart.xw, groundPart.zy, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec3 position = vec3(at.x, groundY, at.y);
    gl_Position = viewProjection * vec4(position, 1.0);
    shadowAt = shadowPlace(position, vec3(0.0, 1.0, 0.0));
    vec3 key = keyColour * max(keyDirection.y, 0.0), rest = fillColour * max(fillDirection.y, 0.0) +
        skyColour / 0.318309886;
    dark = written(rest / (key + rest)).rgb;
}
