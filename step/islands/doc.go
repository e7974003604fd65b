// Package islands simulates cloth that is too far from other cloth for contact as if that did not exist.
//
// An island is a group of connected components of the cloth that are or may come near each other. It has a simulation
// of its own: Newton iterations, line searches, end tests, linear systems and sizes of sub-steps. So cloth moves as it
// does alone, bit for bit, and costs add up.
//
// Islands follow from the model and the state at the start of a simulation: components belong together if their
// triangles are within contact range. After each step the paths of all triangles are compared. Islands whose paths have
// come within contact range return to the start of the step, become one, and repeat it. They stay one until the next
// SetState. So no contact is missed, however fast cloth is.
package islands
