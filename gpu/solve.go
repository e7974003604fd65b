//go:build cgo

package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// cgFloor is the smallest relative tolerance that is asked of the conjugate gradients: float32
// residuals do not follow the true ones much further, and another Newton step with new forces does.
const cgFloor = 1e-3

// Iterations per batch. The device goes through a batch by itself; the host looks at the outcome of
// the batch before while the next one runs, so that at most one batch is in vain. On software devices
// nothing runs at the same time, and it looks at once.
const (
	batchHardware = 24
	batchSoftware = 8
)

// solve finds the Newton step by preconditioned conjugate gradients on the device, from zero or, if
// warm, from the search direction of the last solve, to the same residual.
func (s *Sim) solve(warm bool) {
	defer s.timer.stage(stageSolve)()
	tol := s.forcing.Tolerance(s.Settings.Tolerance, cgFloor)
	s.startSolve(warm)
	m, mul, upd := &s.multilevel, s.kernels["cg_multiply"], s.kernels["cg_update"]
	upd.set("tolerance", tol)
	upd.set("warm", btoi(warm))

	batch := batchHardware
	if s.ctx.Device().Software {
		batch = batchSoftware
	}
	pending := -1 // the ring's slot that holds the outcome of the batch before
	for it, turn := 0, 0; it < s.Settings.MaxCG; turn++ {
		for end := min(it+batch, s.Settings.MaxCG); it < end; it++ {
			s.indirect(mul, commandVertices, nil)
			upd.set("iteration", it)
			s.indirect(upd, commandVertices, nil)
			if m.on() {
				s.correct()
			}
		}
		gl.MemoryBarrier(barriers)
		slot := turn % len(s.ring)
		s.copyStatus(slot)
		if s.ctx.Device().Software {
			pending = slot
		}
		if pending >= 0 && s.awaitStatus(pending).Outcome != cgRunning {
			break
		}
		pending = slot
	}
	gl.MemoryBarrier(barriers)
}

// startSolve makes the preconditioner for the present matrix, and the first residual and search direction.
func (s *Sim) startSolve(warm bool) {
	m := &s.multilevel
	n := len(s.Model.X0)
	if warm { // A·direction
		gl.MemoryBarrier(barriers)
		copyBuffer(s.buffers["direction"], s.buffers["preconditioned"])
		s.stride("cg_multiply", n)
	} else {
		m.Next()
	}
	copyBuffer(s.buffers["commandStart"], s.buffers["command"])
	s.kernels["precondition"].set("warm", btoi(warm))
	s.stride("precondition", n)
	s.sum(0, s.parts(n), tallyNorm)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, s.buffers["command"].id)
	if m.on() {
		if !m.Keep && !warm {
			s.setupMultilevel()
		}
		s.correct()
	}
}

// copyStatus copies Status to a slot of the ring, behind everything that was issued.
func (s *Sim) copyStatus(slot int) {
	r := &s.ring[slot]
	gl.BindBuffer(gl.COPY_READ_BUFFER, s.buffers["status"].id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, r.buffer)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, s.buffers["status"].guard, 0, int(unsafe.Sizeof(status{})))
	if r.fence != 0 {
		gl.DeleteSync(r.fence)
	}
	r.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	gl.Flush()
}

// awaitStatus reads a slot of the ring once the device has filled it.
func (s *Sim) awaitStatus(slot int) status {
	const second = 1_000_000_000
	r := &s.ring[slot]
	for gl.ClientWaitSync(r.fence, gl.SYNC_FLUSH_COMMANDS_BIT, second) == gl.TIMEOUT_EXPIRED {
	}
	var st status
	gl.BindBuffer(gl.COPY_READ_BUFFER, r.buffer)
	gl.GetBufferSubData(gl.COPY_READ_BUFFER, 0, int(unsafe.Sizeof(st)), unsafe.Pointer(&st))
	return st
}
