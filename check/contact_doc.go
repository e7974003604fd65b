// Looks for intersections in what came out of a simulation: vertex caches, OBJ
// files, folders of runs, of this simulator or another one. It knows nothing of how they were made;
// the answers are those of hysteron/cloth/contact.

package check
