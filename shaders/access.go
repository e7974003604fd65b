package shaders

import (
	"regexp"
	"strings"
)

// Access is how a kernel uses a buffer.
type Access struct{ Reads, Writes bool }

var (
	// Declarations by the macros of include/load.glsl, and as blocks.
	macroBuffer = regexp.MustCompile(`^(IN|INI|TEX|TEXI|OUT|INOUT|INOUTI|UPDATE)[14]\((?:\w+, )?(\w+)[,)]`)
	blockBuffer = regexp.MustCompile(`^layout\(std430\)(?: coherent)?( \w+)? restrict buffer (\w)(\w*) `)
)

// Accesses returns the accesses of a kernel to its buffers, from the qualifiers of their declarations, which the
// compiler enforces. src has its includes expanded.
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

// declared returns the matches of is, which match buffer declarations at the start of a line.
func declared(src string, is *regexp.Regexp) (found [][]string) {
	for line := range strings.SplitSeq(src, "\n") {
		// first letters of IN, TEX, OUT, UPDATE and layout, to skip other lines
		if line == "" || !strings.ContainsRune("ITOUl", rune(line[0])) {
			continue
		}
		if m := is.FindStringSubmatch(line); m != nil {
			found = append(found, m)
		}
	}
	return found
}
