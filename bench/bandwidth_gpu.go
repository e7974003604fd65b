//go:build cgo

package bench

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
)

//go:embed copy.comp
var copySource string

// copyRepeats is how many copies are issued between two looks at the clock, so that what it costs to
// wait for the device does not count.
const copyRepeats = 16

// gpuCopy is what the device reads and writes while it copies a big buffer [bytes/s], by the command for
// it or by a kernel, whichever is faster.
func gpuCopy(c *opengl.Context, size int) (rate float64, by string, err error) {
	limits := c.Device().Limits
	size = int(min(int64(size), limits.SSBOBytes)) / 16 * 16
	err = c.Do(func() error {
		var b [2]uint32
		gl.GenBuffers(2, &b[0])
		defer gl.DeleteBuffers(2, &b[0])
		data := make([]float32, size/4)
		for i := range data {
			data[i] = float32(i)
		}
		for _, id := range b {
			gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, id)
			gl.BufferData(gl.SHADER_STORAGE_BUFFER, size, gl.Ptr(data), gl.DYNAMIC_COPY)
		}
		if err := opengl.Error(); err != nil {
			return fmt.Errorf("two buffers of %d MiB to measure the copy bandwidth: %w", size>>20, err)
		}
		gl.BindBuffer(gl.COPY_READ_BUFFER, b[0])
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, b[1])
		rate, by = gpuRate(size, func() {
			gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, size)
		}), "buffer copy"

		shader, err := opengl.Compile(copySource, []string{"copy.comp"})
		if err != nil {
			return err
		}
		program := gl.CreateProgram()
		defer gl.DeleteProgram(program)
		gl.AttachShader(program, shader)
		gl.DeleteShader(shader)
		gl.LinkProgram(program)
		gl.UseProgram(program)
		defer gl.UseProgram(0)
		for i, id := range b {
			gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), id)
			defer gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), 0)
		}
		const group = 256 // local_size_x of copy.comp
		const each = 4    // turns of its loop that go together
		groups := uint32(min((size/16/each+group-1)/group, limits.GroupCount[0]))
		if k := gpuRate(size, func() { gl.DispatchCompute(groups, 1, 1); gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT) }); k > rate {
			rate, by = k, "kernel"
		}
		return opengl.Error()
	})
	return rate, by, err
}

// gpuRate times a copy of size bytes.
func gpuRate(size int, once func()) float64 {
	once()
	gl.Finish()
	var best time.Duration
	for k := range copyPasses {
		t := time.Now()
		for range copyRepeats {
			once()
		}
		gl.Finish()
		if d := time.Since(t); k == 0 || d < best {
			best = d
		}
	}
	return 2 * float64(size) * copyRepeats / best.Seconds()
}
