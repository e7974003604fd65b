package formats

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Sequence is the input of writers of animations: meshes that move, with one sample per frame, read one at a time, so
// that no more than a few are ever in memory.
type Sequence struct {
	Shapes     []*Shape
	Frames     int     // samples of every shape
	StartFrame int     // frame number of the first
	FPS        float64 // frames per second
	UpAxis     string  // "y" or "z"; positions are in metres on these axes
}

// Shape is one mesh of a Sequence.
type Shape struct {
	Name   string
	Points int
	Tri    [][3]int32  // counter-clockwise seen from outside
	UV     [][3]r2.Vec // per triangle and corner, or nil
	Group  []int32     // index into Groups per triangle, or nil
	Groups []string    // such as panels
	// Material is each triangle's index into Materials, or nil: all of it is of Colour.
	Material  []int32
	Materials []Material
	Colour    [3]float64 // linear RGB
	// Read writes the positions of sample i, 0 ≤ i < Frames, into dst [m].
	Read func(i int, dst []r3.Vec) error
	// Fields returns values per triangle of a sample, by name, for formats that support them; nil: none.
	Fields func(i int, x []r3.Vec) ([]Field, error)
}

// Field is a named value per triangle.
type Field struct {
	Name   string // with its unit
	Values []float64
}

// check returns an error if the sequence cannot be written.
func (s *Sequence) check() error {
	if len(s.Shapes) == 0 || s.Frames < 1 {
		return fmt.Errorf("%d shapes and %d frames: expected at least one of each", len(s.Shapes), s.Frames)
	}
	if !(s.FPS > 0) || math.IsInf(s.FPS, 0) {
		return fmt.Errorf("%g frames per second: expected a finite number > 0", s.FPS)
	}
	for _, p := range s.Shapes {
		if err := (&OBJ{X: make([]r3.Vec, p.Points), Tri: p.Tri, Group: p.Group, Groups: p.Groups, Material: p.Material,
			Materials: p.Materials}).check(); err != nil {
			return fmt.Errorf("shape %q: %w", p.Name, err)
		}
		if n := len(p.UV); n != 0 && n != len(p.Tri) {
			return fmt.Errorf("shape %q: texture coordinates of %d triangles: expected %d", p.Name, n, len(p.Tri))
		}
	}
	return nil
}

// frames calls each with every sample of a shape in turn; it may change x.
func (p *Shape) frames(n int, each func(i int, x []r3.Vec) error) error {
	x := make([]r3.Vec, p.Points)
	for i := range n {
		if err := p.Read(i, x); err != nil {
			return err
		}
		for k := range x {
			if !cloth.FiniteVec(x[k]) {
				return fmt.Errorf("shape %q: sample %d: point %d is not finite: %v", p.Name, i, k, x[k])
			}
		}
		if err := each(i, x); err != nil {
			return err
		}
	}
	return nil
}

// WriteOBJSample writes sample i of a shape as an OBJ file.
func WriteOBJSample(w io.Writer, p *Shape, i int) error {
	x := make([]r3.Vec, p.Points)
	if err := p.Read(i, x); err != nil {
		return err
	}
	return WriteOBJ(w, p.obj(x))
}

// WritePLYSample writes sample i of a shape as a binary PLY file.
func WritePLYSample(w io.Writer, p *Shape, i int) error {
	x := make([]r3.Vec, p.Points)
	if err := p.Read(i, x); err != nil {
		return err
	}
	return WritePLY(w, &PLY{X: x, Tri: p.Tri}, false)
}

// obj returns a sample as a mesh, with each distinct texture coordinate once.
func (p *Shape) obj(x []r3.Vec) *OBJ {
	o := &OBJ{X: x, Tri: p.Tri, Group: p.Group, Groups: p.Groups, Material: p.Material, Materials: p.Materials}
	if p.Material != nil {
		o.Libs = []string{p.Name + ".mtl"}
	}
	index := map[r2.Vec]int32{}
	for _, c := range p.UV {
		var t [3]int32
		for a, uv := range c {
			k, ok := index[uv]
			if !ok {
				k = int32(len(o.UV))
				index[uv] = k
				o.UV = append(o.UV, uv)
			}
			t[a] = k
		}
		o.TriUV = append(o.TriUV, t)
	}
	return o
}

// split gives each pair of vertex and texture coordinate a vertex of its own, for formats with one index per corner.
// from is the original vertex of each.
func (p *Shape) split() (tri [][3]uint32, from []int32, uv []r2.Vec) {
	type corner struct {
		v  int32
		uv r2.Vec
	}
	index := map[corner]uint32{}
	for t, v := range p.Tri {
		var out [3]uint32
		for a := range v {
			c := corner{v: v[a]}
			if p.UV != nil {
				c.uv = p.UV[t][a]
			}
			k, ok := index[c]
			if !ok {
				k = uint32(len(from))
				index[c] = k
				from, uv = append(from, c.v), append(uv, c.uv)
			}
			out[a] = k
		}
		tri = append(tri, out)
	}
	return tri, from, uv
}

// normals computes the unit normals of the points, the area-weighted mean of the adjacent triangles.
func (p *Shape) normals(x, dst []r3.Vec) {
	clear(dst)
	for _, v := range p.Tri {
		n := r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]]))
		for _, i := range v {
			dst[i] = r3.Add(dst[i], n)
		}
	}
	for i, n := range dst {
		if l := r3.Norm(n); l > 0 {
			dst[i] = r3.Scale(1/l, n)
		} else {
			dst[i] = r3.Vec{Y: 1}
		}
	}
}

// GroupBy sets the groups of triangles from their names, numbered in the order of appearance.
func (p *Shape) GroupBy(names []string) {
	index := map[string]int32{}
	for _, n := range names {
		k, ok := index[n]
		if !ok {
			k = int32(len(p.Groups))
			index[n] = k
			p.Groups = append(p.Groups, n)
		}
		p.Group = append(p.Group, k)
	}
}
