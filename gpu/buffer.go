//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/gpu/parts"
	"hysteron/shaders"
)

// Texel formats of buffers and their sizes in bytes.
var texelBytes = map[uint32]int{gl.R32F: 4, gl.RG32F: 8, gl.RGBA32F: 16, gl.R32I: 4, gl.RGBA32I: 16}

// guardByte fills the bands before and after every buffer's data, so that writes beside it are found.
const guardByte = 0xA5

// buffer is device memory that kernels reach as a storage buffer or as a buffer texture.
type buffer struct {
	name    string      // as in the shaders
	format  uint32      // of a texel
	id, tex uint32      // 0: it is too large for a buffer texture
	texture bool        // kernels fetch from it
	bytes   int         // of the data
	guard   int         // of each band
	window  parts.Range // of the data that is bound as a storage buffer [bytes]

	// Parts that passes have read and written since the last barrier, if this was number epoch.
	epoch         int
	reads, writes part
	version       int // grows whenever something is written
}

// waits tells whether an access to parts of the buffer has to wait for those since the last barrier.
func (b *buffer) waits(epoch int, a shaders.Access, p part) bool {
	return b.epoch == epoch && (b.writes&p != 0 || a.Writes && b.reads&p != 0)
}

// note remembers an access.
func (b *buffer) note(epoch int, a shaders.Access, p part) {
	if b.epoch != epoch {
		b.epoch, b.reads, b.writes = epoch, 0, 0
	}
	if a.Reads {
		b.reads |= p
	}
	if a.Writes {
		b.writes |= p
		b.version++
	}
}

// What a buffer is bound as.
const (
	asBlock   = iota // storage buffer
	asTexture        // buffer texture
	bindings_
)

// bind binds the buffer by itself, see queue.bind.
func (b *buffer) bind(as int, at uint32) {
	if as == asBlock {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, at, b.id, b.guard+b.window.From, b.window.To-b.window.From)
		return
	}
	gl.ActiveTexture(gl.TEXTURE0 + at)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.tex)
}

// memory counts and checks what is allocated.
type memory struct {
	limits opengl.Limits
	guard  int
	total  int64
	whole  bool // what is made now has to fit in a storage block: kernels have been adapted to what was made before
	all    []*buffer
}

func newMemory(l opengl.Limits) *memory {
	return &memory{limits: l, guard: max(256, opengl.Integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), opengl.Integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT))}
}

// alloc makes a buffer of count texels, zeroed; at least one, since a buffer cannot be empty.
func (m *memory) alloc(name string, format uint32, count int) (*buffer, error) {
	b := &buffer{name: name, format: format}
	m.all = append(m.all, b)
	if err := m.store(b, count); err != nil {
		return nil, err
	}
	return b, nil
}

// grow gives a buffer room for count texels, and half as many again where that fits; its data is lost.
// Callers unbind afterwards. A buffer that is large enough stays as it is.
func (m *memory) grow(b *buffer, count int) (grown bool, err error) {
	size := texelBytes[b.format]
	if count*size <= b.bytes {
		return false, nil
	}
	if err := m.fits(b, count); err != nil {
		return false, err
	}
	if count = min(count+count/2, int(m.limits.SSBOBytes)/size); b.texture {
		count = min(count, m.limits.TextureBufferSize)
	}
	m.total -= int64(b.bytes + 2*b.guard)
	m.remove(b)
	if err := m.store(b, count); err != nil {
		return true, errors.Join(err, m.store(b, 1)) // kernels that do not look at it bind it still
	}
	return true, nil
}

// fits checks that a buffer of count texels is within the device's limits.
func (m *memory) fits(b *buffer, count int) error {
	bytes := int64(texelBytes[b.format]) * int64(count)
	if bytes > m.limits.SSBOBytes && m.whole {
		return fmt.Errorf("%w: %s needs a storage buffer of %d bytes, the most is %d", ErrTooLarge, b.name, bytes, m.limits.SSBOBytes)
	}
	return m.fetches(b, count)
}

