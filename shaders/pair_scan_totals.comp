// Exclusive sums of the totals of blocks, by one group; the sum of all goes to the end and to the host.
#version 430 core
#include "load.glsl"
#include "scan.glsl"
#include "pair_status.glsl"
INOUTI1(ScanTotals, scanTotals)
uniform int count; // blocks
uniform int target; // of pairTotals

void main() {
    int id = int(gl_LocalInvocationID.x), each = (count + GROUP - 1) / GROUP, sum = 0;
    int first = min(id * each, count), end = min(first + each, count);
    for (int k = first; k < end; k++) sum = min(sum + scanTotals[k], SCAN_MOST);
    int start = groupScan(sum);
    for (int k = first; k < end; k++) {
        int v = scanTotals[k];
        scanTotals[k] = start;
        start = min(start + v, SCAN_MOST);
    }
    if (id == GROUP - 1) {
        scanTotals[count] = start;
        pairTotals[target] = start;
    }
}
