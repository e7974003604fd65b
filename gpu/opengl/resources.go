//go:build cgo

package opengl

import (
	"fmt"
	"reflect"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Resources returns the number of a program's active resources of a kind.
func Resources(program, kind uint32) int {
	var n int32
	gl.GetProgramInterfaceiv(program, kind, gl.ACTIVE_RESOURCES, &n)
	return int(n)
}

// ResourceName returns the name of a resource.
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

// Members returns the offsets of a struct's fields by the block members in their tags "gl" [bytes].
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

// CompareBlock compares the member offsets of a block of a linked program with known ones, and returns the number of
// members compared; 0 if the program lacks the block. blocks and fields are the program interfaces of the block and its
// members.
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
