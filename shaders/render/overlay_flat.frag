// The interior of a rectangle, see overlay.frag.
#version 430 core
flat in vec4 colour;

layout(location = 0) out vec4 seen;

void main() {
    seen = colour;
}
