// The inverse of a diagonal block of a rigid-body level times the residual, half a row. Twin of solve in
// linalg/rigid_amg_apply.go.
IN4(AmgInverse, amgInverse)

vec3 solvedTurn(int n) {
    vec3 x = TURNED_RESIDUAL(n & ~1), y = TURNED_RESIDUAL(n | 1), z = LOAD4(amgInverse, 6 * n).xyz * x.x;
    z += LOAD4(amgInverse, 6 * n + 1).xyz * x.y;
    z += LOAD4(amgInverse, 6 * n + 2).xyz * x.z;
    z += LOAD4(amgInverse, 6 * n + 3).xyz * y.x;
    z += LOAD4(amgInverse, 6 * n + 4).xyz * y.y;
    z += LOAD4(amgInverse, 6 * n + 5).xyz * y.z;
    return z;
}
