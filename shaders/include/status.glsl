// Status for the host; its twin is gpu.status, checked when a kernel is loaded.
#ifndef STATUS
#define STATUS
#endif
layout(std430) STATUS restrict buffer Status {
    vec4 reductions[4];  // see the indices in gpu/defines.go
    int pushed;       // projected contact points
    int nonFinite;    // vertices with non-finite positions
    int iterations;   // of the conjugate gradients
    int outcome;      // of the conjugate gradients, CG_…
    float first;      // rᵀM⁻¹r at the start of the solve
    float last;       // rᵀM⁻¹r at its end
    float curve[2];   // CG's rᵀM⁻¹r of the last two iterations
    float stepLength[2];    // CG's α of the last two iterations
    float linearResidual;   // Σ weight·|r|² at the end of the solve, see step.Weights
    int stuck;        // groups that gave up waiting for others, see cg_together.glsl
    float wanted;     // relative residual tolerance of the next solve, see decide.comp
    int inside;       // projected contact points that were inside
    int insideSharp;   // of these, inside of a sharp body
    int through;      // triangles that a sharp body passes through, over all detections
    int tooFar;       // vertices that CorrectRigid moved too far, summed
    int tooShort;     // components for which its reach was too short, summed
    int drift;        // bits of the largest, see drift.comp [m]
    int gaveWay;      // contact points that walls gave way to, summed over all steps
};
