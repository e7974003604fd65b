// What terms on vertices and on the centroids of triangles are told. Such a term NAME has a twin term/NAME.glsl with
//     void NAMEForce(Vertex p, inout PointResponse r)   gradient and second derivative
//     float NAMEChange(Vertex p, vec3 q)                change of the potential as the point moves on by q
// or the same with a Face.
struct Vertex {
    int i;
    float mass; // [kg]
    vec3 hi, lo; // position [m]
    vec3 u;     // displacement over the step so far [m]
    vec3 d;     // the same from where it would be without forces
    float k;    // of its integrator: after the step its velocity has changed by d/k, and by what BDF2 goes on with [s]
    vec3 v;     // velocity at the start of the step [m/s]
};

struct Face {
    int t;
    float area; // at rest [m²]
    vec3 n;     // unit normal that counts in the step, see begin_air.comp
    vec3 u;     // displacement of the centroid over the step so far [m]
};
