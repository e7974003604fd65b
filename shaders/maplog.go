package shaders

import (
	"regexp"
	"strconv"
	"strings"
)

// Positions at the start of driver messages: Mesa "2:17(5): error: …", NVIDIA "2(17) : error C0000: …", AMD and Intel
// on Windows "ERROR: 2:17: …".
var places = []*regexp.Regexp{
	regexp.MustCompile(`^(\d+):(\d+)\(\d+\):`),
	regexp.MustCompile(`^(\d+)\((\d+)\) ?:`),
	regexp.MustCompile(`^(?:ERROR|WARNING): (\d+):(\d+):`),
}

// MapLog rewrites a driver's compile log so that each message starts with file:line instead of the source string's
// number. files is the result of Source. Lines in other forms are unchanged.
func MapLog(files []string, log string) string {
	lines := strings.Split(strings.TrimRight(log, "\x00\n\r \t"), "\n")
	for i, l := range lines {
		for _, re := range places {
			m := re.FindStringSubmatchIndex(l)
			if m == nil {
				continue
			}
			id, err := strconv.Atoi(l[m[2]:m[3]])
			if err != nil || id >= len(files) {
				continue
			}
			lines[i] = files[id] + ":" + l[m[4]:m[5]] + ":" + l[m[1]:]
			break
		}
	}
	return strings.Join(lines, "\n")
}
