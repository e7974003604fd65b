package shaders

import (
	"regexp"
	"strings"
)

// Blocks returns the number of storage blocks that a kernel declares, includes expanded. A driver may use fewer.
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

// input matches the declaration of an input storage block.
var input = regexp.MustCompile(`^IN(I?[14])\(\w+, (\w+)\)`)

// Fetched changes the inputs for which take returns true to buffer textures, for devices with few or small storage
// blocks.
func Fetched(src string, take func(name string) bool) string {
	for _, m := range declared(src, input) {
		if take(m[2]) {
			src = strings.Replace(src, m[0], "TEX"+m[1]+"("+m[2]+")", 1)
			src = strings.ReplaceAll(src, "LOAD"+m[1]+"("+m[2]+",", "FETCH"+m[1]+"("+m[2]+",")
		}
	}
	return src
}

// First accepts the first count names.
func First(count int) func(name string) bool {
	return func(string) bool {
		count--
		return count >= 0
	}
}
