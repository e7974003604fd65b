// Positions are split floats: unevaluated sums hi + lo of two, some 48 bits. Arithmetic after Dekker 1971 and Knuth:
// sums and products with their exact rounding errors. It relies on `precise`, and not on fused multiply-add, which not
// every device has.

// a + b = sum + err, exactly.
void twoSum(vec3 a, vec3 b, out vec3 sum, out vec3 err) {
    precise vec3 s = a + b;
    precise vec3 t = s - a;
    precise vec3 e = (a - (s - t)) + (b - t);
    sum = s;
    err = e;
}

void twoSum(float a, float b, out float sum, out float err) {
    precise float s = a + b;
    precise float t = s - a;
    precise float e = (a - (s - t)) + (b - t);
    sum = s;
    err = e;
}

// The same for |a| ≥ |b|.
void quickTwoSum(vec3 a, vec3 b, out vec3 sum, out vec3 err) {
    precise vec3 s = a + b;
    precise vec3 e = b - (s - a);
    sum = s;
    err = e;
}

// a·b = product + err, exactly; by halves of 12 bits.
void twoProduct(vec3 a, vec3 b, out vec3 product, out vec3 err) {
    precise vec3 p = a * b;
    precise vec3 ca = 4097.0 * a, cb = 4097.0 * b;
    precise vec3 ah = ca - (ca - a), bh = cb - (cb - b);
    precise vec3 al = a - ah, bl = b - bh;
    precise vec3 e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    product = p;
    err = e;
}

// (hi, lo) + d for a plain vector d.
void addTo(inout vec3 hi, inout vec3 lo, vec3 d) {
    vec3 s, e;
    twoSum(hi, d, s, e);
    precise vec3 l = lo + e;
    quickTwoSum(s, l, hi, lo);
}

// (hi1, lo1) − (hi0, lo0), rounded once: accurate to the last digit of a float at any distance from the origin.
vec3 difference(vec3 hi1, vec3 lo1, vec3 hi0, vec3 lo0) {
    vec3 s, e;
    twoSum(hi1, -hi0, s, e);
    precise vec3 d = s + (e + (lo1 - lo0));
    return d;
}

// The same as a split vector.
void differenceSplit(vec3 hi1, vec3 lo1, vec3 hi0, vec3 lo0, out vec3 hi, out vec3 lo) {
    vec3 s, e;
    twoSum(hi1, -hi0, s, e);
    precise vec3 l = e + (lo1 - lo0);
    quickTwoSum(s, l, hi, lo);
}

// Mean of three positions.
void meanSplit(vec3 h0, vec3 l0, vec3 h1, vec3 l1, vec3 h2, vec3 l2, out vec3 hi, out vec3 lo) {
    precise vec3 m = (h0 + h1 + h2) * (1.0 / 3.0);
    precise vec3 r = (((h0 - m) + (h1 - m)) + (h2 - m)) + (l0 + l1 + l2);
    hi = m;
    lo = r * (1.0 / 3.0);
}
