// A conjugate gradient iteration in the form of Chronopoulos & Gear 1989: with β = γ/γ₋ and α = γ/(δ − βγ/α₋)
//   p = u + βp,  s = w + βs,  x += αp,  r −= αs,  u = M⁻¹r.

// Relative rounding error of sums of products, for curvatures.
#define SUM_NOISE 1e-6

struct Iteration {
    int end; // CG_…
    float alpha, beta;
};

// Relative residual below which the recurrence does not follow the true residual; gpu.cgFloor.
#define LEAST_RESIDUAL 1e-3

// A product costs an iteration, and is wasted if the residual before it was small enough. Where γ is within this factor
// of its target, γ and the weighted residual are summed before the product, too; not with AMG, which is for hard
// solves.
#define NEARLY 64.0

bool smallEnough(float gamma, float weighed, float start, float tolerance, float most) {
    return gamma <= tolerance * tolerance * start &&
        (weighed <= most || gamma <= LEAST_RESIDUAL * LEAST_RESIDUAL * start);
}

// Whether the iteration with these sums may be the last.
bool nearEnd(float gamma, float weighed, float start, float tolerance, float most) {
    return smallEnough(gamma / NEARLY, weighed / NEARLY, start, tolerance, most);
}

// Evaluates the sums γ, δ, |w|ᵀ|u|, Σ weight·|r|². before has γ and α of the previous iteration, zero in the first.
// start is γ at the start of the solve. most is the limit of the weighted residual.
Iteration iterate(vec4 sum, vec2 before, float start, float tolerance, float most) {
    float gamma = sum.x, delta = sum.y;
    Iteration it = Iteration(CG_RUNNING, 0.0, 0.0);
    float curvature = delta;
    if (before.x != 0.0) {
        it.beta = gamma / before.x;
        curvature = delta - it.beta * gamma / before.y;
    }
    if (!(abs(gamma) < 1e37 && sum.z < 1e37)) it.end = CG_NONFINITE;
    else if (delta < -1e-4 * sum.z) it.end = CG_INDEFINITE;
    else if (smallEnough(gamma, sum.w, start, tolerance, most) || gamma <= 0.0) it.end = CG_CONVERGED;
    else if (!(curvature > SUM_NOISE * sum.z)) it.end = CG_ROUNDOFF;
    if (it.end == CG_RUNNING) it.alpha = gamma / curvature;
    return it;
}

// u = M⁻¹r for the inverse block in a and b; zero where held.
vec3 preconditionedBy(vec4 a, vec2 b, vec3 r) {
    return vec3(dot(a.xyz, r), dot(vec3(a.y, a.w, b.x), r), dot(vec3(a.z, b), r));
}
