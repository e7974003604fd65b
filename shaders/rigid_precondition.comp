// Preconditioned residual of rigid bodies: J·K⁻¹·Jᵀr, with the block K of rigid_matrix, as displacements of all
// vertices of the body. Residuals move to the mass points, and the product of the rotating gradient's term with the new
// vector is prepared for cg_multiply. Twin of rigidPreconditioner.Apply and of rigidOperator.Prepare. One group per
// body.
#version 430 core
#include "load.glsl"
#include "reduce.glsl"
#include "status_read.glsl"
#include "rigid_body.glsl"
IN4(RigidFactor, rigidFactor)   // see rigid_matrix.comp
IN1(VertexWeight, vertexWeight) // step.Weights
INOUT4(Residual, residual)      // w: its weighted square
INOUT4(Preconditioned, preconditioned)
OUT4(RigidImage, rigidImage)    // per vertex; zero but for mass points
uniform int given; // 1: prepares the product with the vector that is given

shared vec3 shift, turn;

// Solves for the unknowns of a body with its force and torque.
void solve(int body) {
    float k[24], x[6] = float[6](force.x, force.y, force.z, torque.x, torque.y, torque.z);
    for (int i = 0; i < 6; i++) {
        vec4 t = LOAD4(rigidFactor, RIGID_FACTOR * body + i);
        for (int c = 0; c < 4; c++) k[4 * i + c] = t[c];
    }
    for (int j = 0; j < 6; j++) {
        int jj = j * (j + 1) / 2;
        for (int c = 0; c < j; c++) x[j] -= k[jj + c] * x[c];
        x[j] /= k[jj + j];
    }
    for (int j = 5; j >= 0; j--) {
        for (int i = j + 1; i < 6; i++) x[j] -= k[i * (i + 1) / 2 + j] * x[i];
        x[j] /= k[j * (j + 1) / 2 + j];
    }
    shift = vec3(x[0], x[1], x[2]);
    turn = vec3(x[3], x[4], x[5]);
}

vec3 at(int k) { return preconditioned[points[k]].xyz; }

void main() {
    int id = int(gl_LocalInvocationID.x), body = invocation() / GROUP;
    if (body >= count || given == 0 && outcome != CG_RUNNING) return;
    open(body);
    mat3 inverse = inverseInertia();
    vec3 spin;
    if (given != 0) {
        spin = spinOf(inverse, at(0), at(1), at(2), at(3));
    } else {
        vec3 f = vec3(0.0), t = vec3(0.0);
        for (int i = range.x + id; i < range.y; i += GROUP) {
            vec3 r = residual[i].xyz;
            f += r;
            t += cross(offset(i), r);
        }
        sumBoth(f, t);
        if (id == 0) solve(body);
        sync();
        for (int i = range.x + id; i < range.y; i += GROUP) {
            preconditioned[i] = vec4(shift + cross(turn, offset(i)), 1.0);
            if (!isPoint(points, i)) residual[i] = vec4(0.0);
        }
        spin = turn;
    }
    if (id >= 4) return;
    vec3 h = LOAD4(rigidFactor, RIGID_FACTOR * body + 6).xyz, o = LOAD4(rigidFactor, RIGID_FACTOR * body + 7).xyz;
    vec3 twist = inverse * vec3(dot(vec3(h.x, o.z, o.y), spin), dot(vec3(o.z, h.y, o.x), spin),
        dot(vec3(o.y, o.x, h.z), spin)), r = offset(points[id]);
    rigidImage[points[id]] = vec4(0.25 * mass * cross(twist, r), 0.0);
    if (given != 0) return;
    // Upper bound of rᵀM⁻¹r: the force over the mass, the torque over the least moment of inertia.
    float weighed = 0.25 * LOAD1(vertexWeight, points.x);
    weighed *= id == 0 ? dot(force, force) : id == 1 ?
        LOAD4(rigidTable, RIGID_TABLE * body).y * dot(torque, torque) : 0.0;
    residual[points[id]] = vec4(0.25 * (force + mass * cross(inverse * torque, r)), weighed);
}
