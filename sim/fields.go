package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/contact/bvh"
	"hysteron/formats"
	"hysteron/scenes"
)

// fieldDir is the folder with the internal friction of all triangles in all frames, with option Fields. Each part has a
// PC2 file whose points are the stresses of a triangle along warp, along weft, and in shear [N/m]. They do not follow
// from positions, since friction depends on history.
func fieldDir(dir string) string { return filepath.Join(dir, "fields") }

func fieldPath(dir, name string) string { return filepath.Join(fieldDir(dir), name+".pc2") }

// frictionFiles writes these files.
type frictionFiles struct {
	setup *scenes.Setup
	files []*formats.PC2Writer
}

// newFrictionFiles creates the files, or continues them after the first keep frames.
func newFrictionFiles(dir string, setup *scenes.Setup, keep int) (*frictionFiles, error) {
	f := &frictionFiles{setup: setup}
	if err := os.MkdirAll(fieldDir(dir), 0o777); err != nil {
		return nil, err
	}
	for i, name := range fileNames(setup) {
		var w *formats.PC2Writer
		var err error
		if part := setup.Model.Parts[i]; keep > 0 {
			w, err = formats.OpenPC2Append(fieldPath(dir, name), keep)
		} else {
			w, err = formats.NewSummedPC2Writer(fieldPath(dir, name), part.Tris.Hi-part.Tris.Lo,
				float32(setup.Scene.StartFrame),
				1)
		}
		if err != nil {
			return nil, errors.Join(err, f.close())
		}
		f.files = append(f.files, w)
	}
	return f, nil
}

