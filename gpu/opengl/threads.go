//go:build cgo

package opengl

import (
	"os"
	"runtime"
)

// threadsVariable is the environment variable with llvmpipe's number of threads; 0: the caller's only. llvmpipe reads
// it once per process, when EGL initialises.
const threadsVariable = "LP_NUM_THREADS"

// fewProcessors is the largest number of processors at which llvmpipe runs without threads. Handing a dispatch to
// threads and waiting costs 20 to 170 µs (BenchmarkDispatch); a dispatch of the step takes some 130 µs at 10 000
// triangles, of which two threads save at most half.
const fewProcessors = 2

// computeAlone runs llvmpipe on the caller's thread if there are few processors, unless the user set the number of
// threads.
func computeAlone() {
	if _, chosen := os.LookupEnv(threadsVariable); !chosen && runtime.NumCPU() <= fewProcessors {
		os.Setenv(threadsVariable, "0")
	}
}
