// A surface in the studio: both sides of cloth, mannequin, or false colours. Output is linear, within the display
// range.
#version 430 core
#include "render/view.glsl"
#include "render/studio.glsl"
#include "render/visible.glsl"
#include "render/material.glsl"
#include "render/weave.glsl"
#include "render/srgb.glsl"

uniform float shade; // factor on the colour
uniform bool hasUV;
uniform float seam; // 1 on seams, otherwise 0
uniform int scalarKind;
uniform sampler2D colourMap; // linear colours along x
uniform samplerBuffer scalars; // R32F, if per triangle
uniform int triangleShift;     // a triangle of the mesh is drawn as 1 << triangleShift
uniform vec2 scalarRange;    // lowest value, 1 / (highest - lowest)

in vec3 position;
in vec3 normal;
in vec3 uv;
#ifdef LINE
in vec4 across; // see line.vert
#endif
in float scalar;
#if WEAVE == 4
in vec3 thread; // see mesh.vert
#endif

layout(location = 0) out vec4 colour;

void main() {
    vec3 v = normalize(eye - position);
    vec3 facing = towards(normalize(gl_FrontFacing ? normal : -normal), v);
    vec2 seen = visibleFrom(position, facing);
    seen.x = pow(seen.x, 1.5); // folds occlude more than the short radius of ambient occlusion finds

    vec3 n = facing;
    vec3 albedo = shade * (gl_FrontFacing ? baseColour : backColour);
    vec3 floats = vec3(0.0); // direction of the long floats of a satin
#if WEAVE > 0
    {
        vec3 px = dFdx(position), py = dFdy(position);
        vec3 ux = dFdx(uv), uy = dFdy(uv);
        float pixel = max(length(ux.xy), length(uy.xy));
        Weave w = weave(uv.xy, pixel);
        float det = ux.x * uy.y - ux.y * uy.x;
        if (abs(det) > 0.0) {
            stitch(w, uv.z, vec2(ux.z * uy.y - uy.z * ux.y, uy.z * ux.x - ux.z * uy.x) / det, pixel);
            vec3 tu = (px * uy.y - py * ux.y) / det, tv = (py * ux.x - px * uy.x) / det;
            n = normalize(n + w.tilt.x * tu / max(length(tu), 1e-6) + w.tilt.y * tv / max(length(tv), 1e-6));
        }
        albedo *= w.albedo;
    }
#endif
#ifdef LINE
    // A seam is a furrow between its allowances, of a third of the band and at least of a pixel.
    float wide = max(1.0 / 3.0, fwidth(across.w)), s = across.w / wide, furrow = seam * exp(-s * s) / (3.0 * wide);
    n = normalize(n - 1.5 * across.w * furrow * across.xyz);
    albedo *= 1.0 - 0.2 * furrow;
#endif
#if WEAVE == 4
    floats = thread - dot(thread, n) * n;
    floats /= max(length(floats), 1e-12);
#endif
#ifdef COLOURED
    if (scalarKind != 0) {
        float value = scalarKind == 1 ? scalar : texelFetch(scalars, gl_PrimitiveID >> triangleShift).r;
        float t = (value - scalarRange.x) * scalarRange.y;
        float texels = float(textureSize(colourMap, 0).x);
        vec3 c = texture(colourMap, vec2((clamp(t, 0.0, 1.0) * (texels - 1.0) + 0.5) / texels, 0.5)).rgb;
        colour = written(c * falseLight(n, v, seen));
        return;
    }
#endif
    colour = written(reflected(n, v, albedo, seen, gl_FrontFacing, floats));
}
