// Adds the sums of the blocks before to the sums within blocks; the last item becomes the sum of all.
#version 430 core
#include "load.glsl"
#include "scan.glsl"
INOUTI1(Items, items)
INI1(ScanTotals, scanTotals)
uniform int count; // items and the one behind them

void main() {
    int i = invocation(), block = GROUP * SCAN_EACH;
    if (i < count - 1) items[i] = min(items[i] + LOADI1(scanTotals, i / block), SCAN_MOST);
    if (i == count - 1) items[i] = LOADI1(scanTotals, (i + block - 1) / block);
}
