package scenes

import "hysteron/sysmem"

// buildBytes is the approximate memory of building per vertex of cloth, including garbage: 5.0 kB (hysteron check of
// sheets with 46,748 and 185,894 vertices).
const buildBytes = 5 << 10

// FreeMemory returns the memory that a program may still allocate [bytes]: that of the machine, and that of its group
// of processes (a container, a batch job). ok is false if the system does not report it.
func FreeMemory() (free int64, ok bool) { return freeMemory() }

// FitsMemory reports whether bytes can be allocated so that a tenth of the free memory remains for other programs and
// for errors of the estimate. free is the free memory [bytes].
func FitsMemory(bytes float64) (fits bool, free int64) {
	free, ok := FreeMemory()
	return !ok || sysmem.Fit(bytes, free), free
}

// freeMemory is a variable, for tests.
var freeMemory = sysmem.Free
