package linalg

import (
	"runtime"
	"syscall"
)

// lower is by how much threads in the background are nicer than others: these get three quarters of a core that both
// want.
const lower = 5

// Background has the calling goroutine give way to the rest of the program and to other programs, until it ends: its
// thread gets the less of a core that others want too. Where that is refused all stays as it is.
func Background() {
	runtime.LockOSThread() // it is never unlocked, so that the thread ends with the goroutine
	nice, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err == nil {
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, 20-nice+lower) // the system call tells 20 − nice
	}
}
