package output

import (
	"strconv"
	"strings"
)

// Names gives each of some things a file name without extension: its name, with everything but letters,
// digits, "-" and "_" replaced, empty where it has none, and a number where that is taken, by one of others too.
func Names(names []string, empty string, others []string) (safe []string) {
	taken := map[string]bool{}
	for _, n := range others {
		taken[strings.ToLower(n)] = true
	}
	for _, name := range names {
		name = strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_' || r > 127 {
				return r
			}
			return '_'
		}, name)
		if name == "" {
			name = empty
		}
		for base, k := name, 2; taken[strings.ToLower(name)]; k++ {
			name = base + "-" + strconv.Itoa(k)
		}
		taken[strings.ToLower(name)] = true
		safe = append(safe, name)
	}
	return safe
}
