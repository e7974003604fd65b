// A rectangle with round corners, or a letter from the atlas.
#version 430 core
uniform sampler2D atlas;

flat in vec4 colour;
flat in vec4 shape;
flat in float letter;
in vec2 at;
in vec2 from;

layout(location = 0) out vec4 seen;

void main() {
    float cover;
    if (letter > 0.5) {
        cover = texelFetch(atlas, ivec2(floor(from)), 0).r;
    } else {
        // Distance from the rim, negative inside.
        float r = min(shape.z, min(shape.x, shape.y));
        vec2 q = abs(at) - shape.xy + r;
        float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
        cover = shape.w > 0.0 ? smoothstep(0.0, 1.0, -d / shape.w) : (r > 0.0 ? clamp(0.5 - d, 0.0, 1.0) : 1.0);
    }
    seen = vec4(colour.rgb, colour.a * cover);
}
