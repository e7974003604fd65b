//go:build cgo

package opengl

import "github.com/go-gl/gl/v4.3-core/gl"

// Program is a linked program of a context. Simultaneous users of the same text share it, so that a text is compiled
// once for several simulations, such as islands of cloth.
type Program struct {
	ID uint32

	text     string
	users    int
	uniforms map[string]*Uniform
}

// Link compiles and links a shader, or returns a program of the same text that is in use. It must be called inside Do.
// The caller releases the program.
func (c *Context) Link(src Source) (*Program, error) {
	p := c.programs[src.Text]
	if p == nil {
		id, err := Link(src)
		if err != nil {
			return nil, err
		}
		p = &Program{ID: id, text: src.Text, uniforms: map[string]*Uniform{}}
		if c.programs == nil {
			c.programs = map[string]*Program{}
		}
		c.programs[src.Text] = p
	}
	p.users++
	return p, nil
}

// Release deletes a program after its last use. It must be called inside Do.
func (c *Context) Release(p *Program) {
	if p.users--; p.users == 0 {
		gl.DeleteProgram(p.ID)
		delete(c.programs, p.text)
	}
}

// Uniform returns the uniform of a name. Users of a program share it, since the driver has one value.
func (p *Program) Uniform(name string, location int32) *Uniform {
	u := p.uniforms[name]
	if u == nil {
		u = &Uniform{Name: name, Location: location}
		p.uniforms[name] = u
	}
	return u
}
