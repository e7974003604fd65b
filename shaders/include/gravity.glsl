// Twin of Gravity in cpu/inertia.go.
void gravityForce(float mass, inout PointResponse r) { r.g -= mass * gravity.xyz; }

float gravityChange(float mass, vec3 q) { return -mass * dot(gravity.xyz, q); }