// fetches is the same of a buffer that kernels fetch from, because they do or because it is larger than a storage block.
func (m *memory) fetches(b *buffer, count int) error {
	if (b.texture || int64(texelBytes[b.format])*int64(count) > m.limits.SSBOBytes) && count > m.limits.TextureBufferSize {
		return fmt.Errorf("%w: %s needs a buffer texture of %d texels, the most is %d", ErrTooLarge, b.name, count, m.limits.TextureBufferSize)
	}
	return nil
}

// fetched notes that kernels fetch from a buffer, which has to fit for that.
func (m *memory) fetched(b *buffer) error {
	b.texture = true
	return m.fetches(b, b.bytes/texelBytes[b.format])
}

// store gives a buffer its storage.
func (m *memory) store(b *buffer, count int) error {
	size, ok := texelBytes[b.format]
	if !ok {
		panic(fmt.Sprintf("gpu: buffer %s: unknown format 0x%x", b.name, b.format))
	}
	count = max(count, 1)
	if err := m.fits(b, count); err != nil {
		return err
	}
	b.bytes, b.guard, b.window = size*count, m.guard, parts.Range{To: size * count}
	whole := b.bytes + 2*b.guard
	failed := func(err error) error {
		err = fmt.Errorf("allocating %s, %d MiB after %d MiB: %w", b.name, b.bytes>>20, m.total>>20, err)
		m.remove(b)
		return err
	}
	gl.GenBuffers(1, &b.id)
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
	gl.BufferData(gl.SHADER_STORAGE_BUFFER, whole, nil, gl.DYNAMIC_COPY)
	if err := opengl.Error(); err != nil {
		return failed(err)
	}
	guard := [1]byte{guardByte}
	gl.ClearBufferData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, nil)
	for _, at := range []int{0, b.guard + b.bytes} {
		gl.ClearBufferSubData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, at, b.guard, gl.RED_INTEGER, gl.UNSIGNED_BYTE, unsafe.Pointer(&guard[0]))
	}
	if count <= m.limits.TextureBufferSize {
		gl.GenTextures(1, &b.tex)
		gl.BindTexture(gl.TEXTURE_BUFFER, b.tex)
		gl.TexBufferRange(gl.TEXTURE_BUFFER, b.format, b.id, b.guard, b.bytes)
	}
	if err := opengl.Error(); err != nil {
		return failed(err)
	}
	m.total += int64(whole)
	return nil
}

// remove deletes a buffer's storage.
func (m *memory) remove(b *buffer) {
	gl.DeleteBuffers(1, &b.id)
	gl.DeleteTextures(1, &b.tex)
	b.id, b.tex, b.bytes = 0, 0, 0
}

// free deletes all buffers.
func (m *memory) free() {
	for _, b := range m.all {
		m.remove(b)
	}
	m.all = nil
}

// check reads the bands of all buffers and names the first that something was written to.
func (m *memory) check() error {
	band := make([]byte, m.guard)
	for _, b := range m.all {
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
		for _, at := range []int{0, b.guard + b.bytes} {
			gl.GetBufferSubData(gl.SHADER_STORAGE_BUFFER, at, b.guard, unsafe.Pointer(&band[0]))
			for i, v := range band {
				if v != guardByte {
					return fmt.Errorf("buffer %s of %d bytes: byte %d was overwritten", b.name, b.bytes, at-b.guard+i)
				}
			}
		}
	}
	return nil
}

// put replaces the data from item first on.
func put[T any](b *buffer, first int, data []T) {
	if len(data) == 0 {
		return
	}
	size := int(unsafe.Sizeof(data[0]))
	if n := (first + len(data)) * size; n > b.bytes {
		panic(fmt.Sprintf("gpu: %d bytes into buffer %s of %d", n, b.name, b.bytes))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
	gl.BufferSubData(gl.SHADER_STORAGE_BUFFER, b.guard+first*size, len(data)*size, unsafe.Pointer(&data[0]))
	b.version++
}

// get fills data from the start of the buffer.
func get[T any](b *buffer, data []T) {
	if len(data) == 0 {
		return
	}
	n := len(data) * int(unsafe.Sizeof(data[0]))
	if n > b.bytes {
		panic(fmt.Sprintf("gpu: %d bytes from buffer %s of %d", n, b.name, b.bytes))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
	gl.GetBufferSubData(gl.SHADER_STORAGE_BUFFER, b.guard, n, unsafe.Pointer(&data[0]))
}
