// Inputs of terms on vertices and on the centroids of triangles. Such a term NAME has a twin term/NAME.glsl with
//     void NAMEForce(Vertex p, inout PointResponse r)   gradient and second derivative
//     float NAMEChange(Vertex p, vec3 q)                change of the potential as the point moves on by q
// or the same with a Face.
struct Vertex {
    int i;
    float mass; // [kg]
    vec3 hi, lo; // position [m]
    vec3 u;     // displacement from the start of the step [m]
    vec3 d;     // displacement from the force-free position [m]
    float k;    // of its integrator: the velocity changes by d/k over the step, plus the history terms of BDF2 [s]
    vec3 v;     // velocity at the start of the step [m/s]
};

struct Face {
    int t;
    float area; // at rest [m²]
    vec3 n;     // unit normal, constant over the step, see begin_air.comp
    vec3 u;     // displacement of the centroid from the start of the step [m]
};
