// Decisions with a margin, so that the host certainly decides the same; twin of step/plan.go. NaN decides nothing.
#define MARGIN 1e-3
#define LEAST_QUADRATIC_FALL 0.1
#define LOOSEST 0.1
#define TYPICAL 3.0
#define MOST_ASIDE 10.0
#define LOG10_2 0.30103
#define DIGITS_POWER 1.75
#define MOST_DIGITS 16.0

// step.Reductions.Extent, from the square of Reduction.Mean.
float extent(float move, float mean2) { return max(move / MOST_ASIDE, min(move, TYPICAL * sqrt(mean2))); }

bool surelySeen(float way, float sight) { return way <= sight * (1.0 - MARGIN); }

bool surelyAccepted(float norm2, float slope, float change) {
    return norm2 > 0.0 && norm2 <= 3.402823e38 && slope < 0.0 && change <= (LEAST_QUADRATIC_FALL + MARGIN) * slope;
}

bool surelyStays(float wandered, float wander) { return wandered <= wander * (1.0 - MARGIN); }

bool surelyGoesOn(float move, float left, float tolerance) {
    float most = tolerance * (1.0 + MARGIN);
    return move > most && move * left > most;
}

bool surelyNoExtrapolation(float before, float after) { return after >= 0.5 * before * (1.0 - MARGIN); }

// Digits gained by a solve whose squared residual norm fell from first to last, as step.work; 0: none.
float solverWork(float first, float last) {
    if (!(last >= 0.0 && last < first)) return 0.0;
    return exp2(DIGITS_POWER * log2(min(0.5 * LOG10_2 * log2(first / last), MOST_DIGITS)));
}

// kept: step.Kept; work: of the solve; fresh: iterations per digit of the first solve with its AMG matrices.
bool samePreconditioner(bool coarse, vec4 kept, int iterations, float work, float fresh) {
    float n = float(iterations), sure = 1.0 - MARGIN;
    return n >= kept.x && n <= kept.y && n <= kept.z * work * sure &&
        (!coarse || n <= (fresh * work + kept.w) * sure);
}

// Rounded to eight bits, so that it does not depend on rounding of the last ones.
float nextTolerance(float move, float tolerance, float least) {
    float t = min(LOOSEST, max(least, 0.5 * tolerance / move));
    return intBitsToFloat((floatBitsToInt(t) + 0x4000) & ~0x7fff);
}
