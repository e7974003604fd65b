// Package layout converts a model to the arrays that kernels read: renumbered vertices, elements, matrix and
// hierarchies. It also allocates buffers and splits large ones into storage blocks.
package layout
