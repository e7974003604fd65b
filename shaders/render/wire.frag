// Edges of triangles, thin and dark.
#version 430 core

layout(location = 0) out vec4 colour;

void main() { colour = vec4(0.06, 0.07, 0.09, 0.35); }
