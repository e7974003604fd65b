// Measures of the distance of cloth from a reference, the first frame or a later one, from the vertex caches of a run:
// the change of the dihedral angles at its edges, which distinguishes permanent wrinkles from vanished ones, and the
// displacement of its vertices.
//
// Angles are computed from positions alone, with code of its own: rest shapes, fabrics and the solver are not used.

package check
