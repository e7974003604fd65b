//go:build cgo

package bench

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu"
	"hysteron/gpu/opengl"
)

//go:embed copy.comp
var copySource string

// copyRepeats is the number of copies between two readings of the clock, so that the cost of waiting for the device is
// negligible.
const copyRepeats = 16

// copier copies one buffer of a device to another, by a kernel.
type copier struct {
	buffers [2]uint32
	program uint32
	groups  uint32
}

// newCopier returns a copier of size bytes. It is called on an OpenGL context.
func newCopier(limits opengl.Limits, size int) (k copier, err error) {
	gl.GenBuffers(2, &k.buffers[0])
	data := make([]float32, size/4)
	for i := range data {
		data[i] = float32(i)
	}
	for _, id := range k.buffers {
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, id)
		gl.BufferData(gl.SHADER_STORAGE_BUFFER, size, gl.Ptr(data), gl.DYNAMIC_COPY)
	}
	if err := opengl.Error(); err != nil {
		k.free()
		return k, fmt.Errorf("two buffers of %d MiB to copy: %w", size>>20, err)
	}
	shader, err := opengl.Compile(copySource, []string{"copy.comp"})
	if err != nil {
		k.free()
		return k, err
	}
	k.program = gl.CreateProgram()
	gl.AttachShader(k.program, shader)
	gl.DeleteShader(shader)
	gl.LinkProgram(k.program)
	gl.UseProgram(k.program)
	for i, id := range k.buffers {
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), id)
	}
	const group = 256 // local_size_x of copy.comp
	const each = 4    // elements per turn of its loop
	k.groups = uint32(min((size/16/each+group-1)/group, limits.GroupCount[0]))
	return k, nil
}

func (k *copier) copy() {
	gl.DispatchCompute(k.groups, 1, 1)
	gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT)
}

// awaken keeps the device busy with copies for a while. Idle hardware takes a second to reach the clock rates of a long
// simulation.
func (k *copier) awaken(d time.Duration) {
	for began := time.Now(); time.Since(began) < d; gl.Finish() {
		for range copyRepeats {
			k.copy()
		}
	}
}

func (k *copier) free() {
	if k.program != 0 {
		gl.UseProgram(0)
		gl.DeleteProgram(k.program)
		for i := range k.buffers {
			gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), 0)
		}
	}
	gl.DeleteBuffers(2, &k.buffers[0])
}

// wakeBytes is the size of the copies that keep a device busy.
const wakeBytes = 64 << 20

// wake keeps a hardware device busy for a while.
func wake(g *gpu.Sim, c *opengl.Context, d time.Duration) error {
	if c.Device().Software {
		return nil
	}
	return c.Do(func() error {
		defer g.Rebind()
		k, err := newCopier(c.Device().Limits, wakeBytes)
		if err != nil {
			return err
		}
		defer k.free()
		k.awaken(d)
		return opengl.Error()
	})
}

// gpuCopy returns the rate of reading and writing of the device in the copy of a large buffer [bytes/s], by the copy
// command or by a kernel, whichever is faster.
func gpuCopy(c *opengl.Context, size int, ended func() error) (rate float64, by string, err error) {
	limits := c.Device().Limits
	size = int(min(int64(size), limits.SSBOBytes)) / 16 * 16
	err = c.Do(func() error {
		k, err := newCopier(limits, size)
		if err != nil {
			return err
		}
		defer k.free()
		if !c.Device().Software {
			k.awaken(wakeFor)
		}
		rate, by = gpuRate(size, ended, k.copy), "kernel"
		gl.BindBuffer(gl.COPY_READ_BUFFER, k.buffers[0])
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, k.buffers[1])
		if r := gpuRate(size, ended, func() {
			gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, size)
		}); r > rate {
			rate, by = r, "buffer copy"
		}
		return opengl.Error()
	})
	return rate, by, err
}

// gpuRate returns the rate of a copy of size bytes [bytes/s].
func gpuRate(size int, ended func() error, once func()) float64 {
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
		if ended() != nil {
			break
		}
	}
	return 2 * float64(size) * copyRepeats / best.Seconds()
}
