// Parameters that are constant within a step; the host's twin is layout.Params, checked when a kernel is loaded.
#include "settings.glsl"
layout(std140) uniform Params {
    vec4 gustWave[3];      // wave vector [1/m] and phase at the origin, at present
    vec4 gustAmplitude;    // of each wave, relative to the mean
    vec4 obstacle[MAX_OBSTACLES]; // rounding error of positions [m]; friction coefficient or −1; 1 for a surface; edge
                                  // length from which it is guarded, or 0, negative if it is sharp anywhere
    vec4 priority[MAX_OBSTACLES]; // x: see step.GivesWay
    vec4 twoStep;          // w, b and k [s] of step.TwoStep; 1 for second-order steps
    float h;               // size of the step [s]
    int vertexCount;
    int triangleCount;
    int hingeCount;
    int obstacleCount;
    int terms;             // bits of terms.glsl
    int measuredParts;     // parts of the model, or 0 without measured friction
    float selfReach;       // half of the largest distance of a pair with a contact plane [m]
    float selfSlack;       // how far trials may leave the boxes around paths before candidates are collected again [m]
    float pieces;          // number of pieces, see step.Components
};

// Contact points are the vertices, then the centroids.
int pointCount() { return vertexCount + triangleCount; }
