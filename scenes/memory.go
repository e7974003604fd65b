package scenes

import "hysteron/sysmem"

// buildBytes is about what building takes per vertex of cloth, garbage included: 5.0 kB (hysteron check of sheets
// with 46,748 and 185,894 vertices).
const buildBytes = 5 << 10

// FreeMemory is how many bytes the system says that a program may still take: of the machine, and of the group
// of processes (a container, a batch job) that it belongs to. ok is false where the system does not say.
func FreeMemory() (free int64, ok bool) { return freeMemory() }

// FitsMemory reports whether so many bytes can be taken and a tenth of what is free be left, for other programs and
// what estimates leave out; free is what there is.
func FitsMemory(bytes float64) (fits bool, free int64) {
	free, ok := FreeMemory()
	return !ok || sysmem.Fit(bytes, free), free
}

// freeMemory is a variable for tests.
var freeMemory = sysmem.Free
