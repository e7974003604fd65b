// What pulls at vertices, four vectors for each: target, high parts, and k; low parts, and the hardness c of a leash;
// its centre, high parts, and its length; low parts.
IN4(Grab, grab)

bool grabbed(int i) { return has(TERM_grab) && (LOAD4(grab, 4 * i).w > 0.0 || LOAD4(grab, 4 * i + 1).w > 0.0); }
