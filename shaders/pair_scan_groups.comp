// Exclusive sums of a list of counts in place, within blocks of 8·GROUP. The group that ends last sums the totals of the
// blocks, whichever it is; the sum of all goes to their end and to the host. With that, few blocks become places; where there
// are more, pair_scan_add makes them.
#version 430 core
#include "load.glsl"
#include "scan.glsl"
#include "pair_status.glsl"
#include "ahead.glsl"
layout(std430) coherent restrict buffer Items { int items[]; };
layout(std430) coherent restrict buffer ScanTotals { int scanTotals[]; };
uniform int count;
uniform int target; // of pairTotals
uniform int room;   // of the lists that are to be filled
shared bool sharedLast;
shared int sharedStop;

void scanBlocks(int blocks) {
    int id = int(gl_LocalInvocationID.x), each = (blocks + GROUP - 1) / GROUP, sum = 0;
    int first = min(id * each, blocks), end = min(first + each, blocks);
    for (int k = first; k < end; k++) sum = min(sum + scanTotals[k], SCAN_MOST);
    int start = groupScan(sum);
    for (int k = first; k < end; k++) {
        int v = scanTotals[k];
        scanTotals[k] = start;
        start = min(start + v, SCAN_MOST);
    }
    if (id == GROUP - 1) {
        scanTotals[blocks] = start;
        pairTotals[target] = start;
        pairArrived = 0;
        sharedStop = 0;
        if (target == TOTAL_ACTIVE) pairActive = start;
        if (target == TOTAL_CANDIDATES) pairCandidates = start;
        if (target == TOTAL_ACTIVE && pairLeft != 0) sharedStop = AHEAD_LEFT;
        else if (start > room || pairMany != 0) sharedStop = AHEAD_ROOM;
        if (sharedStop != 0) ahead[0].y = sharedStop;
    }
    memoryBarrierShared();
    barrier();
    if (sharedStop != 0) stopAhead();
    if (blocks > SCAN_TOGETHER) return;
    memoryBarrierBuffer();
    for (int i = id; i < count; i += GROUP) items[i] = min(items[i] + scanTotals[i / (GROUP * SCAN_EACH)], SCAN_MOST);
    if (id == 0) items[count] = scanTotals[blocks];
}

void main() {
    int block = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x), id = int(gl_LocalInvocationID.x);
    int first = (block * GROUP + id) * SCAN_EACH, blocks = (count + GROUP * SCAN_EACH - 1) / (GROUP * SCAN_EACH), sum = 0;
    int before[SCAN_EACH];
    for (int k = 0; k < SCAN_EACH; k++) {
        before[k] = sum;
        if (first + k < count) sum += min(items[first + k], SCAN_LARGEST);
    }
    int start = groupScan(sum);
    for (int k = 0; k < SCAN_EACH; k++)
        if (first + k < count) items[first + k] = start + before[k];
    if (id == GROUP - 1) {
        if (block < blocks) scanTotals[block] = start + sum;
        memoryBarrierBuffer();
        sharedLast = atomicAdd(pairArrived, 1) == int(gl_NumWorkGroups.x * gl_NumWorkGroups.y) - 1;
    }
    memoryBarrierShared();
    barrier();
    if (!sharedLast) return;
    memoryBarrierBuffer();
    scanBlocks(blocks);
}
