// Twin of Gravity in cpu/inertia.go: −m·g·u.
void gravityForce(Vertex p, inout PointResponse r) { r.g -= p.mass * gravity.xyz; }

float gravityChange(Vertex p, vec3 q) { return -p.mass * dot(gravity.xyz, q); }
