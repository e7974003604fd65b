//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
)

// program is a linked shader program with the locations of its uniforms. Setting a uniform that the program does not
// have is allowed: several programs share the uniforms of a frame.
type program struct {
	id       uint32
	location map[string]int32
}

func newProgram(defines map[string]string, names ...string) (*program, error) {
	id, err := opengl.LoadProgram(defines, names...)
	if err != nil {
		return nil, err
	}
	return &program{id, map[string]int32{}}, nil
}

func (p *program) at(name string) int32 {
	l, ok := p.location[name]
	if !ok {
		l = gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
		p.location[name] = l
	}
	return l
}

func (p *program) int(name string, v int) { gl.ProgramUniform1i(p.id, p.at(name), int32(v)) }

func (p *program) bool(name string, v bool) {
	if v {
		p.int(name, 1)
	} else {
		p.int(name, 0)
	}
}

func (p *program) float(name string, v float64) { gl.ProgramUniform1f(p.id, p.at(name), float32(v)) }

func (p *program) vec2(name string, x, y float64) {
	gl.ProgramUniform2f(p.id, p.at(name), float32(x), float32(y))
}

func (p *program) vec4(name string, v [4]float64) {
	gl.ProgramUniform4f(p.id, p.at(name), float32(v[0]), float32(v[1]), float32(v[2]), float32(v[3]))
}

func (p *program) vec3(name string, v r3.Vec) {
	gl.ProgramUniform3f(p.id, p.at(name), float32(v.X), float32(v.Y), float32(v.Z))
}

func (p *program) rgb(name string, c RGB) { p.vec3(name, r3.Vec{X: c[0], Y: c[1], Z: c[2]}) }

func (p *program) mat4(name string, m *mat4) {
	gl.ProgramUniformMatrix4fv(p.id, p.at(name), 1, false, &m[0])
}

// bind binds a texture to a unit and sets the sampler.
func (p *program) bind(name string, unit uint32, target, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(target, texture)
	p.int(name, int(unit))
}
