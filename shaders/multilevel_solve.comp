// Gathers the residual of the rows of some domains and multiplies it by the domains' inverses; one work
// group per domain, domains of several levels at once. Twin of solveDomains in cpu/sparse/multilevel.go.
#version 430 core
#include "multilevel.glsl"
#include "load.glsl"
INI4(Domain, domain)
INI1(MemberStart, memberStart)
INI1(Member, member)
IN4(Residual, residual)
IN4(Inverse, inverse)
UPDATE4(CoarseResidual, coarseResidual, coarseResidualNext)
OUT4(Correction, correction)
uniform int firstDomain;
uniform int endDomain;
uniform int above; // 1: these gather from rows of a level; 0: from vertices

shared vec4 part[GROUP];
shared float r[SIDE];
shared float z[SIDE];

void wait() {
    memoryBarrierShared();
    barrier();
}

void main() {
    int id = int(gl_LocalInvocationID.x);
    for (int n = firstDomain + int(gl_WorkGroupID.x); n < endDomain; n += int(gl_NumWorkGroups.x)) {
        ivec4 d = LOADI4(domain, n);
        int rows = d.y, side = sideOf(rows);
        // As many invocations as there are gather each row.
        int share = 1;
        while (2 * share * rows <= GROUP) share *= 2;
        int row = id / share;
        vec3 sum = vec3(0.0);
        if (row < rows) {
            int end = LOADI1(memberStart, d.x + row + 1);
            for (int k = LOADI1(memberStart, d.x + row) + id % share; k < end; k += share) {
                int i = LOADI1(member, k);
                sum += above != 0 ? LOAD4(coarseResidual, i).xyz : LOAD4(residual, i).xyz;
            }
        }
        part[id] = vec4(sum, 0.0);
        wait();
        if (id < rows) {
            sum = vec3(0.0);
            for (int k = 0; k < share; k++) sum += part[id * share + k].xyz;
            for (int c = 0; c < 3; c++) r[3 * id + c] = sum[c];
            if (above == 0) STORE4(coarseResidual, coarseResidualNext, d.x + id, vec4(sum, 0.0));
        }
        if (id < side - 3 * rows) r[3 * rows + id] = 0.0;
        wait();
        for (int i = id; i < 3 * rows; i += GROUP) {
            float s = 0.0;
            for (int j = 0; j < side; j += 4)
                s += dot(LOAD4(inverse, d.z + (j >> 2) * side + i), vec4(r[j], r[j + 1], r[j + 2], r[j + 3]));
            z[i] = s;
        }
        wait();
        if (id < rows) correction[d.x + id] = vec4(z[3 * id], z[3 * id + 1], z[3 * id + 2], 0.0);
    }
}
