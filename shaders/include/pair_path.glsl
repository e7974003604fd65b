// Reads where a pair starts and goes.
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(Moved, moved)

Path pairPath(bool face, ivec4 v) {
    vec3 hi = LOAD4(startHi, v.x).xyz, lo = LOAD4(startLo, v.x).xyz;
    return Path(face,
                difference(LOAD4(startHi, v.y).xyz, LOAD4(startLo, v.y).xyz, hi, lo),
                difference(LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo),
                difference(LOAD4(startHi, v.w).xyz, LOAD4(startLo, v.w).xyz, hi, lo),
                LOAD4(moved, v.x).xyz, LOAD4(moved, v.y).xyz, LOAD4(moved, v.z).xyz, LOAD4(moved, v.w).xyz);
}
