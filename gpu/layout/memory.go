//go:build cgo

package layout

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"

	"hysteron/shaders"
)

// TexelBytes are texel formats of buffers and their sizes in bytes.
var TexelBytes = map[uint32]int{gl.R32F: 4, gl.RG32F: 8, gl.RGBA32F: 16, gl.R32I: 4, gl.RGBA32I: 16}

// GuardByte fills the bands before and after every buffer's data, so that writes beside it are found.
const GuardByte = 0xA5

// Buffer is device memory that kernels reach as a storage buffer or as a buffer texture.
type Buffer struct {
	Name        string     // as in the shaders
	Format      uint32     // of a texel
	ID, Texture uint32     // of OpenGL; no texture: it is too large for one
	Fetched     bool       // kernels fetch from it
	Bytes       int        // of the data
	Guard       int        // of each band
	Window      BlockRange // of the data that is bound as a storage buffer [bytes]
	Version     int        // grows whenever something is written

	// Parts that passes have read and written since the last barrier, if this was number epoch.
	epoch         int
	reads, writes BufferPart
}

// Part is a set of parts of a buffer that kernels reach by themselves, by bits.
type BufferPart uint32

// All are all parts.
const AllParts BufferPart = 1<<32 - 1

// Waits reports whether an access to parts of the buffer has to wait for those since the last barrier.
func (b *Buffer) Waits(epoch int, a shaders.Access, p BufferPart) bool {
	return b.epoch == epoch && (b.writes&p != 0 || a.Writes && b.reads&p != 0)
}

// Note remembers an access.
func (b *Buffer) Note(epoch int, a shaders.Access, p BufferPart) {
	if b.epoch != epoch {
		b.epoch, b.reads, b.writes = epoch, 0, 0
	}
	if a.Reads {
		b.reads |= p
	}
	if a.Writes {
		b.writes |= p
		b.Version++
	}
}

// Written reports whether passes have written to it since the last barrier.
func (b *Buffer) Written(epoch int) bool { return b.epoch == epoch && b.writes != 0 }

// What a buffer is bound as.
const (
	AsBlock   = iota // storage buffer
	AsTexture        // buffer texture
	Bindings
)

// Bind binds the buffer by itself.
func (b *Buffer) Bind(as int, at uint32) {
	if as == AsBlock {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, at, b.ID, b.Guard+b.Window.From, b.Window.To-b.Window.From)
		return
	}
	gl.ActiveTexture(gl.TEXTURE0 + at)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.Texture)
}

// Allocations counts and checks what is allocated.
type Allocations struct {
	Limits opengl.Limits
	Total  int64 // bytes
	Whole  bool  // what is made now has to fit in a storage block: kernels have been adapted to what was made before
	guard  int
	all    []*Buffer
}

// New is to be called on a context.
func NewAllocations(l opengl.Limits) *Allocations {
	return &Allocations{Limits: l, guard: max(256, opengl.Integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
		opengl.Integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT))}
}

// Alloc makes a buffer of count texels, zeroed; at least one, since a buffer cannot be empty.
func (m *Allocations) Alloc(name string, format uint32, count int) (*Buffer, error) {
	b := &Buffer{Name: name, Format: format}
	if err := m.store(b, count); err != nil {
		return nil, err
	}
	m.all = append(m.all, b)
	return b, nil
}

// Grow gives a buffer room for count texels, and half as many again where that fits; its data is lost.
// Callers unbind afterwards. A buffer that is large enough stays as it is.
func (m *Allocations) Grow(b *Buffer, count int) (grown bool, err error) {
	size := TexelBytes[b.Format]
	if count*size <= b.Bytes {
		return false, nil
	}
	if err := m.Fits(b, count); err != nil {
		return false, err
	}
	least := count
	if count = min(count+count/2, int(m.Limits.SSBOBytes)/size); b.Fetched {
		count = min(count, m.Limits.TextureBufferSize)
	}
	m.Total -= int64(b.Bytes + 2*b.Guard)
	m.remove(b)
	if !m.holds(size*count + 2*m.guard) {
		count = least
	}
	if err := m.store(b, count); err != nil {
		return true, errors.Join(err, m.store(b, 1)) // kernels that do not look at it bind it still
	}
	return true, nil
}

// Fits checks that a buffer of count texels is within the device's limits.
func (m *Allocations) Fits(b *Buffer, count int) error {
	bytes := int64(TexelBytes[b.Format]) * int64(count)
	if bytes > m.Limits.SSBOBytes && m.Whole {
		return fmt.Errorf("%w: %s needs a storage buffer of %d bytes, the most is %d", ErrTooLarge, b.Name, bytes,
			m.Limits.SSBOBytes)
	}
	return m.fetches(b, count)
}

// fetches is the same of a buffer that kernels fetch from, because they do or because it is larger than a storage
// block.
func (m *Allocations) fetches(b *Buffer, count int) error {
	if (b.Fetched || int64(TexelBytes[b.Format])*int64(count) > m.Limits.SSBOBytes) && count > m.Limits.TextureBufferSize {
		return fmt.Errorf("%w: %s needs a buffer texture of %d texels, the most is %d", ErrTooLarge, b.Name, count,
			m.Limits.TextureBufferSize)
	}
	return nil
}