// holdsFields reports whether the run in dir has the internal friction of its first keep frames. It returns an error if
// files are damaged or too short.
func holdsFields(dir string, setup *scenes.Setup, keep int) (bool, error) {
	if keep == 0 {
		return true, nil
	}
	f, err := openFields(dir, setup, keep)
	if err != nil || f.friction == nil {
		return false, err
	}
	defer f.close()
	for i, r := range f.friction {
		part := setup.Model.Parts[i]
		stress := make([]r3.Vec, part.Tris.Hi-part.Tris.Lo)
		for k := range keep {
			if err := r.ReadFrame(k, stress); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// write appends a frame.
func (f *frictionFiles) write(stress []r3.Vec) error {
	for i, part := range f.setup.Model.Parts {
		if err := f.files[i].WriteFrame(stress[part.Tris.Lo:part.Tris.Hi]); err != nil {
			return err
		}
	}
	return nil
}

func (f *frictionFiles) close() error {
	var errs []error
	if f != nil {
		for _, w := range f.files {
			errs = append(errs, w.Close())
		}
	}
	return errors.Join(errs...)
}

// frictionParts returns the stresses of internal friction of each triangle along warp, along weft, and in shear [N/m].
func frictionParts(m *cloth.Model, s *cloth.State) []r3.Vec {
	f := make([]r3.Vec, len(m.Tri))
	for t := range f {
		f[t] = r3.Vec{X: s.FrictionStress(m, cloth.Triangles, t, 0), Y: s.FrictionStress(m, cloth.Triangles, t, 1),
			Z: s.FrictionStress(m, cloth.Triangles, t, 2)}
	}
	return f
}

// fields are the values per triangle in an export.
type fields struct {
	setup    *scenes.Setup
	friction []*formats.PC2Reader // nil: not stored by the run
	frame    int                  // frame of trees
	trees    []*bvh.Tree          // of the bodies
}

// openFields opens the stored fields of the run in dir. The friction of frames from hi on is not needed.
func openFields(dir string, setup *scenes.Setup, hi int) (*fields, error) {
	f := &fields{setup: setup, frame: -1}
	for i, name := range fileNames(setup) {
		r, err := formats.OpenPC2(fieldPath(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			f.close()
			f.friction = nil
			return f, nil
		}
		if err != nil {
			f.close()
			return nil, err
		}
		f.friction = append(f.friction, r)
		part := setup.Model.Parts[i]
		if n := part.Tris.Hi - part.Tris.Lo; r.Points() != n || r.Frames() < hi {
			f.close()
			return nil, fmt.Errorf("%s: %d triangles in %d frames: expected %d in %d, as in the caches", fieldPath(dir,
				name),
				r.Points(), r.Frames(), n, hi)
		}
	}
	return f, nil
}

func (f *fields) close() {
	for _, r := range f.friction {
		r.Close()
	}
}

// add adds fields to the garments of a sequence, which starts with frame lo of the run.
func (f *fields) add(s *formats.Sequence, lo int) {
	for i := range f.setup.Model.Parts {
		if f.setup.Pieces[i].Rope != nil {
			continue // a surface without triangles of the model
		}
		s.Shapes[i].Fields = func(k int, x []r3.Vec) ([]formats.Field, error) {
			if s.UpAxis == "z" {
				turned := make([]r3.Vec, len(x))
				for v, p := range x {
					turned[v] = r3.Vec{X: p.X, Y: p.Z, Z: -p.Y}
				}
				x = turned
			}
			return f.of(i, lo+k, x)
		}
	}
}

// of returns the fields of a part's triangles in a frame of the run, with its vertices at x in the simulation's axes.
func (f *fields) of(i, frame int, x []r3.Vec) ([]formats.Field, error) {
	m, part := f.setup.Model, f.setup.Model.Parts[i]
	all := make([]r3.Vec, len(m.X0))
	for v := range x {
		all[part.Vertex(v)] = x[v]
	}
	list := []formats.Field{{Name: "strain_percent", Values: GreenStrainsOf(m, part.Tris, all)}}
	n := part.Tris.Hi - part.Tris.Lo
	if f.friction != nil {
		stress := make([]r3.Vec, n)
		if err := f.friction[i].ReadFrame(frame, stress); err != nil {
			return nil, err
		}
		parts := [4][]float64{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
		for t, s := range stress {
			parts[0][t], parts[1][t], parts[2][t], parts[3][t] = math.Sqrt(s.X*s.X+s.Y*s.Y+2*s.Z*s.Z), s.X, s.Y, s.Z
		}
		for k, name := range []string{"friction_n_m", "friction_warp_n_m", "friction_weft_n_m", "friction_shear_n_m"} {
			list = append(list, formats.Field{Name: name, Values: parts[k]})
		}
	}
	if len(f.setup.Colliders) > 0 {
		distance, err := f.distances(i, frame, all)
		if err != nil {
			return nil, err
		}
		list = append(list, formats.Field{Name: "body_distance_m", Values: distance})
	}
	return list, nil
}

// distances returns the distances of triangle centroids from the nearest body or plane, negative inside [m].
func (f *fields) distances(i, frame int, x []r3.Vec) ([]float64, error) {
	if f.frame != frame {
		f.trees, f.frame = nil, frame
		for _, b := range f.setup.Bodies {
			at := make([]r3.Vec, b.NumVertices())
			b.Positions(at, f.setup.Scene.FrameTime(frame))
			tree, err := bvh.New(b.Triangles(), at)
			if err != nil {
				return nil, err
			}
			f.trees = append(f.trees, tree)
		}
	}
	part := f.setup.Model.Parts[i]
	d := make([]float64, part.Tris.Hi-part.Tris.Lo)
	for t := range d {
		v := f.setup.Model.Tri[part.Tris.Lo+t]
		middle := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
		d[t] = math.Inf(1)
		for _, tree := range f.trees {
			d[t] = min(d[t], tree.Closest(middle, -1).Dist)
		}
		for _, c := range f.setup.Colliders {
			if c.Surface == nil {
				d[t] = min(d[t], r3.Dot(c.Normal, r3.Sub(middle, c.Point)))
			}
		}
	}
	return d, nil
}

// OnBodies is the contact of a part of the cloth with bodies and the ground in a frame, by the centroids of its
// triangles.
type OnBodies struct {
	Gap      float64 // mean distance over the area [m]
	Touching float64 // share of the area within the layer of contact
	Pressure float64 // mean over the area in contact [Pa]
	Most     float64 // largest pressure [Pa]
}

// MeasureOnBodies returns the contact of each part, with all vertices at x in a frame counted from 0; nil without
// bodies and ground. The pressure is the force per area of the contact law, its stiffness times the depth in the layer.
func MeasureOnBodies(setup *scenes.Setup, frame int, x []r3.Vec) ([]OnBodies, error) {
	if len(setup.Colliders) == 0 {
		return nil, nil
	}
	f := &fields{setup: setup, frame: -1}
	list := make([]OnBodies, len(setup.Model.Parts))
	for i, part := range setup.Model.Parts {
		distance, err := f.distances(i, frame, x)
		if err != nil {
			return nil, err
		}
		var area, touching, force float64
		q := &list[i]
		for t, d := range distance {
			a := setup.Model.Rest[part.Tris.Lo+t].Area
			area += a
			q.Gap += a * d
			if depth := setup.Settings.Thickness + part.Gap - d; depth > 0 {
				p := setup.Settings.ContactStiffness * depth
				touching, force, q.Most = touching+a, force+a*p, max(q.Most, p)
			}
		}
		if area > 0 {
			q.Gap, q.Touching = q.Gap/area, touching/area
		}
		if touching > 0 {
			q.Pressure = force / touching
		}
	}
	return list, nil
}
