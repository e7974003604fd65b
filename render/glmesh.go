//go:build cgo

package render

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
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

// glMesh is a mesh on the device. It stays from frame to frame, and constant data are not sent again: triangles and
// texture coordinates are compared with a copy. The drawn vertices are points of its surface, separate where texture
// coordinates differ.
type glMesh struct {
	own                             bufferTexture // positions given by the host
	points                          bufferTexture // of the refined surface
	rowStart, rowIndex, rowWeight   bufferTexture // their weights on the given positions
	normals, corners, fanStart, fan bufferTexture
	vertexPoint, uvs, scalars       bufferTexture
	cornerVertex                    bufferTexture // of triangles in the order of corners
	hems, seams                     bufferTexture // see lineVertices
	elements                        uint32        // vertices of the triangles
	positions                       uint32        // texture over the positions in use
	foreign                         uint32        // texture over an external buffer
	offset, stride, given, count    int           // of positions; number from the host, number drawn
	triangles, hemEdges, seamEdges  int
	hasUV                           bool
	scalarKind                      int
	tri                             [][3]int32 // as given
	uv                              [][3]r2.Vec
	paint                           []int32
	coats                           []coat   // none: one colour
	refined                         *refined // nil: drawn as given
	edged                           []r3.Vec // Mesh.Edged
	of                              []int32  // vertex of each point, nil: they are the vertices
	finest                          int      // most triangles of a surface that is refined more than once
}

func newGLMesh(finest int) *glMesh {
	g := &glMesh{finest: finest}
	for _, b := range []struct {
		to     *bufferTexture
		format uint32
	}{
		{&g.own, gl.R32F}, {&g.points, gl.RGBA32F}, {&g.rowStart, gl.R32I}, {&g.rowIndex, gl.R32I}, {&g.rowWeight, gl.R32F},
		{&g.normals, gl.RGBA32F}, {&g.corners, gl.R32I}, {&g.fanStart, gl.R32I}, {&g.fan, gl.R32I},
		{&g.vertexPoint, gl.R32I}, {&g.cornerVertex, gl.R32I}, {&g.uvs, gl.RGB32F}, {&g.scalars, gl.R32F},
		{&g.hems, gl.RGBA32I}, {&g.seams, gl.RGBA32I},
	} {
		*b.to = newBufferTexture(b.format)
	}
	gl.GenTextures(1, &g.foreign)
	gl.GenBuffers(1, &g.elements)
	return g
}

func (g *glMesh) delete() {
	for _, b := range []bufferTexture{g.own, g.points, g.rowStart, g.rowIndex, g.rowWeight, g.normals, g.corners,
		g.fanStart, g.fan,
		g.vertexPoint, g.cornerVertex, g.uvs, g.scalars, g.hems, g.seams} {
		b.delete()
	}
	gl.DeleteTextures(1, &g.foreign)
	gl.DeleteBuffers(1, &g.elements)
}

