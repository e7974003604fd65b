package shaders

import (
	"regexp"
	"strconv"
	"strings"
)

// Window is an output of a kernel of which only a range is bound.
type Window struct {
	Name string // of the buffer
	Unit int    // size of an element [bytes]
}

// Uniform returns the name of the uniform with the bound elements (first and end) and the kernel's items (first and
// end).
func (w Window) Uniform() string { return w.Name + "Window" }

// unit has the element sizes of buffers [bytes].
var unit = map[string]int{"float": 4, "int": 4, "uint": 4, "ivec2": 8, "vec4": 16, "ivec4": 16}

var (
	macroOutput = regexp.MustCompile(`^(?:OUT|INOUTI?)([14])\(\w+, (\w+)\)`)
	update      = regexp.MustCompile(`^UPDATE4\((\w+), (\w+), (\w+)\)`)
	blockOutput = regexp.MustCompile(`^layout\(std430\)(?: coherent)?(?: writeonly)? restrict buffer (\w)(\w*) \{ (\w+) (\w+)\[\]; \}`)
)

// Windowed rewrites a kernel, includes expanded, for dispatches that bind only ranges of the outputs chosen by take,
// and process a part of the items. Indices into these outputs are unchanged. Old values of an UPDATE buffer are
// fetched.
func Windowed(src string, take func(name string) bool) (text string, windows []Window) {
	arrays := map[string]string{} // by the names of their buffers
	add := func(name, array string, size int) {
		if take(name) {
			windows, arrays[name] = append(windows, Window{name, size}), array
		}
	}
	for _, m := range declared(src, macroOutput) {
		n, _ := strconv.Atoi(m[1])
		add(m[2], m[2], 4*n)
	}
	for _, m := range declared(src, update) {
		if name, out := m[2], m[3]; take(name) {
			src = strings.Replace(src, m[0], "TEX4("+name+")\nlayout(std430) writeonly restrict buffer "+m[1]+" { vec4 "+
				out+"[]; };", 1)
			src = strings.ReplaceAll(src, "LOAD4("+name+",", "FETCH4("+name+",")
			src = regexp.MustCompile(`\b(STORE[34W]|KEEP3)\(`+name+`, `+out+`, `).ReplaceAllString(src, "${1}("+out+", "+out+", -"+Window{Name: name}.Uniform()+".x + ")
		}
	}
	for _, m := range declared(src, blockOutput) {
		add(strings.ToLower(m[1])+m[2], m[4], unit[m[3]])
	}
	if len(windows) == 0 {
		return src, nil
	}
	head := "#define WINDOW " + windows[0].Uniform() + "\n"
	for _, w := range windows {
		head += "uniform ivec4 " + w.Uniform() + ";\n"
		src = regexp.MustCompile(`\b`+arrays[w.Name]+`\[([^\]])`).ReplaceAllString(src, arrays[w.Name]+"[-"+w.Uniform()+".x + $1")
		src = strings.ReplaceAll(src, "HAS("+arrays[w.Name]+",", "WITHIN("+w.Uniform()+",")
	}
	version, rest, _ := strings.Cut(src, "\n#version ")
	if version == src {
		version, rest = "", strings.TrimPrefix(src, "#version ")
	}
	line, rest, _ := strings.Cut(rest, "\n")
	return strings.TrimPrefix(version+"\n#version "+line+"\n"+head+rest, "\n"), windows
}
