// Package islands simulates cloth that is too far away from other cloth to come into contact with it as if that were
// not there.
//
// An island is a group of connected components of the cloth that are or may come near each other. It has a simulation
// of its own: Newton iterations, line searches, end tests and linear systems, sizes of sub-steps. So cloth moves as it
// does alone, bit for bit, and costs add up.
//
// Which components belong together follows from the model and the state that a simulation begins with: they do if
// their triangles are within contact range. After each step the paths of all triangles are compared. Islands whose
// paths have come within contact range go back to the start of the step, become one, and take it again. They stay one
// until the next SetState. So no contact is missed, however fast cloth is.
package islands
