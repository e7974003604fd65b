package check

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// sequence is a sequence of meshes, one per frame.
type sequence interface {
	frames() int
	// frame reads frame i; the result is valid until the next call.
	frame(i int) (Mesh, []part, FrameReport, error)
	// bodies returns the exported bodies, with their meshes in the frame that was read last.
	bodies() ([]string, []Mesh)
	close()
}

// part is a garment within a mesh, with its triangles.
type part struct {
	name string
	tris []int32 // sorted; nil: those from lo on, up to the next part
	lo   int
}

// faceOf returns the garment of a triangle, and its number in it.
func faceOf(parts []part, tri int32) Face {
	for _, p := range slices.Backward(parts) {
		if p.tris == nil && int(tri) >= p.lo {
			return Face{p.name, int(tri) - p.lo}
		}
		if i, ok := slices.BinarySearch(p.tris, tri); ok {
			return Face{p.name, i}
		}
	}
	return Face{"", int(tri)}
}

// open opens path according to its kind.
func open(path string, opt RunOptions) (sequence, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		switch strings.ToLower(filepath.Ext(path)) {
		case ".pc2":
			return openCaches([]string{path}, opt.Topology)
		case ".obj":
			return openFiles([]string{path})
		}
		return nil, fmt.Errorf("%s: expected a .pc2 or .obj file, or a folder", path)
	}
	if opt.Topology != "" {
		return nil, fmt.Errorf("%s: a folder, with a topology of its own: expected a .pc2 file", path)
	}
	for _, dir := range []string{filepath.Join(path, "cache"), path} {
		if caches, err := list(dir, ".pc2"); err != nil || len(caches) > 0 {
			if err != nil {
				return nil, err
			}
			return openCaches(caches, "")
		}
	}
	objs, err := list(path, ".obj")
	if err != nil {
		return nil, err
	}
	switch moved, err := list(path, ".mdd"); {
	case err != nil:
		return nil, err
	case len(moved) > 0: // each mesh of the folder is one frame
		return nil, fmt.Errorf("%s: MDD caches are not read: expected PC2 caches, or OBJ files of all frames", moved[0])
	case len(objs) == 0:
		return nil, fmt.Errorf("%s: expected cache/*.pc2, as in the folder of a run, *.pc2 or *.obj", path)
	}
	return openFiles(objs)
}

// list returns the files of a folder with an extension, by name, with numbers in numerical order. A folder that does
// not exist has none.
func list(dir, ext string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if !e.IsDir() && strings.ToLower(filepath.Ext(e.Name())) == ext && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(paths, natural)
	return paths, err
}

// natural compares names so that frame9 comes before frame10.
func natural(a, b string) int {
	for p, q := a, b; p != "" && q != ""; {
		m, n := digits(p), digits(q)
		if m > 0 && n > 0 {
			u, v := strings.TrimLeft(p[:m], "0"), strings.TrimLeft(q[:n], "0")
			if c := cmp.Or(cmp.Compare(len(u), len(v)), strings.Compare(u, v)); c != 0 {
				return c
			}
			p, q = p[m:], q[n:]
			continue
		}
		if p[0] != q[0] {
			return cmp.Compare(p[0], q[0])
		}
		p, q = p[1:], q[1:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// digits counts the digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// cacheSequence is a set of PC2 files of one run, each with an OBJ file for its triangles.
type cacheSequence struct {
	files []*formats.PC2Reader
	x     [][]r3.Vec // of each file
	parts []part
	mesh  Mesh
	n     int // least number of frames of the files
	bodied
}

func openCaches(paths []string, topology string) (_ *cacheSequence, err error) {
	s := &cacheSequence{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	meshes, naked := make([]*formats.OBJ, len(paths)), make([]bool, len(paths))
	for k, path := range paths {
		base := strings.TrimSuffix(path, filepath.Ext(path))
		obj := topology
		if obj == "" {
			obj = base + ".obj"
		}
		o, err := formats.LoadMesh(obj)
		if errors.Is(err, os.ErrNotExist) && topology == "" {
			return nil, fmt.Errorf("%w: expected an OBJ file with the triangles beside the cache, or --topology", err)
		}
		if err != nil {
			return nil, err
		}
		r, err := formats.OpenPC2(path)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, r)
		switch first := s.files[0]; {
		case r.Points() != len(o.X):
			return nil, fmt.Errorf("%s: %d points: expected %d as in %s", path, r.Points(), len(o.X), obj)
		case r.Frames() == 0:
			return nil, fmt.Errorf("%s: no frames: expected at least one", path)
		case r.Start() != first.Start() || r.Rate() != first.Rate():
			return nil, fmt.Errorf("%s: starts at frame %g, %g frames per sample: expected %g and %g as in %s", path, r.Start(),
				r.Rate(), first.Start(), first.Rate(), paths[0])
		}
		if k == 0 || r.Frames() < s.n {
			s.n = r.Frames()
		}
		meshes[k] = o
		if naked[k], err = isBody(obj, o); err != nil {
			return nil, err
		}
	}
	clothed := slices.Contains(naked, false)
	points := 0 // of the cloth
	for k, o := range meshes {
		name := strings.TrimSuffix(filepath.Base(paths[k]), filepath.Ext(paths[k]))
		if naked[k] = naked[k] && clothed; naked[k] {
			s.addBody(name, o)
			continue
		}
		s.parts = append(s.parts, part{name: name, lo: len(s.mesh.Tri)})
		s.mesh.Tri = appendFrom(s.mesh.Tri, o.Tri, points)
		points += len(o.X)
	}
	s.mesh.X = make([]r3.Vec, points)
	cloth, bodies := s.mesh.X, s.meshes
	for k, o := range meshes {
		if naked[k] {
			s.x, bodies = append(s.x, bodies[0].X), bodies[1:]
		} else {
			s.x, cloth = append(s.x, cloth[:len(o.X)]), cloth[len(o.X):]
		}
	}
	return s, nil
}

func (s *cacheSequence) frames() int { return s.n }

func (s *cacheSequence) frame(i int) (Mesh, []part, FrameReport, error) {
	for k, r := range s.files {
		if err := r.ReadFrame(i, s.x[k]); err != nil {
			return Mesh{}, nil, FrameReport{}, err
		}
	}
	return s.mesh, s.parts, FrameReport{Frame: s.files[0].Start() + float64(i)*s.files[0].Rate()}, nil
}

func (s *cacheSequence) close() {
	for _, r := range s.files {
		r.Close()
	}
}
