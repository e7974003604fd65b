package linalg

import (
	"runtime"
	"syscall"
)

// lower is the increase in nice value of background threads. At 5, a normal thread gets three quarters of a contested
// core.
const lower = 5

// Background lowers the scheduling priority of the calling goroutine's thread until the goroutine ends. It has no
// effect where the system refuses.
func Background() {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	nice, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err == nil {
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, 20-nice+lower) // the raw system call returns 20 − nice
	}
}
