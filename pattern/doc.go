// Package pattern turns sewing patterns into meshes of cloth: panels in the GarmentCode JSON format are
// triangulated, stitched edges are sampled alike, and panels are sewn by welding positions. Every triangle corner
// keeps its own material coordinates, so each side of a seam keeps its own rest length: gathers and ease need
// nothing else.
package pattern
