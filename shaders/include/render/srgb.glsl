// Linear light to sRGB (IEC 61966-2-1).
vec3 toSRGB(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(max(c, 1e-8), vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

// Output of a pass: linear light, or sRGB if DIRECT is set.
vec4 written(vec3 c) {
#ifdef DIRECT
    // toSRGB with an error of 0.011 (0.004 except in dark colours), by square roots, which are faster than powers.
    vec3 s1 = sqrt(clamp(c, 0.0, 1.0)), s2 = sqrt(s1), s3 = sqrt(s2);
    return vec4(clamp(0.585122381 * s1 + 0.783140355 * s2 - 0.368262736 * s3, 0.0, 1.0), 1.0);
#else
    return vec4(c, 1.0);
#endif
}
