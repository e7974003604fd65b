//go:build cgo

package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Texel formats of buffers and their sizes in bytes.
var texelBytes = map[uint32]int{gl.R32F: 4, gl.RGBA32F: 16, gl.R32I: 4, gl.RGBA32I: 16}

// guardByte fills the bands before and after every buffer's data; see (*Sim).CheckGuards.
const guardByte = 0xA5

// buffer is device memory that kernels reach as a storage buffer or as a buffer texture.
type buffer struct {
	name    string // as in the shaders
	id, tex uint32
	bytes   int // of the data
	guard   int // of each band
}

// memory counts and checks what is allocated.
type memory struct {
	limits Limits
	guard  int
	total  int64
	all    []*buffer
}

func newMemory(l Limits) *memory {
	return &memory{limits: l, guard: max(256, integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT))}
}

// alloc makes a buffer of count texels, zeroed; at least one, since a buffer cannot be empty.
func (m *memory) alloc(name string, format uint32, count int) (*buffer, error) {
	size, ok := texelBytes[format]
	if !ok {
		panic(fmt.Sprintf("gpu: buffer %s: unknown format 0x%x", name, format))
	}
	count = max(count, 1)
	b := &buffer{name: name, bytes: size * count, guard: m.guard}
	if int64(b.bytes) > m.limits.SSBOBytes {
		return nil, fmt.Errorf("%w: %s needs a storage buffer of %d bytes, the most is %d", ErrTooLarge, name, b.bytes, m.limits.SSBOBytes)
	}
	if count > m.limits.TextureBufferSize {
		return nil, fmt.Errorf("%w: %s needs a buffer texture of %d texels, the most is %d", ErrTooLarge, name, count, m.limits.TextureBufferSize)
	}
	whole := b.bytes + 2*b.guard
	failed := func(err error) error {
		return fmt.Errorf("allocating %s, %d MiB after %d MiB: %w", name, b.bytes>>20, m.total>>20, err)
	}
	gl.GenBuffers(1, &b.id)
	m.all = append(m.all, b)
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
	gl.BufferData(gl.SHADER_STORAGE_BUFFER, whole, nil, gl.DYNAMIC_COPY)
	if err := Error(); err != nil {
		return nil, failed(err)
	}
	guard := [1]byte{guardByte}
	gl.ClearBufferData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, nil)
	for _, at := range []int{0, b.guard + b.bytes} {
		gl.ClearBufferSubData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, at, b.guard, gl.RED_INTEGER, gl.UNSIGNED_BYTE, unsafe.Pointer(&guard[0]))
	}
	gl.GenTextures(1, &b.tex)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.tex)
	gl.TexBufferRange(gl.TEXTURE_BUFFER, format, b.id, b.guard, b.bytes)
	if err := Error(); err != nil {
		return nil, failed(err)
	}
	m.total += int64(whole)
	return b, nil
}

// free deletes all buffers.
func (m *memory) free() {
	for _, b := range m.all {
		gl.DeleteBuffers(1, &b.id)
		gl.DeleteTextures(1, &b.tex)
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

// write replaces the data from the start.
func write[T any](b *buffer, data []T) {
	if len(data) == 0 {
		return
	}
	n := len(data) * int(unsafe.Sizeof(data[0]))
	if n > b.bytes {
		panic(fmt.Sprintf("gpu: %d bytes into buffer %s of %d", n, b.name, b.bytes))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.id)
	gl.BufferSubData(gl.SHADER_STORAGE_BUFFER, b.guard, n, unsafe.Pointer(&data[0]))
}

// read fills data from the start of the buffer.
func read[T any](b *buffer, data []T) {
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
