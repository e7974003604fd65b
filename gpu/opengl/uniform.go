//go:build cgo

package opengl

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Uniform is a uniform of a program, with its current value.
type Uniform struct {
	Name     string
	Location int32 // −1: not used by the program
	value    any
}

// Set sets the value if it differs and returns the number of calls, 0 or 1.
func (u *Uniform) Set(program uint32, v any) int {
	if u.Location < 0 || u.value == v {
		return 0
	}
	u.value = v
	switch v := v.(type) {
	case int:
		gl.ProgramUniform1i(program, u.Location, int32(v))
	case bool:
		on := int32(0)
		if v {
			on = 1
		}
		gl.ProgramUniform1i(program, u.Location, on)
	case float64:
		gl.ProgramUniform1f(program, u.Location, float32(v))
	case [4]int32:
		gl.ProgramUniform4i(program, u.Location, v[0], v[1], v[2], v[3])
	case [4]float32:
		gl.ProgramUniform4f(program, u.Location, v[0], v[1], v[2], v[3])
	default:
		panic(fmt.Sprintf("opengl: uniform %s of type %T", u.Name, v))
	}
	return 1
}
