// Twins of law.Strain and law.Response. A law is a struct of its parameters and of what it keeps, and has
//     void respond(Law l, Strain s, inout Response r)   stress and slope for the matrix
//     float change(Law l, Strain s, float d)            ψ(ε + d) − ψ(ε) without cancellation
//     void commit(inout Law l, Strain s)                if it keeps anything: as of the end of the step
struct Strain {
    float eps, epsN; // ε; ε_n at the start of the step
    int crossed;     // 1: it has changed sides of ε_n within the step; a bool in a struct of an array makes what is no
                     // SPIR-V of it in Mesa 22.3's zink
};

struct Response {
    float sigma, slope; // what is negative of the slope is left out of the matrix
};

// On which side of ε_n a strain was at the last trial; twin of law/many.go.
#define CROSSED 2

bool changesSide(int last, float delta) {
    return last == CROSSED || (last == 1 && delta < 0.0) || (last == -1 && delta > 0.0);
}

int nextSide(int last, float delta) {
    if (changesSide(last, delta)) return CROSSED;
    return delta < 0.0 ? -1 : 1;
}

// The sides of three strains are packed into two bits each, +1.
int sideOf(int sides, int k) { return ((sides >> (2 * k)) & 3) - 1; }
int packSide(int side, int k) { return (side + 1) << (2 * k); }
