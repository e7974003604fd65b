// Package tetra makes meshes of tetrahedra for solids: lattices of boxes, and the inside of closed surfaces.
package tetra
