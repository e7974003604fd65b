// Exclusive sums of a list of counts in place, first within blocks of 8·GROUP. With pair_scan_totals and
// pair_scan_add it turns counts into places.
#version 430 core
#include "load.glsl"
#include "scan.glsl"
INOUTI1(Items, items)
INOUTI1(ScanTotals, scanTotals)
uniform int count;

void main() {
    int block = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x), id = int(gl_LocalInvocationID.x);
    int first = (block * GROUP + id) * SCAN_EACH, sum = 0;
    int before[SCAN_EACH];
    for (int k = 0; k < SCAN_EACH; k++) {
        before[k] = sum;
        if (first + k < count) sum += min(items[first + k], SCAN_LARGEST);
    }
    int start = groupScan(sum);
    for (int k = 0; k < SCAN_EACH; k++)
        if (first + k < count) items[first + k] = start + before[k];
    if (id == GROUP - 1 && block * GROUP * SCAN_EACH < count) scanTotals[block] = start + sum;
}
