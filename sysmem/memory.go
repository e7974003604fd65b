// Package sysmem reads the free memory of the system, and bounds the lists of contact pairs by it.
package sysmem

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// Free returns the memory available to this process [bytes]: the smaller value of the machine and of the control group
// (container, batch job). ok is false on systems that do not report it.
func Free() (free int64, ok bool) {
	free = field("/proc/meminfo", "MemAvailable:")
	for _, group := range [][3]string{
		{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"},
		{"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
			"/sys/fs/cgroup/memory/memory.stat"},
	} {
		limit, used := field(group[0], ""), field(group[1], "")
		if limit >= 0 && used >= 0 { // cached files count as used, but the kernel frees them on demand
			left := limit - used + max(0, field(group[2], "inactive_file"))
			if free < 0 || left < free {
				free = max(0, left)
			}
		}
	}
	return free, free >= 0
}

// field returns the number after a name at the start of a line [bytes], or -1.
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

// Fit reports whether an allocation leaves a tenth of the free memory, for other programs and errors of estimates.
func Fit(bytes float64, free int64) bool { return bytes <= 0.9*float64(free) }
