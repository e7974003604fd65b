//go:build cgo

package opengl

import "github.com/go-gl/gl/v4.3-core/gl"

// Resources counts a program's active Resources of a kind.
func Resources(program, kind uint32) int {
	var n int32
	gl.GetProgramInterfaceiv(program, kind, gl.ACTIVE_RESOURCES, &n)
	return int(n)
}

// ResourceName is the name of one of them.
func ResourceName(program, kind uint32, i int) string {
	var buf [256]byte
	var n int32
	gl.GetProgramResourceName(program, kind, uint32(i), int32(len(buf)), &n, &buf[0])
	return string(buf[:n])
}

// Resource returns two properties of a resource.
func Resource(program, kind uint32, i int, a, b uint32) (v [2]int32) {
	props := [2]uint32{a, b}
	gl.GetProgramResourceiv(program, kind, uint32(i), 2, &props[0], 2, nil, &v[0])
	return v
}
