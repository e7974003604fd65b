// Interpolates between the colours of a surface in and out of the key light, see lit.vert. COLOURED selects false
// colours; a uniform would cost software devices the time of both branches.
#version 430 core
#include "render/srgb.glsl"

uniform sampler2DShadow shadowTest;
#ifdef COLOURED
uniform int scalarKind;
uniform sampler2D colourMap;   // linear colours along x
uniform samplerBuffer scalars; // R32F, if per triangle
uniform int triangleShift;     // a triangle of the mesh is drawn as 1 << triangleShift
uniform vec2 scalarRange;      // lowest value, 1 / (highest - lowest)
in float scalar;
#endif

in vec3 frontLit, frontDark, backLit, backDark;
in vec3 shadowAt;

layout(location = 0) out vec4 colour;

void main() {
    float key = textureLod(shadowTest, shadowAt, 0.0);
    vec3 c = gl_FrontFacing ? mix(frontDark, frontLit, key) : mix(backDark, backLit, key);
#ifdef COLOURED
    float value = scalarKind == 1 ? scalar : texelFetch(scalars, gl_PrimitiveID >> triangleShift).r;
    float t = clamp((value - scalarRange.x) * scalarRange.y, 0.0, 1.0);
    c *= texelFetch(colourMap, ivec2(t * float(textureSize(colourMap, 0).x - 1) + 0.5, 0), 0).rgb;
    colour = written(c);
#else
    colour = vec4(c, 1.0);
#endif
}