// holds reports whether so many bytes more are no more than the device says that it has.
func (m *Allocations) holds(bytes int) bool {
	return m.Limits.MemoryBytes == 0 || m.Total+int64(bytes) <= m.Limits.MemoryBytes
}

// Fetched notes that kernels fetch from a buffer, which has to fit for that.
func (m *Allocations) Fetched(b *Buffer) error {
	b.Fetched = true
	return m.fetches(b, b.Bytes/TexelBytes[b.Format])
}

// store gives a buffer its storage.
func (m *Allocations) store(b *Buffer, count int) error {
	size, ok := TexelBytes[b.Format]
	if !ok {
		panic(fmt.Sprintf("gpu: buffer %s: unknown format 0x%x", b.Name, b.Format))
	}
	count = max(count, 1)
	if err := m.Fits(b, count); err != nil {
		return err
	}
	b.Bytes, b.Guard, b.Window = size*count, m.guard, BlockRange{To: size * count}
	whole := b.Bytes + 2*b.Guard
	failed := func(err error) error {
		err = fmt.Errorf("allocating %s, %d MiB after %d MiB: %w", b.Name, b.Bytes>>20, m.Total>>20, err)
		m.remove(b)
		return err
	}
	if !m.holds(whole) {
		return failed(fmt.Errorf("%w: it has %d MiB", opengl.ErrOutOfMemory, m.Limits.MemoryBytes>>20))
	}
	gl.GenBuffers(1, &b.ID)
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.ID)
	gl.BufferData(gl.SHADER_STORAGE_BUFFER, whole, nil, gl.DYNAMIC_COPY)
	if err := opengl.Error(); err != nil {
		return failed(err)
	}
	guard := [1]byte{GuardByte}
	gl.ClearBufferData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, nil)
	for _, at := range []int{0, b.Guard + b.Bytes} {
		gl.ClearBufferSubData(gl.SHADER_STORAGE_BUFFER, gl.R8UI, at, b.Guard, gl.RED_INTEGER, gl.UNSIGNED_BYTE,
			unsafe.Pointer(&guard[0]))
	}
	if count <= m.Limits.TextureBufferSize {
		gl.GenTextures(1, &b.Texture)
		gl.BindTexture(gl.TEXTURE_BUFFER, b.Texture)
		gl.TexBufferRange(gl.TEXTURE_BUFFER, b.Format, b.ID, b.Guard, b.Bytes)
	}
	if err := opengl.Error(); err != nil {
		return failed(err)
	}
	m.Total += int64(whole)
	return nil
}

// remove deletes a buffer's storage.
func (m *Allocations) remove(b *Buffer) {
	gl.DeleteBuffers(1, &b.ID)
	gl.DeleteTextures(1, &b.Texture)
	b.ID, b.Texture, b.Bytes = 0, 0, 0
}

// Free deletes all buffers.
func (m *Allocations) Free() {
	for _, b := range m.all {
		m.remove(b)
	}
	m.all = nil
}

// Check reads the bands of all buffers and names the first that something was written to.
func (m *Allocations) Check() error {
	band := make([]byte, m.guard)
	for _, b := range m.all {
		gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.ID)
		for _, at := range []int{0, b.Guard + b.Bytes} {
			gl.GetBufferSubData(gl.SHADER_STORAGE_BUFFER, at, b.Guard, unsafe.Pointer(&band[0]))
			for i, v := range band {
				if v != GuardByte {
					return fmt.Errorf("buffer %s of %d bytes: byte %d was overwritten", b.Name, b.Bytes, at-b.Guard+i)
				}
			}
		}
	}
	return nil
}

// Put replaces the data from item first on.
func WriteBuffer[T any](b *Buffer, first int, data []T) {
	if len(data) == 0 {
		return
	}
	size := int(unsafe.Sizeof(data[0]))
	if n := (first + len(data)) * size; n > b.Bytes {
		panic(fmt.Sprintf("gpu: %d bytes into buffer %s of %d", n, b.Name, b.Bytes))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.ID)
	gl.BufferSubData(gl.SHADER_STORAGE_BUFFER, b.Guard+first*size, len(data)*size, unsafe.Pointer(&data[0]))
	b.Version++
}

// Get fills data from the start of the buffer.
func ReadBuffer[T any](b *Buffer, data []T) {
	if len(data) == 0 {
		return
	}
	n := len(data) * int(unsafe.Sizeof(data[0]))
	if n > b.Bytes {
		panic(fmt.Sprintf("gpu: %d bytes from buffer %s of %d", n, b.Name, b.Bytes))
	}
	gl.BindBuffer(gl.SHADER_STORAGE_BUFFER, b.ID)
	gl.GetBufferSubData(gl.SHADER_STORAGE_BUFFER, b.Guard, n, unsafe.Pointer(&data[0]))
}
