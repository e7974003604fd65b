package check

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Body is a closed surface that the cloth must stay out of.
type Body struct {
	Name      string
	Triangles [][3]int32
	Vertices  int
	Positions func(dst []r3.Vec, frame int) // of sample frame, counted from 0 [m]
}

// RunOptions are the options of a check of files. The zero value checks the cloth alone.
type RunOptions struct {
	Topology string // OBJ file with the triangles of a cache; "": the one of the same name beside it
	Pairs    int    // intersecting pairs listed per frame; negative: all
	Bodies   []Body
	Planes   []Plane
}

// RunReport is the result of a check of one run, cache or sequence.
type RunReport struct {
	Path      string        `json:"path"`
	Garments  []string      `json:"garments"`              // of the first frame
	Bodies    []string      `json:"bodies"`                // those of the check
	Alone     string        `json:"cloth_alone,omitempty"` // why bodies were not checked; empty: all known ones were
	Vertices  int           `json:"vertices"`              // of the first frame
	Triangles int           `json:"triangles"`             // of the first frame
	Least     int           `json:"least_triangles"`       // in any frame
	Most      int           `json:"most_triangles"`        // in any frame
	Frames    []FrameReport `json:"frames"`

	Intersecting int `json:"intersecting_frames"` // frames with intersections or penetrations
	Self         int `json:"self_intersections"`  // the largest number in any frame
	Body         int `json:"body_penetrations"`   // the largest number in any frame
}

// FrameReport is the result for one frame.
type FrameReport struct {
	Frame float64 `json:"frame"`              // number, counted as the cache does, or as the file's name has it
	Name  string  `json:"file,omitempty"`     // of a sequence of files of one part
	Self  int     `json:"self_intersections"` // pairs of triangles of the cloth
	Body  int     `json:"body_penetrations"`  // triangles of the cloth and a body, and vertices inside one
	More  bool    `json:"more,omitempty"`     // there are more than were counted, see MostPairs
	Pairs []Hit   `json:"pairs,omitempty"`    // the first few
}

// Face is a triangle of a garment or body, counted from 0 within it.
type Face struct {
	Garment string `json:"garment"`
	Face    int    `json:"face"`
}

// Hit is a pair of triangles that intersect.
type Hit struct {
	A  Face       `json:"a"`
	B  Face       `json:"b"`
	At [3]float64 `json:"at_m"` // a point of the intersection [m]
}

// CheckRun checks all frames of path for intersections: the folder of a run or of caches, a folder of OBJ files, a .pc2
// or an .obj file. each, if not nil, is called after every frame. Errors have the name of the file; all of them but the
// context's are about the input.
func CheckRun(ctx context.Context, path string, opt RunOptions, each func(done, frames int)) (*RunReport, error) {
	s, err := open(path, opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return check(ctx, path, s, opt, each)
}

// CheckFiles checks OBJ files for intersections: those of a part in its frames, or of several parts with names as in an
// export.
func CheckFiles(ctx context.Context, name string, paths []string, opt RunOptions,
	each func(done, frames int)) (*RunReport, error) {
	s, err := openFiles(paths)
	if err != nil {
		return nil, err
	}
	return check(ctx, name, s, opt, each)
}

func check(ctx context.Context, path string, s sequence, opt RunOptions, each func(done, frames int)) (*RunReport,
	error) {
	r := &RunReport{Path: path, Garments: []string{}, Bodies: []string{}}
	bodies := make([]Mesh, len(opt.Bodies))
	for k, b := range opt.Bodies {
		bodies[k] = Mesh{X: make([]r3.Vec, b.Vertices), Tri: b.Triangles}
		r.Bodies = append(r.Bodies, b.Name)
	}
	checker := Checker{Cache: new(Cache)}
	for i := range s.frames() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m, parts, frame, err := s.frame(i)
		if err != nil {
			return nil, err
		}
		for k, b := range opt.Bodies {
			b.Positions(bodies[k].X, i)
		}
		names, meshes := s.bodies()
		if i == 0 {
			r.Bodies = append(r.Bodies, names...)
		}
		meshes = append(bodies[:len(opt.Bodies):len(opt.Bodies)], meshes...)
		found := checker.Check(m, meshes, opt.Planes)
		if found.NonFinite > 0 {
			return nil, fmt.Errorf("%s: frame %g: %d coordinates are not finite: expected finite numbers", path, frame.Frame,
				found.NonFinite)
		}
		frame.Self, frame.Body, frame.More = len(found.Self), found.Penetrations(), found.More
		frame.Pairs = hits(m, parts, limit(found.Self, opt.Pairs))
		for _, p := range limit(found.Body, opt.Pairs) {
			frame.Pairs = append(frame.Pairs, bodyHit(m, meshes, r.Bodies, parts, p))
		}
		if i == 0 {
			r.Vertices, r.Triangles, r.Least = len(m.X), len(m.Tri), len(m.Tri)
			for _, p := range parts {
				r.Garments = append(r.Garments, p.name)
			}
		}
		r.Least, r.Most = min(r.Least, len(m.Tri)), max(r.Most, len(m.Tri))
		if frame.Self+frame.Body > 0 {
			r.Intersecting++
		}
		r.Self, r.Body = max(r.Self, frame.Self), max(r.Body, frame.Body)
		r.Frames = append(r.Frames, frame)
		if each != nil {
			each(i+1, s.frames())
		}
	}
	return r, nil
}

// Hits returns descriptions of pairs of triangles of a mesh of several garments, one after the other. The triangles of
// garment k start at first[k].
func Hits(m Mesh, names []string, first []int, pairs []Pair) []Hit {
	parts := make([]part, len(names))
	for k, name := range names {
		parts[k] = part{name: name, lo: first[k]}
	}
	return hits(m, parts, pairs)
}

func hits(m Mesh, parts []part, pairs []Pair) (list []Hit) {
	for _, p := range pairs {
		list = append(list, Hit{A: faceOf(parts, p[0]), B: faceOf(parts, p[1]), At: array(m.Where(p))})
	}
	return list
}

func limit(pairs []Pair, n int) []Pair {
	if n < 0 || n > len(pairs) {
		return pairs
	}
	return pairs[:n]
}

// bodyHit returns the description of a pair of a triangle of the cloth and one of the bodies, which are numbered
// through all of them.
func bodyHit(m Mesh, meshes []Mesh, bodies []string, parts []part, p Pair) Hit {
	face, k := p[1], 0
	for int(face) >= len(meshes[k].Tri) {
		face -= int32(len(meshes[k].Tri))
		k++
	}
	a, b := m.Tri[p[0]], meshes[k].Tri[face]
	both := Mesh{
		X:   []r3.Vec{m.X[a[0]], m.X[a[1]], m.X[a[2]], meshes[k].X[b[0]], meshes[k].X[b[1]], meshes[k].X[b[2]]},
		Tri: [][3]int32{{0, 1, 2}, {3, 4, 5}},
	}
	return Hit{A: faceOf(parts, p[0]), B: Face{bodies[k], int(face)}, At: array(both.Where(Pair{0, 1}))}
}

func array(v r3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }
