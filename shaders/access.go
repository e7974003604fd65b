package shaders

import (
	"regexp"
	"strings"
)

// Access is what a kernel does with one of its buffers.
type Access struct{ Reads, Writes bool }

var (
	// A buffer by one of the macros of include/load.glsl, and by its block.
	macroBuffer = regexp.MustCompile(`^(IN|INI|TEX|TEXI|OUT|INOUT|INOUTI|UPDATE)[14]\((?:\w+, )?(\w+)[,)]`)
	blockBuffer = regexp.MustCompile(`^layout\(std430\)(?: coherent)?( \w+)? restrict buffer (\w)(\w*) `)
)

// Accesses tells what the kernel with this text, includes in place, does with its buffers, as their declarations say:
// the compiler sees to it that these are true.
func Accesses(src string) map[string]Access {
	all := map[string]Access{}
	for _, m := range declared(src, macroBuffer) {
		in, out := strings.HasPrefix(m[1], "IN") || strings.HasPrefix(m[1], "TEX"), strings.Contains(m[1], "OUT")
		both := m[1] == "UPDATE"
		all[m[2]] = Access{in || both, out || both}
	}
	for _, m := range declared(src, blockBuffer) {
		qualifier := strings.TrimSpace(m[1])
		if _, value, ok := strings.Cut(src, "\n#define "+qualifier+" "); ok {
			qualifier, _, _ = strings.Cut(value, "\n")
		}
		all[strings.ToLower(m[2])+m[3]] = Access{qualifier != "writeonly", qualifier != "readonly"}
	}
	return all
}

// declared is what an expression for declarations of buffers finds, each of which begins a line.
func declared(src string, is *regexp.Regexp) (found [][]string) {
	for line := range strings.SplitSeq(src, "\n") {
		// of IN, TEX, OUT, UPDATE and layout: most lines begin otherwise
		if line == "" || !strings.ContainsRune("ITOUl", rune(line[0])) {
			continue
		}
		if m := is.FindStringSubmatch(line); m != nil {
			found = append(found, m)
		}
	}
	return found
}
