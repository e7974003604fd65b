// What stays the same within a step; the host's twin is pack.Params, checked when a kernel is loaded.
#include "settings.glsl"
layout(std140) uniform Params {
    vec4 gustWave[3];      // wave vector [1/m] and phase at the origin, now
    vec4 gustAmplitude;    // of each wave, relative to the mean
    vec4 obstacle[MAX_OBSTACLES]; // rounding of its positions [m]; friction or −1; 1 where a surface; edges from which
                                  // on it is guarded, or 0, negative if it is sharp anywhere
    vec4 twoStep;          // w, b and k [s] of step.TwoStep; 1 where steps are of second order
    float h;               // size of the step [s]
    int vertexCount;
    int triangleCount;
    int hingeCount;
    int obstacleCount;
    int terms;             // bits of terms.glsl
    int measuredParts;     // parts of the model, or 0 if no friction is measured by direction
    float selfReach;       // half of the distance within which its planes count, at most [m]
    float selfSlack;       // how far trials may leave the boxes around paths before pairs are collected anew [m]
    float pieces;          // how many there are, see step.Components
};

// Contact points are the vertices, then the centroids.
int pointCount() { return vertexCount + triangleCount; }
