package shaders

import (
	"regexp"
	"strings"
)

// Blocks is how many storage blocks the kernel with this text, includes in place, declares; a driver may have use for
// fewer.
func Blocks(src string) (count int) {
	for _, m := range declared(src, macroBuffer) {
		switch {
		case strings.HasPrefix(m[1], "TEX"):
		case strings.HasPrefix(m[1], "IN") && !strings.Contains(m[1], "OUT") && strings.Contains(src, "\n#define FETCH\n"):
		default:
			count++
		}
	}
	return count + len(declared(src, blockBuffer))
}

// input is a buffer that a kernel only reads, as a storage block.
var input = regexp.MustCompile(`^IN(I?[14])\(\w+, (\w+)\)`)

// Fetched is the text with those of these that take chooses read as buffer textures, for devices whose storage blocks
// are few or small.
func Fetched(src string, take func(name string) bool) string {
	for _, m := range declared(src, input) {
		if take(m[2]) {
			src = strings.Replace(src, m[0], "TEX"+m[1]+"("+m[2]+")", 1)
			src = strings.ReplaceAll(src, "LOAD"+m[1]+"("+m[2]+",", "FETCH"+m[1]+"("+m[2]+",")
		}
	}
	return src
}

// First takes the first count names that it is asked for.
func First(count int) func(name string) bool {
	return func(string) bool {
		count--
		return count >= 0
	}
}
