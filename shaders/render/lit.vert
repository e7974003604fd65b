// A surface in the studio with lighting per vertex, for devices with slow fragment shading. Its four colours, of both
// sides in and out of the key light, are those of surface_shade.frag, for display.
#version 430 core
#include "render/mesh.glsl"
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/material.glsl"
#include "render/srgb.glsl"

uniform isamplerBuffer vertexPoint; // R32I
uniform mat4 viewProjection;
#ifdef COLOURED
// With false colours only the brightness is computed here.
uniform samplerBuffer scalars; // R32F
uniform int scalarKind;        // 1 per point, 2 per triangle
out float scalar;
#endif

out vec3 frontLit, frontDark, backLit, backDark;
out vec3 shadowAt;

void main() {
    int i = texelFetch(vertexPoint, gl_VertexID).r;
    vec3 position = pointPosition(i), normal = normalize(texelFetch(normals, i).xyz);
    gl_Position = viewProjection * vec4(position, 1.0);
    shadowAt = shadowPlace(position, normal);
    vec3 v = normalize(eye - position);
    vec3 front = towards(normal, v), back = towards(-normal, v);
    const vec2 lit = vec2(1.0), dark = vec2(1.0, 0.0);
#ifdef COLOURED
    scalar = scalarKind == 1 ? texelFetch(scalars, i).r : 0.0;
    frontLit = vec3(falseLight(front, v, lit));
    frontDark = vec3(falseLight(front, v, dark));
    backLit = vec3(falseLight(back, v, lit));
    backDark = vec3(falseLight(back, v, dark));
#else
    frontLit = written(reflected(front, v, baseColour, lit, true, vec3(0.0))).rgb;
    frontDark = written(reflected(front, v, baseColour, dark, true, vec3(0.0))).rgb;
    backLit = written(reflected(back, v, backColour, lit, false, vec3(0.0))).rgb;
    backDark = written(reflected(back, v, backColour, dark, false, vec3(0.0))).rgb;
#endif
}
