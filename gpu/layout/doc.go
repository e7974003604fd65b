// Package layout arranges a model for a device: its order, elements, matrix and hierarchies as the arrays that
// kernels read, the buffers that hold them, and the storage blocks into which large buffers are split.
package layout
