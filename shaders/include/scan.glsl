// Sums of integers. Totals saturate at SCAN_LIMIT, which the host treats as too many.
#define SCAN_LARGEST (SCAN_LIMIT / SCAN_BLOCK) // largest count
#define SCAN_PART 8           // neighbours that are summed first
shared int scanLane[GROUP];
shared int scanPart[GROUP / SCAN_PART];

// The sum over the previous invocations of the group, at most SCAN_LIMIT.
int groupScan(int v) {
    int id = int(gl_LocalInvocationID.x), sum = 0;
    scanLane[id] = v;
    memoryBarrierShared();
    barrier();
    if (id < GROUP / SCAN_PART) {
        for (int k = 0; k < SCAN_PART; k++) sum = min(sum + scanLane[id * SCAN_PART + k], SCAN_LIMIT);
        scanPart[id] = sum;
    }
    memoryBarrierShared();
    barrier();
    sum = 0;
    for (int k = 0; k < id / SCAN_PART; k++) sum = min(sum + scanPart[k], SCAN_LIMIT);
    for (int k = id - id % SCAN_PART; k < id; k++) sum = min(sum + scanLane[k], SCAN_LIMIT);
    return sum;
}
