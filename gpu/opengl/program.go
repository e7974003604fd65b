//go:build cgo

package opengl

import (
	"fmt"
	"path"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/shaders"
)

var stages = map[string]uint32{
	".comp": gl.COMPUTE_SHADER,
	".vert": gl.VERTEX_SHADER,
	".frag": gl.FRAGMENT_SHADER,
}

// LoadProgram compiles and links the named shaders of package shaders into one program, with the same defines in each,
// and returns its OpenGL name. A compile error names file and line, including those of includes. It must be called
// inside Context.Do. The caller deletes the program.
func LoadProgram(defines map[string]string, names ...string) (uint32, error) {
	var sources []Source
	for _, name := range names {
		src, files, err := shaders.Source(name, defines)
		if err != nil {
			return 0, err
		}
		sources = append(sources, Source{src, files})
	}
	return Link(sources...)
}

// Source is the result of shaders.Source.
type Source struct {
	Text  string
	Files []string // source files, the kernel first
}

// Link compiles sources and links them into one program. It must be called inside Context.Do. The caller deletes the
// program.
func Link(sources ...Source) (uint32, error) {
	program := gl.CreateProgram()
	var names []string
	for _, s := range sources {
		names = append(names, s.Files[0])
		shader, err := Compile(s.Text, s.Files)
		if err != nil {
			gl.DeleteProgram(program)
			return 0, err
		}
		gl.AttachShader(program, shader)
		gl.DeleteShader(shader) // deferred by OpenGL until the program is deleted
	}
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(program, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(program)
		return 0, fmt.Errorf("linking %s: %s", strings.Join(names, ", "), log)
	}
	return program, nil
}

// Compile compiles one shader from the text and file list of shaders.Source. The extension of files[0] determines the
// stage. It must be called inside Context.Do.
func Compile(src string, files []string) (uint32, error) {
	if len(files) == 0 {
		return 0, fmt.Errorf("compiling a shader: no file name to tell its stage from")
	}
	stage, ok := stages[path.Ext(files[0])]
	if !ok {
		return 0, fmt.Errorf("%s: expected a name ending in .comp, .vert or .frag", files[0])
	}
	shader := gl.CreateShader(stage)
	text, free := gl.Strs(src + "\x00")
	gl.ShaderSource(shader, 1, text, nil)
	free()
	gl.CompileShader(shader)
	var status int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &status); status == gl.FALSE {
		log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(shader)
		return 0, fmt.Errorf("compiling %s:\n%s", files[0], shaders.MapLog(files, log))
	}
	return shader, nil
}

func infoLog(object uint32, get func(uint32, uint32, *int32), text func(uint32, int32, *int32, *uint8)) string {
	var n int32
	if get(object, gl.INFO_LOG_LENGTH, &n); n <= 0 {
		return "the driver gives no reason"
	}
	buf := make([]byte, n)
	text(object, n, &n, &buf[0])
	return strings.TrimSpace(string(buf[:n]))
}