// set stores a mesh that has been checked. maxTexels is the device's texture buffer size.
func (g *glMesh) set(m *Mesh, maxTexels int) error {
	n := m.vertices()
	need := max(3*n, 3*len(m.Tri))
	if m.Smooth {
		need = max(4*n, 12*len(m.Tri)) // about n + 3n points; three corners of four triangles
	}
	if p := m.Positions; p != nil {
		need = max(need, p.Offset+p.Stride*n)
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
	paint := m.Paint
	if m.Scalar != nil {
		paint = nil // scalars of triangles are indexed by the original order
	}
	if n != g.given || !slices.Equal(paint, g.paint) || m.Smooth != (g.refined != nil) || !slices.Equal(m.Tri, g.tri) ||
		!slices.Equal(m.UV, g.uv) || !slices.Equal(m.Edged, g.edged) {
		g.paint, g.edged = slices.Clone(paint), slices.Clone(m.Edged)
		g.setSurface(m, n, min(g.finest, maxTexels/16)) // each triangle has some ten weights of half a point
	}
	g.setScalars(m, n)
	return nil
}

// setSurface sends the data that stay constant while the mesh moves.
func (g *glMesh) setSurface(m *Mesh, n, finest int) {
	g.tri, g.uv, g.given, g.count = slices.Clone(m.Tri), slices.Clone(m.UV), n, n
	tri, uv := g.tri, g.uv
	g.refined, g.of = nil, nil
	points := evened(nil, n)
	switch {
	case m.Edged != nil:
		tri, g.of = creased(tri, m.Edged)
		points = copies(g.of)
		g.count = len(g.of)
	case m.Smooth:
		g.refined = smooth(tri, uv, n, finest)
		tri, uv, points = g.refined.tri, g.refined.uv, g.refined.points
		g.count = len(g.refined.halves)
	}
	upload(g.rowStart, points.start)
	upload(g.rowIndex, points.index)
	upload(g.rowWeight, points.weight)
	gl.BindBuffer(gl.TEXTURE_BUFFER, g.points.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 16*max(g.count, 1), nil, gl.DYNAMIC_DRAW)
	g.triangles, g.hasUV = len(tri), uv != nil
	start, fan := fans(tri, g.count)
	upload(g.corners, tri)
	upload(g.fanStart, start)
	upload(g.fan, fan)
	gl.BindBuffer(gl.TEXTURE_BUFFER, g.normals.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 16*max(g.count, 1), nil, gl.DYNAMIC_DRAW)

	type vertex struct {
		point int32
		uv    [2]float32
	}
	number := make(map[vertex]uint32, g.count)
	vertices, uvs, elements := make([]int32, 0, g.count), make([][2]float32, 0, g.count), make([]uint32, 0, 3*len(tri))
	for t, c := range tri {
		for k, point := range c {
			v := vertex{point: point}
			if uv != nil {
				v.uv = [2]float32{float32(uv[t][k].X), float32(uv[t][k].Y)}
			}
			i, met := number[v]
			if !met {
				i = uint32(len(vertices))
				number[v] = i
				vertices, uvs = append(vertices, point), append(uvs, v.uv)
			}
			elements = append(elements, i)
		}
	}
	upload(g.vertexPoint, vertices)
	upload(g.uvs, g.withHems(uvs, elements, lineEdges(tri, uv), tri))
	upload(g.cornerVertex, elements)
	if g.coats = nil; len(g.paint) > 0 {
		elements, g.coats = coats(elements, g.paint, g.refined.shift())
	}
	upload(bufferTexture{buffer: g.elements}, elements)

	if g.of != nil {
		tri = g.tri // points of vertices come first
	}
	lines := lineEdges(tri, uv)
	hems, seams := lineVertices(lines, true), lineVertices(lines, false)
	upload(g.hems, hems)
	upload(g.seams, seams)
	g.hemEdges, g.seamEdges = len(hems)/2, len(seams)/2
}

// withHems appends to the material coordinates of vertices their distance from hems. elements are the vertices of the
// triangles, whose points are tri.
func (g *glMesh) withHems(uv [][2]float32, elements []uint32, lines []lineEdge, tri [][3]int32) [][3]float32 {
	hem := map[[2]int32]bool{}
	for _, l := range lines {
		hem[[2]int32{l.a, l.b}] = l.hem
	}
	vertices := make([][3]uint32, len(tri))
	var hems [][2]uint32
	for t, c := range tri {
		for k := range c {
			vertices[t][k] = elements[3*t+k]
			if hem[[2]int32{c[k], c[(k+1)%3]}] {
				hems = append(hems, [2]uint32{elements[3*t+k], elements[3*t+(k+1)%3]})
			}
		}
	}
	out := make([][3]float32, len(uv))
	for i, d := range hemDistances(vertices, uv, hems) {
		out[i] = [3]float32{uv[i][0], uv[i][1], d}
	}
	return out
}

// setScalars sends the values for false colours: of points, or of the given triangles.
func (g *glMesh) setScalars(m *Mesh, n int) {
	g.scalarKind = 0
	if m.Scalar == nil {
		return
	}
	f := make([]float32, len(m.Scalar))
	for i, v := range m.Scalar {
		f[i] = float32(v)
	}
	g.scalarKind = 2
	if len(m.Scalar) == n {
		g.scalarKind = 1
		if g.refined != nil {
			f = g.refined.values(f)
		}
		for _, v := range g.of[min(n, len(g.of)):] {
			f = append(f, f[v])
		}
	}
	upload(g.scalars, f)
}

const (
	normalGroup = 64 // invocations per group of vertex_normals.comp
	refineGroup = 64 // and of refine_surface.comp
)

// prepare computes the points and normals of the drawn surface.
func (g *glMesh) prepare(refine, normals *program) {
	if g.count == 0 {
		return
	}
	gl.UseProgram(refine.id)
	refine.bind("positions", 0, gl.TEXTURE_BUFFER, g.positions)
	refine.int("positionOffset", g.offset)
	refine.int("positionStride", g.stride)
	refine.bind("rowStart", 2, gl.TEXTURE_BUFFER, g.rowStart.texture)
	refine.bind("rowIndex", 3, gl.TEXTURE_BUFFER, g.rowIndex.texture)
	refine.bind("rowWeight", 4, gl.TEXTURE_BUFFER, g.rowWeight.texture)
	refine.int("pointCount", g.count)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, g.points.buffer)
	gl.DispatchCompute(uint32((g.count+refineGroup-1)/refineGroup), 1, 1)
	gl.MemoryBarrier(gl.TEXTURE_FETCH_BARRIER_BIT)
	gl.UseProgram(normals.id)
	normals.bind("points", 0, gl.TEXTURE_BUFFER, g.points.texture)
	normals.bind("corners", 2, gl.TEXTURE_BUFFER, g.corners.texture)
	normals.bind("fanStart", 3, gl.TEXTURE_BUFFER, g.fanStart.texture)
	normals.bind("fan", 4, gl.TEXTURE_BUFFER, g.fan.texture)
	normals.int("vertexCount", g.count)
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 0, g.normals.buffer)
	gl.DispatchCompute(uint32((g.count+normalGroup-1)/normalGroup), 1, 1)
}

