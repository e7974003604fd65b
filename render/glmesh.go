//go:build cgo

package render

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r2"
)

// bufferTexture is a buffer that shaders read with texelFetch.
type bufferTexture struct{ buffer, texture, format uint32 }

func newBufferTexture(format uint32) bufferTexture {
	b := bufferTexture{format: format}
	gl.GenBuffers(1, &b.buffer)
	gl.GenTextures(1, &b.texture)
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, b.buffer)
	return b
}

// upload replaces the contents; a nil slice keeps one element, since a buffer cannot be empty.
func upload[T any](b bufferTexture, data []T) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	if len(data) == 0 {
		gl.BufferData(gl.TEXTURE_BUFFER, 16, nil, gl.DYNAMIC_DRAW)
		return
	}
	gl.BufferData(gl.TEXTURE_BUFFER, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(&data[0]), gl.DYNAMIC_DRAW)
}

func (b bufferTexture) delete() {
	gl.DeleteBuffers(1, &b.buffer)
	gl.DeleteTextures(1, &b.texture)
}

// glMesh is a mesh on the device. It stays from frame to frame, and what does not change is not sent
// again: triangles and texture coordinates are compared with a copy.
type glMesh struct {
	own                           bufferTexture // positions given by the host
	normals, corners, uvs         bufferTexture
	scalars, fanStart, fan, seams bufferTexture
	positions                     uint32 // texture over the positions in use
	foreign                       uint32 // texture over a buffer of someone else
	offset, stride, count         int
	triangles                     int
	hasUV                         bool
	scalarKind                    int
	tri                           [][3]int32
	uv                            [][3]r2.Vec
}

func newGLMesh() *glMesh {
	g := &glMesh{
		own:      newBufferTexture(gl.R32F),
		normals:  newBufferTexture(gl.RGBA32F),
		corners:  newBufferTexture(gl.R32I),
		uvs:      newBufferTexture(gl.RG32F),
		scalars:  newBufferTexture(gl.R32F),
		fanStart: newBufferTexture(gl.R32I),
		fan:      newBufferTexture(gl.R32I),
		seams:    newBufferTexture(gl.R32I),
	}
	gl.GenTextures(1, &g.foreign)
	return g
}

func (g *glMesh) delete() {
	for _, b := range []bufferTexture{g.own, g.normals, g.corners, g.uvs, g.scalars, g.fanStart, g.fan, g.seams} {
		b.delete()
	}
	gl.DeleteTextures(1, &g.foreign)
}

// set takes over a mesh that has been checked. maxTexels is the device's texture buffer size.
func (g *glMesh) set(m *Mesh, maxTexels int) error {
	n := m.vertices()
	need := max(3*n, 3*len(m.Tri))
	if p := m.Positions; p != nil {
		need = max(3*len(m.Tri), p.Offset+p.Stride*n)
	}
	if need > maxTexels {
		return fmt.Errorf("render: mesh %q needs %d texels, this device's buffer textures end at %d", m.Name, need, maxTexels)
	}
	if p := m.Positions; p != nil {
		gl.BindTexture(gl.TEXTURE_BUFFER, g.foreign)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.R32F, p.Buffer)
		g.positions, g.offset, g.stride = g.foreign, p.Offset, p.Stride
	} else {
		x := make([]float32, 0, 3*n)
		for _, v := range m.X {
			x = append(x, float32(v.X), float32(v.Y), float32(v.Z))
		}
		upload(g.own, x)
		g.positions, g.offset, g.stride = g.own.texture, 0, 3
	}
	newTri := n != g.count || !slices.Equal(m.Tri, g.tri)
	if newTri {
		g.tri = slices.Clone(m.Tri)
		start, fan := fans(m.Tri, n)
		upload(g.corners, m.Tri)
		upload(g.fanStart, start)
		upload(g.fan, fan)
		gl.BindBuffer(gl.TEXTURE_BUFFER, g.normals.buffer)
		gl.BufferData(gl.TEXTURE_BUFFER, 16*max(n, 1), nil, gl.DYNAMIC_DRAW)
	}
	g.count, g.triangles = n, len(m.Tri)
	g.hasUV = m.UV != nil
	newUV := !slices.Equal(m.UV, g.uv)
	if newUV {
		g.uv = slices.Clone(m.UV)
		f := make([]float32, 0, 6*len(m.UV))
		for _, t := range m.UV {
			for _, c := range t {
				f = append(f, float32(c.X), float32(c.Y))
			}
		}
		upload(g.uvs, f)
	}
	if newTri || newUV {
		upload(g.seams, seamEdges(m.Tri, m.UV))
	}
	g.scalarKind = 0
	if m.Scalar != nil {
		g.scalarKind = 2
		if len(m.Scalar) == n {
			g.scalarKind = 1
		}
		f := make([]float32, len(m.Scalar))
		for i, v := range m.Scalar {
			f[i] = float32(v)
		}
		upload(g.scalars, f)
	}
	return nil
}

// fans groups the corners 3t+k by their vertex: those of vertex i are fan[start[i]:start[i+1]].
func fans(tri [][3]int32, n int) (start, fan []int32) {
	start = make([]int32, n+1)
	for _, t := range tri {
		for _, v := range t {
			start[v+1]++
		}
	}
	for i := 0; i < n; i++ {
		start[i+1] += start[i]
	}
	next := slices.Clone(start[:n])
	fan = make([]int32, 3*len(tri))
	for t, c := range tri {
		for k, v := range c {
			fan[next[v]] = int32(3*t + k)
			next[v]++
		}
	}
	return start, fan
}

const normalGroup = 64 // invocations per group of vertex_normals.comp

// computeNormals runs vertex_normals.comp.
func (g *glMesh) computeNormals(p *program) {
	if g.count == 0 {
		return
	}
	gl.UseProgram(p.id)
	g.bindPositions(p)
	p.bind("corners", 2, gl.TEXTURE_BUFFER, g.corners.texture)
	p.bind("fanStart", 3, gl.TEXTURE_BUFFER, g.fanStart.texture)
	p.bind("fan", 4, gl.TEXTURE_BUFFER, g.fan.texture)
	p.int("vertexCount", g.count)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, g.normals.buffer)
	gl.DispatchCompute(uint32((g.count+normalGroup-1)/normalGroup), 1, 1)
}

func (g *glMesh) bindPositions(p *program) {
	p.bind("positions", 0, gl.TEXTURE_BUFFER, g.positions)
	p.int("positionOffset", g.offset)
	p.int("positionStride", g.stride)
}

// draw draws all triangles with p, which must be in use. Texture units 0 to 4 and 9 are taken.
func (g *glMesh) draw(p *program) {
	g.bindPositions(p)
	p.bind("normals", 1, gl.TEXTURE_BUFFER, g.normals.texture)
	p.bind("corners", 2, gl.TEXTURE_BUFFER, g.corners.texture)
	p.bind("uvs", 3, gl.TEXTURE_BUFFER, g.uvs.texture)
	p.bind("scalars", 4, gl.TEXTURE_BUFFER, g.scalars.texture)
	p.bind("seamEdges", 9, gl.TEXTURE_BUFFER, g.seams.texture)
	p.bool("hasUV", g.hasUV)
	p.int("scalarKind", g.scalarKind)
	gl.DrawArrays(gl.TRIANGLES, 0, int32(3*g.triangles))
}
