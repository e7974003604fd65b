// Sums of products for blocks of three by six numbers and their other halves, a few blocks per work group: its
// invocations compute products in parallel, and then one invocation per number adds up its own in sequential order. On
// hardware, because coarse levels have few blocks with up to a hundred products each.
#ifndef FETCH
#define PRODUCTS (GROUP / 2) // computed in parallel, for both halves
#define NUMBERS 18           // per half a block
#define MOST_EACH 8          // blocks; mostEach in gpu/layout/rigid_amg.go
#define MOST_SUMS ((2 * NUMBERS * MOST_EACH + GROUP - 1) / GROUP)
shared float term[NUMBERS][GROUP];

void product(int k, int side, out mat3 shift, out mat3 turn);
void storeSum(int block, int side, int column, int row, float v); // columns of translation, then of rotation

void sumBlocks(int first, int last) {
    int id = int(gl_LocalInvocationID.x), begin = SUM_START(first), end = SUM_START(last), own[MOST_SUMS],
        ownEnd[MOST_SUMS];
    float sum[MOST_SUMS];
    for (int q = 0; q < MOST_SUMS; q++) {
        int block = first + (id + q * GROUP) / (2 * NUMBERS);
        sum[q] = 0.0;
        own[q] = ownEnd[q] = end;
        if (block < last) {
            own[q] = SUM_START(block);
            ownEnd[q] = SUM_START(block + 1);
        }
    }
    for (int base = begin; base < end; base += PRODUCTS) {
        int k = base + id / 2;
        if (k < end) {
            mat3 shift, turn;
            product(k, id % 2, shift, turn);
            for (int n = 0; n < 9; n++) {
                term[n][id] = shift[n / 3][n % 3];
                term[9 + n][id] = turn[n / 3][n % 3];
            }
        }
        memoryBarrierShared();
        barrier();
        for (int q = 0; q < MOST_SUMS; q++) {
            int n = (id + q * GROUP) % (2 * NUMBERS);
            for (int k = max(own[q], base); k < min(ownEnd[q], base + PRODUCTS); k++)
                sum[q] += term[n % NUMBERS][2 * (k - base) + n / NUMBERS];
        }
        memoryBarrierShared();
        barrier();
    }
    for (int q = 0; q < MOST_SUMS; q++) {
        int n = id + q * GROUP, block = first + n / (2 * NUMBERS);
        n %= 2 * NUMBERS;
        if (block < last) storeSum(block, n / NUMBERS, n % NUMBERS / 3, n % 3, sum[q]);
    }
}
#endif
