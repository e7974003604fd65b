package shaders

import (
	"regexp"
	"strings"
)

// Access is what a kernel does with one of its buffers.
type Access struct{ Reads, Writes bool }

var (
	// A buffer by one of the macros of include/load.glsl, and by its block.
	macroBuffer = regexp.MustCompile(`(?m)^(IN|INI|TEX|TEXI|OUT|INOUT|INOUTI|UPDATE)[14]\((?:\w+, )?(\w+)[,)]`)
	blockBuffer = regexp.MustCompile(`(?m)^layout\(std430\)(?: coherent)?( \w+)? restrict buffer (\w)(\w*) `)
)

// Accesses tells what the kernel with this text, includes in place, does with its buffers, as their declarations say:
// the compiler sees to it that these are true.
func Accesses(src string) map[string]Access {
	all := map[string]Access{}
	for _, m := range macroBuffer.FindAllStringSubmatch(src, -1) {
		in, out := strings.HasPrefix(m[1], "IN") || strings.HasPrefix(m[1], "TEX"), strings.Contains(m[1], "OUT")
		both := m[1] == "UPDATE"
		all[m[2]] = Access{in || both, out || both}
	}
	for _, m := range blockBuffer.FindAllStringSubmatch(src, -1) {
		qualifier := strings.TrimSpace(m[1])
		if _, value, ok := strings.Cut(src, "\n#define "+qualifier+" "); ok {
			qualifier, _, _ = strings.Cut(value, "\n")
		}
		all[strings.ToLower(m[2])+m[3]] = Access{qualifier != "writeonly", qualifier != "readonly"}
	}
	return all
}
