// Linear light to sRGB (IEC 61966-2-1).
vec3 toSRGB(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(max(c, 1e-8), vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

// What a pass writes: linear light for the picture to be made of, or, where DIRECT is set, the picture itself.
vec4 written(vec3 c) {
#ifdef DIRECT
    // toSRGB within 0.011, and 0.004 but for the darkest, by square roots, which are quicker than powers.
    vec3 s1 = sqrt(clamp(c, 0.0, 1.0)), s2 = sqrt(s1), s3 = sqrt(s2);
    return vec4(clamp(0.585122381 * s1 + 0.783140355 * s2 - 0.368262736 * s3, 0.0, 1.0), 1.0);
#else
    return vec4(c, 1.0);
#endif
}
