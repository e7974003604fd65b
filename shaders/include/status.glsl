// What the host reads; its twin is gpu.status, checked when a kernel is loaded.
#ifndef STATUS
#define STATUS
#endif
layout(std430) STATUS restrict buffer Status {
    vec4 reductions[4];  // see gpu/layout.go for which is which
    int pushed;       // contact points that were put back outside
    int nonFinite;    // vertices with positions that are no numbers
    int iterations;   // of the conjugate gradients
    int outcome;      // of the same, one of CG_…
    float first;      // rᵀM⁻¹r at the start of the solution
    float last;       // and at its end
    float curve[2];   // CG's rᵀM⁻¹r of the last two iterations
    float stepLength[2];    // CG's α of the last two iterations
    float linearResidual;   // Σ weight·|r|² at the end of the solution, see step.Weights
    int stuck;        // groups that waited for others in vain, see cg_solve.comp
    float wanted;     // share of the residual that may stay in the next solve, see decide.comp
    int inside;       // those of the contact points that were put back which were inside
    int insideSharp;   // and inside of a sharp body
    int through;      // triangles that a sharp body was found to come through, in all look-ups
    int tooFar;       // vertices that CorrectRigid has led too far, each time
    int tooShort;     // pieces for which its reach was too short, each time
    int drift;        // bits of the largest, see drift.comp [m]
};
