// Connected components of the mesh that pairs join to one, from components.comp. Its number is that of its root, the
// first member.
#include "component.glsl"
INI4(ComponentTable, componentTable)
uniform int pairs; // upper bound of active pairs; 0: none is joined

// Root, last member and flags of the joined component of p, see component.glsl.
ivec4 component(int p) {
    if (pairs > 0 && pieces > 1.5) return LOADI4(componentTable, 2 * p + 1);
    return ivec4(p, p, pairs > 0 ? NEAR_CLOTH : 0, 0);
}

// The next member of a joined component from p on, or last + 1.
int nextMember(int p, int root, int last) {
    while (p <= last && component(p).x != root) p++;
    return p;
}

// Ranges of vertices and of triangles.
ivec4 rangeOf(int p) { return LOADI4(componentTable, 2 * p); }

// Reports whether p is a rigid body.
bool isRigid(int p) { return LOADI4(componentTable, 2 * p + 1).w != 0; }

#define EACH_MEMBER(p) for (int p = root, last_ = component(root).y; p <= last_; p = nextMember(p + 1, root, last_))
