//go:build cgo

package view

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/render"
	"hysteron/sim"
)

// positionBuffers keeps the positions of the last two pictures on the device that simulates and draws, so that they are
// never copied to the host.
type positionBuffers struct {
	ctx     *opengl.Context
	buffers [2]uint32
	floats  [2]int
	last    int
}

// store copies the present positions.
func (s *positionBuffers) store(e *sim.Engine) (*render.PositionBuffer, error) {
	from := e.PositionBuffer()
	if from == nil || from.Buffer == 0 {
		return nil, nil
	}
	to := &render.PositionBuffer{Stride: from.Stride, Count: from.Count}
	err := s.ctx.Do(func() error {
		if s.buffers[0] == 0 {
			gl.GenBuffers(2, &s.buffers[0])
		}
		s.last = 1 - s.last
		to.Buffer = s.buffers[s.last]
		n := from.Stride * from.Count
		gl.MemoryBarrier(gl.BUFFER_UPDATE_BARRIER_BIT) // a kernel wrote them
		gl.BindBuffer(gl.COPY_READ_BUFFER, from.Buffer)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, to.Buffer)
		if s.floats[s.last] != n {
			gl.BufferData(gl.COPY_WRITE_BUFFER, 4*n, nil, gl.DYNAMIC_COPY)
			s.floats[s.last] = n
		}
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 4*from.Offset, 0, 4*n)
		return opengl.Error()
	})
	return to, err
}

// free must be called on the thread of the context.
func (s *positionBuffers) free() { gl.DeleteBuffers(2, &s.buffers[0]) }
