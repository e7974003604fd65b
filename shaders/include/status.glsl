// What the host reads; its twin is gpu.status, checked when a kernel is loaded.
layout(std430) restrict buffer Status {
    vec4 tallies[4];  // see gpu/layout.go for which is which
    int pushed;       // contact points that were put back outside
    int nonFinite;    // vertices with positions that are no numbers
    int iterations;   // of the conjugate gradients
    int outcome;      // of the same, one of CG_…
    float first;      // rᵀM⁻¹r at the start of the solution
    float last;       // and at its end
    float curve[2];   // CG's rᵀM⁻¹r of the last two iterations
    float stepLength[2];    // CG's α of the last two iterations
};
#define TALLY_NORM 0
#define TALLY_ENERGY 1
#define TALLY_MEASURE 2
#define TALLY_GRADIENT 3

#define CG_RUNNING 0
#define CG_CONVERGED 1
#define CG_ROUNDOFF 2
#define CG_INDEFINITE 3
#define CG_NONFINITE 4
