// Exclusive prefix sums of a list of counts in place, within blocks of SCAN_BLOCK. The last group to finish sums the
// totals of the blocks, which follow the list; the total goes to the host. See place.glsl.
#version 430 core
#include "load.glsl"
#include "scan.glsl"
#include "pair_status.glsl"
#include "speculation.glsl"
layout(std430) coherent restrict buffer Items { int items[]; };
uniform int count;  // counts, and a zero after them
uniform int target; // of pairTotals
uniform int room;   // of the lists to be filled
shared bool sharedLast;
shared int sharedStop;

void scanBlocks(int blocks) {
    int id = int(gl_LocalInvocationID.x), each = (blocks + GROUP - 1) / GROUP, sum = 0;
    int first = count + min(id * each, blocks), end = min(first + each, count + blocks);
    for (int k = first; k < end; k++) sum = min(sum + items[k], SCAN_LIMIT);
    int start = groupScan(sum);
    for (int k = first; k < end; k++) {
        int v = items[k];
        items[k] = start;
        start = min(start + v, SCAN_LIMIT);
    }
    if (id == GROUP - 1) {
        pairTotals[target] = start;
        pairArrived = 0;
        sharedStop = 0;
        if (target == TOTAL_ACTIVE) pairActive = start;
        if (target == TOTAL_CANDIDATES) pairCandidates = start;
        if (target == TOTAL_ACTIVE && pairLeft != 0) sharedStop = STOP_LEFT_BOXES;
        else if (start > room || pairMany != 0) sharedStop = STOP_LIST_FULL;
        if (sharedStop != 0) decisions[0].y = sharedStop;
    }
    memoryBarrierShared();
    barrier();
    if (sharedStop != 0) cancelSpeculation();
}

void main() {
    int block = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x), id = int(gl_LocalInvocationID.x);
    int first = (block * GROUP + id) * SCAN_EACH, blocks = (count + SCAN_BLOCK - 1) / SCAN_BLOCK, sum = 0;
    int before[SCAN_EACH];
    for (int k = 0; k < SCAN_EACH; k++) {
        before[k] = sum;
        if (first + k < count - 1) sum += min(items[first + k], SCAN_LARGEST);
    }
    int start = groupScan(sum);
    for (int k = 0; k < SCAN_EACH; k++)
        if (first + k < count) items[first + k] = start + before[k];
    if (id == GROUP - 1) {
        if (block < blocks) items[count + block] = start + sum;
        memoryBarrierBuffer();
        sharedLast = atomicAdd(pairArrived, 1) == int(gl_NumWorkGroups.x * gl_NumWorkGroups.y) - 1;
    }
    memoryBarrierShared();
    barrier();
    if (!sharedLast) return;
    memoryBarrierBuffer();
    scanBlocks(blocks);
}
