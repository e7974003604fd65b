//go:build cgo

package opengl

import (
	"os"
	"runtime"
)

// threadsVariable says with how many threads llvmpipe computes beside the one that calls it; with 0 the
// caller's computes alone. llvmpipe reads it once per process, when EGL first initialises.
const threadsVariable = "LP_NUM_THREADS"

// fewProcessors is up to how many processors llvmpipe is to compute without threads of its own. To hand a dispatch to
// threads and to wait for them costs 20 to 170 µs (BenchmarkDispatch), while a dispatch of the step takes some
// 130 µs at 10 000 triangles, of which two threads save half at most.
const fewProcessors = 2

// computeAlone has llvmpipe compute on the caller's thread where processors are few; what the user chose
// stays.
func computeAlone() {
	if _, chosen := os.LookupEnv(threadsVariable); !chosen && runtime.NumCPU() <= fewProcessors {
		os.Setenv(threadsVariable, "0")
	}
}
