// The integrator of a step; twin of step.TwoStep and of cpu/multistep.go. A vertex uses backward Euler if the time k
// over which forces change its velocity, the fourth component of coastHi, is the whole step. Per vertex there are gain:
// velocity change over the last step [m/s] and age of contact, see step.Aged; and lag: size of the last step times its
// final velocity, minus its displacement [m].
#define STEP_RATIO twoStep.x // w
#define STEP_RECALL twoStep.y // b; 0: backward Euler everywhere
#define STEP_K twoStep.z     // k [s]
#define STEP_KEPT (twoStep.w != 0.0) // second-order steps: the history of this one is stored
#define YOUNG_CONTACT 3 // step.YoungContact

bool isEuler(float k) { return k >= h; }

// step.Impacts.
bool impacts(int age, bool begins) { return begins || 0 < age && age < YOUNG_CONTACT; }

// step.Aged.
int aged(int age, bool begins) {
    if (begins) return 1;
    return age == 0 || age + 1 >= YOUNG_CONTACT ? 0 : age + 1;
}

// Additional force-free displacement of BDF2, beyond h times the velocity.
vec3 bdf2Displacement(vec3 gain, vec3 lag) { return STEP_RECALL * (STEP_K * gain - lag); }

// The lag of a BDF2 step with deviation d from free flight: h·v − u, from terms that are small themselves.
vec3 nextLag(vec3 gain, vec3 lag, vec3 d) {
    return STEP_RECALL * ((h - STEP_K) * gain + lag) + (h / STEP_K - 1.0) * d;
}

// Advances a position by h times a velocity, which is split.
void coastAlong(vec3 v, vec3 vLo, inout vec3 hi, inout vec3 lo) {
    vec3 way, rest;
    twoProduct(vec3(h), v, way, rest);
    addTo(hi, lo, way);
    addTo(hi, lo, rest + h * vLo);
}
