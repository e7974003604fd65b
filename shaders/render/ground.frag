// The floor: the backdrop's colour, darkened by occlusion.
#version 430 core
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/srgb.glsl"

in vec3 position;
in vec3 normal;

layout(location = 0) out vec4 colour;

void main() {
#ifdef DIRECT
    vec3 c = vec3(1.0); // multiplied with the backdrop
#else
    vec3 c = backdrop(gl_FragCoord.xy);
#endif
    float far = distance(position, sceneCentre);
    if (far < sceneRadius) {
        vec2 seen = visibleFrom(position, vec3(0.0, 1.0, 0.0));
        seen = mix(seen, vec2(1.0), smoothstep(0.85, 1.0, far / sceneRadius));
        vec3 key = keyColour * max(keyDirection.y, 0.0) * 0.318309886, around = skyColour;
        vec3 fill = fillColour * max(fillDirection.y, 0.0) * 0.318309886;
        c *= (key * seen.y * mix(1.0, seen.x, 0.6) + (around + fill) * seen.x) / (key + around + fill);
    }
    colour = written(c);
}