// draw draws all triangles with p, which must be in use. Texture units 0 to 4 and 10 to 13 are taken.
func (g *glMesh) draw(p *program) {
	g.bindTo(p)
	gl.DrawElements(gl.TRIANGLES, int32(3*g.triangles), gl.UNSIGNED_INT, nil)
}

func (g *glMesh) bindTo(p *program) {
	p.bind("points", 0, gl.TEXTURE_BUFFER, g.points.texture)
	p.bind("normals", 1, gl.TEXTURE_BUFFER, g.normals.texture)
	p.bind("vertexPoint", 2, gl.TEXTURE_BUFFER, g.vertexPoint.texture)
	p.bind("uvs", 3, gl.TEXTURE_BUFFER, g.uvs.texture)
	p.bind("scalars", 4, gl.TEXTURE_BUFFER, g.scalars.texture)
	p.bind("corners", 10, gl.TEXTURE_BUFFER, g.corners.texture)
	p.bind("fanStart", 11, gl.TEXTURE_BUFFER, g.fanStart.texture)
	p.bind("fan", 12, gl.TEXTURE_BUFFER, g.fan.texture)
	p.bind("cornerVertex", 13, gl.TEXTURE_BUFFER, g.cornerVertex.texture)
	p.bool("hasUV", g.hasUV)
	p.int("scalarKind", g.scalarKind)
	p.int("triangleShift", g.refined.shift())
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, g.elements)
}

// drawLines draws hems or seams of the given width with p, which must be in use.
func (g *glMesh) drawLines(p *program, hem bool, width float64) {
	ends, edges, corners := g.seams, g.seamEdges, 6
	if hem {
		ends, edges, corners = g.hems, g.hemEdges, 36
	}
	p.bind("points", 0, gl.TEXTURE_BUFFER, g.points.texture)
	p.bind("normals", 1, gl.TEXTURE_BUFFER, g.normals.texture)
	p.bind("lineEnds", 9, gl.TEXTURE_BUFFER, ends.texture)
	p.bool("hem", hem)
	p.float("lineWidth", width)
	p.int("scalarKind", 0)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(corners), int32(edges))
}
