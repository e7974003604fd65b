// Measures, from the vertex caches of a run, how far cloth has come from a
// reference, the first frame or a later one: the change of the dihedral angles over its edges, which tells wrinkles
// that stay from ones that are gone, and the displacement of its vertices.
//
// It takes angles from positions alone, with code of its own: it knows no rest shapes, no fabric and
// nothing of the solver.

package check
