package shaders

import (
	"fmt"
	"regexp"
	"strconv"
)

var termLine = regexp.MustCompile(`(?m)^#define TERM_(\w+) (\d+)$`)

// Terms lists the physical terms that the kernels know, in the order of include/terms.glsl, with
// their bits.
func Terms() (names []string, bits map[string]int32, err error) {
	text, err := embedded.ReadFile("include/terms.glsl")
	if err != nil {
		return nil, nil, err
	}
	bits = map[string]int32{}
	for i, m := range termLine.FindAllStringSubmatch(string(text), -1) {
		bit, err := strconv.Atoi(m[2])
		if err != nil || bit != 1<<i {
			return nil, nil, fmt.Errorf("include/terms.glsl: TERM_%s is %s: expected %d", m[1], m[2], 1<<i)
		}
		names = append(names, m[1])
		bits[m[1]] = int32(bit)
	}
	if names == nil {
		return nil, nil, fmt.Errorf("include/terms.glsl: no terms")
	}
	return names, bits, nil
}
