// Rectangles and letters over the picture, one instance each.
#version 430 core
layout(location = 0) in vec4 place;  // x, y of the upper left corner, width, height [pixel]
layout(location = 1) in vec2 corner; // radius of the corners; width of the antialiased rim [pixel]
layout(location = 2) in vec4 tint;   // sRGB, not premultiplied
layout(location = 3) in vec3 texel;  // upper left corner of a letter; 1: it is a letter
layout(location = 4) in vec4 whole;  // rectangle of which it is a part: offset of its centre from the part's, half of
                                     // its size [pixel]

uniform vec2 windowSize; // [pixel]

flat out vec4 colour;
flat out vec4 shape; // half of the size, radius, rim
flat out float letter;
out vec2 at;   // relative to the centre [pixel]
out vec2 from; // texel

void main() {
    vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 p = place.xy + c * place.zw;
    colour = tint;
    shape = vec4(whole.zw, corner);
    letter = texel.z;
    at = (c - 0.5) * place.zw - whole.xy;
    from = texel.xy + c * place.zw;
    gl_Position = vec4(2.0 * p.x / windowSize.x - 1.0, 1.0 - 2.0 * p.y / windowSize.y, 0.0, 1.0);
}
