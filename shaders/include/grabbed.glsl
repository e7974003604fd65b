// Grabs, four vectors per vertex: target (hi), k; target (lo), leash hardness c; leash centre (hi), leash length; leash
// centre (lo).
IN4(Grab, grab)

bool grabbed(int i) { return has(TERM_grab) && (LOAD4(grab, 4 * i).w > 0.0 || LOAD4(grab, 4 * i + 1).w > 0.0); }
