// Package sysmem asks the system how much memory there is, and bounds by it the lists of pairs of cloth.
package sysmem

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// Free is how many bytes the system says that a program may still take: of the machine, and of the group of processes
// (a container, a batch job) that it belongs to. ok is false where the system does not say.
func Free() (free int64, ok bool) {
	free = field("/proc/meminfo", "MemAvailable:")
	for _, group := range [][3]string{
		{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"},
		{"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
			"/sys/fs/cgroup/memory/memory.stat"},
	} {
		limit, used := field(group[0], ""), field(group[1], "")
		if limit >= 0 && used >= 0 { // files that were read count as used, but give way
			left := limit - used + max(0, field(group[2], "inactive_file"))
			if free < 0 || left < free {
				free = max(0, left)
			}
		}
	}
	return free, free >= 0
}

// field is the number of bytes behind a name at the start of a line, -1 if there is none.
func field(file, name string) int64 {
	data, err := os.ReadFile(file)
	if err != nil {
		return -1
	}
	for line := range bytes.Lines(data) {
		if rest, ok := strings.CutPrefix(string(line), name); ok {
			number, unit, _ := strings.Cut(strings.TrimSpace(rest), " ")
			if n, err := strconv.ParseInt(number, 10, 64); err == nil {
				if unit == "kB" {
					n <<= 10
				}
				return n
			}
		}
	}
	return -1
}

// Fit reports whether so many of the free bytes can be taken and a tenth be left, for other programs and what estimates
// leave out.
func Fit(bytes float64, free int64) bool { return bytes <= 0.9*float64(free) }
