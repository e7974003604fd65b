// Path of a pair.
IN4(StartHi, startHi)
IN4(StartLo, startLo)
IN4(Moved, moved)

// Displacements; they suffice to rule out most pairs.
Path pairWay(bool face, ivec4 v) {
    return Path(face, vec3(0.0), vec3(0.0), vec3(0.0),
                LOAD4(moved, v.x).xyz, LOAD4(moved, v.y).xyz, LOAD4(moved, v.z).xyz, LOAD4(moved, v.w).xyz);
}

// Positions at the start.
void pairPlace(ivec4 v, inout Path p) {
    vec3 hi = LOAD4(startHi, v.x).xyz, lo = LOAD4(startLo, v.x).xyz;
    p.e1 = difference(LOAD4(startHi, v.y).xyz, LOAD4(startLo, v.y).xyz, hi, lo);
    p.e2 = difference(LOAD4(startHi, v.z).xyz, LOAD4(startLo, v.z).xyz, hi, lo);
    p.e3 = difference(LOAD4(startHi, v.w).xyz, LOAD4(startLo, v.w).xyz, hi, lo);
}
