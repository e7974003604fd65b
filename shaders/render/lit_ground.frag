// The floor as ground.frag has it, quickly: it darkens what is there where a shadow falls.
#version 430 core
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/srgb.glsl"

in vec3 position;
in vec3 normal;

layout(location = 0) out vec4 colour;

void main() {
    vec3 key = keyColour * max(keyDirection.y, 0.0), rest = fillColour * max(fillDirection.y, 0.0) + skyColour / 0.318309886;
    vec3 dark = written(rest / (key + rest)).rgb;
    colour = vec4(mix(dark, vec3(1.0), textureLod(shadowTest, shadowPlace(position, normal), 0.0)), 1.0);
}
