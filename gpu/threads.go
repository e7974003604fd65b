//go:build cgo

package gpu

import (
	"os"
	"runtime"
)

// threadsVariable says with how many threads llvmpipe computes beside the one that calls it; with 0 the
// caller's computes alone. llvmpipe reads it once per process, when EGL first initialises.
const threadsVariable = "LP_NUM_THREADS"

// fewProcessors is up to how many processors llvmpipe is to compute without threads of its own. A dispatch
// of the step takes some 0.1 ms of a processor at 10 000 triangles. To hand it to threads and to wait for them costs
// 10 µs of processors that are awake and up to 0.4 ms where they have to be woken, and two threads save
// half of the 0.1 ms at most; without them a dispatch costs 1 µs.
const fewProcessors = 2

// computeAlone has llvmpipe compute on the caller's thread where processors are few; what the user chose
// stays.
func computeAlone() {
	if _, chosen := os.LookupEnv(threadsVariable); !chosen && runtime.NumCPU() <= fewProcessors {
		os.Setenv(threadsVariable, "0")
	}
}
