// Checks of the results of a simulation for intersections: vertex caches, OBJ files, folders of runs, of this simulator
// or another one. It does not depend on how they were made.

package check
