// Twins of law.Strain and law.Response. A law is a struct of its parameters and internal variables, with functions
//     void respond(Law l, Strain s, inout Response r)   stress and slope for the matrix
//     float change(Law l, Strain s, float d)            ψ(ε + d) − ψ(ε) without cancellation
//     void commit(inout Law l, Strain s)                if it has internal variables: update at the end of a step
struct Strain {
    float eps, epsN; // ε; ε_n at the start of the step
    int crossed;     // 1: it crossed ε_n within the step (not a bool: in an array of structs that makes
                     // invalid SPIR-V in Mesa 22.3's zink)
};

struct Response {
    float sigma, slope; // the matrix omits a negative slope
};

// Side of ε_n of a strain at the last trial; twin of law/many.go.
#define CROSSED 2

bool changesSide(int last, float delta) {
    return last == CROSSED || (last == 1 && delta < 0.0) || (last == -1 && delta > 0.0);
}

int nextSide(int last, float delta) {
    if (changesSide(last, delta)) return CROSSED;
    return delta < 0.0 ? -1 : 1;
}

// Sides of three strains, packed as side + 1 in two bits each.
int sideOf(int sides, int k) { return ((sides >> (2 * k)) & 3) - 1; }
int packSide(int side, int k) { return (side + 1) << (2 * k); }
