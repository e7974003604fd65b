// sin a/a and (1 − cos a)/a² of a², for rotations by the angle a: y + sin a/a ω×y + (1 − cos a)/a² ω×(ω×y).
vec2 screwOf(float a2) {
    float a = sqrt(a2);
    float once = a < 0.1 ? 1.0 - a2 / 6.0 + a2 * a2 / 120.0 : sin(a) / a;
    float twice = a < 0.1 ? 0.5 - a2 / 24.0 + a2 * a2 / 720.0 : (1.0 - cos(a)) / a2;
    return vec2(once, twice);
}
