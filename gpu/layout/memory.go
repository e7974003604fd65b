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

// TexelBytes are the texel formats of buffers, with their sizes in bytes.
var TexelBytes = map[uint32]int{gl.R32F: 4, gl.RG32F: 8, gl.RGBA32F: 16, gl.R32I: 4, gl.RGBA32I: 16}

// GuardByte fills the guard bands before and after the data of every buffer.
const GuardByte = 0xA5

// Buffer is device memory that kernels access as a storage buffer or a buffer texture.
type Buffer struct {
	Name        string     // as in the shaders
	Format      uint32     // of a texel
	ID, Texture uint32     // OpenGL names; Texture is 0 if the buffer is too large for one
	Fetched     bool       // kernels use its texture
	Bytes       int        // of the data
	Guard       int        // of each guard band
	Window      BlockRange // range bound as a storage buffer [bytes]
	Version     int        // incremented by every write

	// Parts read and written since barrier number epoch.
	epoch         int
	reads, writes BufferPart
}

// BufferPart is a set of parts of a buffer, one bit each.
type BufferPart uint32

// AllParts is the set of all parts.
const AllParts BufferPart = 1<<32 - 1

// Waits reports whether an access to parts of the buffer needs a barrier.
func (b *Buffer) Waits(epoch int, a shaders.Access, p BufferPart) bool {
	return b.epoch == epoch && (b.writes&p != 0 || a.Writes && b.reads&p != 0)
}

// Note records an access.
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

// Written reports whether kernels wrote to the buffer since the last barrier.
func (b *Buffer) Written(epoch int) bool { return b.epoch == epoch && b.writes != 0 }

// Kinds of binding.
const (
	AsBlock   = iota // storage buffer
	AsTexture        // buffer texture
	Bindings
)

// Bind binds only this buffer.
func (b *Buffer) Bind(as int, at uint32) {
	if as == AsBlock {
		gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, at, b.ID, b.Guard+b.Window.From, b.Window.To-b.Window.From)
		return
	}
	gl.ActiveTexture(gl.TEXTURE0 + at)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.Texture)
}

// Allocations allocates buffers, and checks limits and guard bands.
type Allocations struct {
	Limits opengl.Limits
	Total  int64 // bytes
	Whole  bool  // new buffers must fit a storage block: kernels are already adapted to the existing ones
	guard  int
	all    []*Buffer
}

// NewAllocations must be called inside Context.Do.
func NewAllocations(l opengl.Limits) *Allocations {
	return &Allocations{Limits: l, guard: max(256, opengl.Integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
		opengl.Integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT))}
}

// Alloc allocates a zeroed buffer of count texels, at least one.
func (m *Allocations) Alloc(name string, format uint32, count int) (*Buffer, error) {
	b := &Buffer{Name: name, Format: format}
	if err := m.store(b, count); err != nil {
		return nil, err
	}
	m.all = append(m.all, b)
	return b, nil
}

// Grow enlarges a buffer to count texels, or half as many more if that fits. It discards the data if it reallocates, in
// which case the caller must unbind. A large enough buffer is unchanged.
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
		return true, errors.Join(err, m.store(b, 1)) // kernels that do not access it still bind it
	}
	return true, nil
}

// Fits returns an error if a buffer of count texels exceeds the device's limits.
func (m *Allocations) Fits(b *Buffer, count int) error {
	bytes := int64(TexelBytes[b.Format]) * int64(count)
	if bytes > m.Limits.SSBOBytes && m.Whole {
		return fmt.Errorf("%w: %s needs a storage buffer of %d bytes, the most is %d", ErrTooLarge, b.Name, bytes,
			m.Limits.SSBOBytes)
	}
	return m.fetches(b, count)
}

// fetches returns an error if a buffer of count texels exceeds the limit of textures, for buffers that are fetched or
// larger than a storage block.
func (m *Allocations) fetches(b *Buffer, count int) error {
	if (b.Fetched || int64(TexelBytes[b.Format])*int64(count) > m.Limits.SSBOBytes) && count > m.Limits.TextureBufferSize {
		return fmt.Errorf("%w: %s needs a buffer texture of %d texels, the most is %d", ErrTooLarge, b.Name, count,
			m.Limits.TextureBufferSize)
	}
	return nil
}

// holds reports whether another bytes bytes fit the memory that the driver reports.
func (m *Allocations) holds(bytes int) bool {
	return m.Limits.MemoryBytes == 0 || m.Total+int64(bytes) <= m.Limits.MemoryBytes
}

// Fetched marks a buffer as fetched. The error is that of a buffer too large for a texture.
func (m *Allocations) Fetched(b *Buffer) error {
	b.Fetched = true
	return m.fetches(b, b.Bytes/TexelBytes[b.Format])
}

// store allocates the storage of a buffer.
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

// remove frees the storage of a buffer.
func (m *Allocations) remove(b *Buffer) {
	gl.DeleteBuffers(1, &b.ID)
	gl.DeleteTextures(1, &b.Texture)
	b.ID, b.Texture, b.Bytes = 0, 0, 0
}

// Free frees all buffers.
func (m *Allocations) Free() {
	for _, b := range m.all {
		m.remove(b)
	}
	m.all = nil
}

// Check checks the guard bands of all buffers. The error names the first buffer with a damaged band.
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

// WriteBuffer replaces the data from item first on.
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

// ReadBuffer fills data from the start of the buffer.
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
