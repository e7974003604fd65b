// Package cloth has the data of a simulation: the constant Model (mesh, rest shapes, fabrics, pins) and the changing
// State (positions, velocities, internal variables). It contains no physics and does no input or output.
//
// Units are SI throughout. World axes: Y up, Z front, X towards the character's left. Material coordinates (u, v) in
// metres: u runs along the warp, v along the weft.
package cloth
