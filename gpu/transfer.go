//go:build cgo

package gpu

import (
	"reflect"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
)

// content describes a buffer: its name and its initial data, a slice or zeros.
type content struct {
	name string
	data any
}

// zeros is initial data of count zero texels.
type zeros struct {
	format uint32
	count  int
}

func vectors(n int) zeros  { return zeros{gl.RGBA32F, n} }
func floats(n int) zeros   { return zeros{gl.R32F, n} }
func integers(n int) zeros { return zeros{gl.R32I, n} }
func quads(n int) zeros    { return zeros{gl.RGBA32I, n} }

// formats are the texel formats of slices, by element type.
var formats = map[reflect.Type]uint32{
	reflect.TypeFor[int32](): gl.R32I, reflect.TypeFor[float32](): gl.R32F, reflect.TypeFor[[4]int32](): gl.RGBA32I,
	reflect.TypeFor[[4]float32](): gl.RGBA32F,
}

// size returns the size of the buffer and, unless it is zeros, its data.
func (c content) size() (z zeros, data reflect.Value) {
	z, ok := c.data.(zeros)
	if !ok {
		data = reflect.ValueOf(c.data)
		z = zeros{formats[data.Type().Elem()], data.Len()}
	}
	return z, data
}

// create creates buffers of the simulation.
func (q *queue) create(list ...content) error { return q.createIn(q.buffers, list...) }

// createIn creates buffers of a component, which are passed with calls.
func (q *queue) createIn(own map[string]*buffer, list ...content) error {
	for _, c := range list {
		z, data := c.size()
		b, err := q.allocations.Alloc(c.name, z.format, z.count)
		if err != nil {
			return err
		}
		if own[c.name] = b; q.fetched[c.name] {
			if err := q.allocations.Fetched(b); err != nil {
				return err
			}
		}
		if data.IsValid() && z.count > 0 {
			layout.WriteBuffer(b, 0, unsafe.Slice((*byte)(data.UnsafePointer()), z.count*layout.TexelBytes[z.format]))
		}
	}
	return nil
}

// publish makes kernel writes to a buffer visible to copies and to the host.
func (q *queue) publish(b *buffer) {
	if b.Written(q.epoch) {
		q.barrier()
	}
}

// countCopy counts a transfer and its OpenGL calls.
func (q *queue) countCopy(calls int) {
	q.counts.Copies++
	q.counts.Calls += calls
}

// clearBytes clears count bytes from an offset on, at most to the end.
func (q *queue) clearBytes(b *buffer, from, count int) {
	q.publish(b)
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.ID)
	gl.ClearBufferSubData(gl.SHADER_STORAGE_BUFFER, gl.R32I, b.Guard+from, min(count, b.Bytes-from), gl.RED_INTEGER,
		gl.INT, nil)
	b.Version++
	q.countCopy(2)
}

// copyBuffer copies a buffer to another of the same size.
func (q *queue) copyBuffer(from, to *buffer) {
	q.publish(from)
	q.publish(to)
	gl.BindBuffer(gl.COPY_READ_BUFFER, from.ID)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, to.ID)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, from.Guard, to.Guard, from.Bytes)
	q.countCopy(3)
}

// write replaces the data from the start.
func write[T any](q *queue, b *buffer, data []T) { writeAt(q, b, 0, data) }

// writeAt replaces the data from item first on.
func writeAt[T any](q *queue, b *buffer, first int, data []T) {
	if len(data) == 0 {
		return
	}
	q.publish(b)
	layout.WriteBuffer(b, first, data)
	q.countCopy(2)
}

// read waits for the device and fills data from the start of the buffer.
func read[T any](q *queue, b *buffer, data []T) {
	q.enter(noStage)
	q.publish(b)
	layout.ReadBuffer(b, data)
	q.counts.Waits++
	q.counts.Calls += 2
}

// grow enlarges a buffer to count items, each in the buffer's texels, and discards bindings of moved buffers.
func (q *queue) grow(b *buffer, count int) error {
	grown, err := q.allocations.Grow(b, count)
	if grown {
		q.unbind()
	}
	return err
}

// readback is a staging buffer for reads. Drivers move buffers that the host reads to host memory, where device writes
// would be slow. It is mapped persistently if the driver supports it, so that the host waits only for the device.
type readback struct {
	id     uint32
	bytes  int
	mapped unsafe.Pointer // nil: not mapped
}

// newReadback creates a staging buffer of the given size.
func newReadback(bytes int) readback {
	r := readback{bytes: bytes}
	gl.GenBuffers(1, &r.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, r.id)
	if bytes == 0 || !opengl.HasExtension("GL_ARB_buffer_storage") {
		gl.BufferData(gl.COPY_WRITE_BUFFER, bytes, nil, gl.STREAM_READ)
		return r
	}
	const as = gl.MAP_READ_BIT | gl.MAP_PERSISTENT_BIT | gl.MAP_COHERENT_BIT
	gl.BufferStorage(gl.COPY_WRITE_BUFFER, bytes, nil, as|gl.CLIENT_STORAGE_BIT)
	r.mapped = gl.MapBufferRange(gl.COPY_WRITE_BUFFER, 0, bytes, as)
	return r
}

// get waits for issued commands and copies bytes from the start.
func (r *readback) get(to unsafe.Pointer, bytes int) {
	if r.mapped == nil {
		gl.GetBufferSubData(gl.COPY_WRITE_BUFFER, 0, bytes, to)
		return
	}
	const second = 1e9 // [ns]
	fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	for gl.ClientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, second) == gl.TIMEOUT_EXPIRED {
	}
	gl.DeleteSync(fence)
	copy(unsafe.Slice((*byte)(to), bytes), unsafe.Slice((*byte)(r.mapped), bytes))
}

// readBack waits for the device and reads a value from the start of a buffer.
func readBack[T any](q *queue, b *buffer, r *readback) (v T) {
	readParts(q, r, unsafe.Pointer(&v), bufferRange{b, r.bytes})
	return v
}

// bufferRange is the first bytes of a buffer.
type bufferRange struct {
	buffer *buffer
	bytes  int
}

// readParts waits for the device once and copies the parts to consecutive host memory.
func readParts(q *queue, r *readback, to unsafe.Pointer, parts ...bufferRange) {
	q.enter(noStage)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, r.id)
	at := 0
	for _, p := range parts {
		q.publish(p.buffer)
		gl.BindBuffer(gl.COPY_READ_BUFFER, p.buffer.ID)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, p.buffer.Guard, at, p.bytes)
		at += p.bytes
	}
	r.get(to, at)
	q.countCopy(1 + 2*len(parts))
	q.counts.Waits++
	q.counts.Calls++
	if r.mapped != nil {
		q.counts.Calls += 2 // a fence, created and deleted
	}
}

// readVectors is readParts into a staging buffer that grows as needed.
func readVectors(q *queue, r *readback, parts []bufferRange) [][4]float32 {
	bytes := 0
	for _, p := range parts {
		bytes += p.bytes
	}
	if r.bytes < bytes {
		r.free()
		*r = newReadback(bytes)
	}
	all := make([][4]float32, ceil(bytes, 16))
	readParts(q, r, unsafe.Pointer(&all[0]), parts...)
	return all
}

func (r *readback) free() { gl.DeleteBuffers(1, &r.id) }
