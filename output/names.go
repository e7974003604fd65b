package output

import (
	"strconv"
	"strings"
)

// Names returns a distinct file name without extension for each of names. Characters other than letters, digits, "-"
// and "_" become "_"; an empty name becomes empty; a name that is taken, also one of others, gets a number. Case is
// ignored, as some file systems do.
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
