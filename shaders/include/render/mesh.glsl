// A mesh in buffers: vertices are points of the surface, split where material coordinates differ.
uniform samplerBuffer points;  // RGBA32F [m]
uniform samplerBuffer normals; // RGBA32F per point

vec3 pointPosition(int i) { return texelFetch(points, i).xyz; }
