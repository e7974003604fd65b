// Contact points at the trial positions: the vertices, then the centroids.
INI4(Corners, corners)
IN4(TriangleRest, triangleRest)
IN4(VertexRest, vertexRest)
IN4(PositionHi, positionHi)
IN4(PositionLo, positionLo)
IN4(Moved, moved)
uniform int obstacleIndex;

struct ContactPoint {
    vec3 hi, lo, u;      // position, and displacement over the step [m]
    vec3 c0, c1, c2;     // corners of a triangle relative to its centroid [m]
    float edge;          // longest rest edge of a triangle [m]; 0 for a vertex
    float delta, k, mu;  // contact law with the obstacle
};

ContactPoint contactPointAt(int i) {
    ContactPoint p;
    p.c0 = p.c1 = p.c2 = vec3(0.0);
    p.edge = 0.0;
    if (i < vertexCount) {
        p.hi = LOAD4(positionHi, i).xyz;
        p.lo = LOAD4(positionLo, i).xyz;
        p.u = LOAD4(moved, i).xyz;
        vec4 rest = LOAD4(vertexRest, i);
        p.delta = thickness + rest.z;
        p.k = contactStiffness * rest.y;
        p.mu = rest.w;
    } else {
        int t = i - vertexCount;
        ivec4 v = LOADI4(corners, t);
        vec3 h0 = LOAD4(positionHi, v.x).xyz, l0 = LOAD4(positionLo, v.x).xyz, h1 = LOAD4(positionHi, v.y).xyz,
            l1 = LOAD4(positionLo, v.y).xyz;
        vec3 h2 = LOAD4(positionHi, v.z).xyz, l2 = LOAD4(positionLo, v.z).xyz;
        meanSplit(h0, l0, h1, l1, h2, l2, p.hi, p.lo);
        p.u = (LOAD4(moved, v.x).xyz + LOAD4(moved, v.y).xyz + LOAD4(moved, v.z).xyz) / 3.0;
        p.delta = thickness + fabricOf(v.w).gap;
        p.mu = fabricOf(v.w).bodyFriction;
        vec4 rest = LOAD4(triangleRest, 2 * t + 1);
        p.k = 0.5 * contactStiffness * rest.x;
        p.edge = rest.w;
        p.c0 = difference(h0, l0, p.hi, p.lo);
        p.c1 = difference(h1, l1, p.hi, p.lo);
        p.c2 = difference(h2, l2, p.hi, p.lo);
    }
    if (obstacle[obstacleIndex].y >= 0.0) p.mu = obstacle[obstacleIndex].y;
    return p;
}
