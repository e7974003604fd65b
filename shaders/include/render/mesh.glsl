// Vertices pulled by corner: vertex number c of a draw is corner c % 3 of triangle c / 3. So one
// draw serves positions in any buffer, texture coordinates per corner, and values per triangle.
uniform samplerBuffer positions; // R32F, vertex i at [positionOffset + positionStride i] [m]
uniform samplerBuffer normals;   // RGBA32F per vertex
uniform isamplerBuffer corners;  // R32I vertex of a corner
uniform int positionOffset;
uniform int positionStride;

vec3 vertexPosition(int i) {
    int a = positionOffset + positionStride * i;
    return vec3(texelFetch(positions, a).r, texelFetch(positions, a + 1).r, texelFetch(positions, a + 2).r);
}
