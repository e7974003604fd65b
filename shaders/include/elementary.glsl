// Elementary functions with an error of about 2 ulp. The built-in ones are less accurate on some devices (atan: 1e-5 in
// Mesa).
const float PI = 3.14159265358979;

// atan for 0 ≤ x ≤ tan(π/8), by its series.
float atanSmall(float x) {
    float z = x * x;
    return x - x * z * (1.0 / 3.0 -
        z * (1.0 / 5.0 - z * (1.0 / 7.0 -
        z * (1.0 / 9.0 - z * (1.0 / 11.0 - z * (1.0 / 13.0 - z * (1.0 / 15.0 - z / 17.0)))))));
}

// Angle of the point (c, s); zero at the origin.
float angle(float s, float c) {
    float y = abs(s), x = abs(c), big = max(x, y);
    if (big == 0.0) return 0.0;
    float t = min(x, y) / big;
    // Beyond π/8: atan t = π/4 − atan((1−t)/(1+t)).
    float a = t > 0.41421356 ? PI / 4.0 - atanSmall((1.0 - t) / (1.0 + t)) : atanSmall(t);
    if (y > x) a = PI / 2.0 - a;
    if (c < 0.0) a = PI - a;
    return s < 0.0 ? -a : a;
}

// e^{−u} for u ≥ 0: 2^{−n}·e^r with |r| ≤ ln2/2.
float decay(float u) {
    if (u > 80.0) return 0.0;
    float n = floor(u * 1.44269504 + 0.5);
    float r = (n * 0.693359375 - u) - n * 2.12194440e-4; // ln 2 in two parts, the first of 10 bits
    float p = 1.0 + r * (1.0 +
        r * (1.0 / 2.0 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r / 5040.0))))));
    return p * intBitsToFloat((127 - int(n)) << 23);
}

// ln(1 + x) for x > −1, to the last digits of it where x is small.
float logOnePlus(float x) {
    if (abs(x) > 0.3) return log(1.0 + x);
    float z = x / (2.0 + x), y = z * z; // 2·artanh(z)
    return 2.0 * z * (1.0 + y * (1.0 / 3.0 + y * (1.0 / 5.0 + y * (1.0 / 7.0 + y * (1.0 / 9.0 + y / 11.0)))));
}

// q = 1 − e^{−u}, rest = u − q and second = u²/2 − rest for u ≥ 0, without cancellation.
void decaySeries(float u, out float q, out float rest, out float second) {
    if (u < 1.0) {
        second = u * u * u * (1.0 / 6.0 -
            u * (1.0 / 24.0 - u * (1.0 / 120.0 -
            u * (1.0 / 720.0 - u * (1.0 / 5040.0 -
            u * (1.0 / 40320.0 - u * (1.0 / 362880.0 - u * (1.0 / 3628800.0 - u / 39916800.0))))))));
        rest = 0.5 * u * u - second;
        q = u - rest;
    } else {
        q = 1.0 - decay(u);
        rest = u - q;
        second = 0.5 * u * u - rest;
    }
}
