//go:build cgo

package opengl

import (
	"fmt"
	"reflect"

	"github.com/go-gl/gl/v4.3-core/gl"
)

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

// Members are the bytes at which a struct has the members of a block, by the names in its tags "gl".
func Members(twin reflect.Type) map[string]uintptr {
	known := map[string]uintptr{}
	for i := range twin.NumField() {
		f := twin.Field(i)
		if key := f.Tag.Get("gl"); key != "" {
			known[key] = f.Offset
		}
	}
	return known
}

// CompareBlock compares the members of a block of a linked program, where it has the block, with the bytes at which
// they are known to be, and returns how many it compared. blocks and fields are the interfaces that have the block and
// its members.
func CompareBlock(program, blocks, fields uint32, block string, known map[string]uintptr) (compared int, err error) {
	index := gl.GetProgramResourceIndex(program, blocks, gl.Str(block+"\x00"))
	if index == gl.INVALID_INDEX {
		return 0, nil
	}
	for i := range Resources(program, fields) {
		v := Resource(program, fields, i, gl.BLOCK_INDEX, gl.OFFSET)
		if v[0] != int32(index) {
			continue
		}
		member := ResourceName(program, fields, i)
		want, ok := known[member]
		if !ok {
			return compared, fmt.Errorf("member %q of block %s is unknown to the program", member, block)
		}
		if int32(want) != v[1] {
			return compared, fmt.Errorf("member %q of block %s is at byte %d, the program has it at %d", member, block, v[1],
				want)
		}
		compared++
	}
	return compared, nil
}
