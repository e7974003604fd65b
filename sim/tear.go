package sim

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/scenes"
	"hysteron/step"
)

// TearInfo is what tore up to a frame since the one before.
type TearInfo struct {
	Frame  int     `json:"frame"`    // frame number
	Count  int     `json:"count"`    // vertices that split
	Length float64 `json:"length_m"` // of torn edges at rest
	Seam   float64 `json:"seam_m"`   // part of the length that is seams
	Pieces int     `json:"pieces"`   // connected pieces of cloth at the frame
	// The first tear: its garment, place and load.
	Garment string     `json:"garment"`
	At      [3]float64 `json:"at_m"`
	Load    float64    `json:"load_n_m"`
}

// tearGap is the distance by which the copies of a vertex are moved apart, relative to half of the smallest rest
// altitude around it: far above the rounding of positions in single precision, and a strain far below one at which
// cloth tears.
const tearGap = 4e-3 // derived: 20 µm at edges of 1 cm, where 1 m has 0.06 µm; a strain of 0.2 %

// tearing is the tearing of a run.
type tearing struct {
	whole  *scenes.Setup // as built and dressed
	origin []int32       // in its model of each vertex
	info   TearInfo      // since the last frame
}

// tear splits the vertices whose load is above their strength after a step, and goes on with the torn model.
func (r *runner) tear() error {
	m := r.setup.Model
	if !m.Tears() {
		return nil
	}
	state, err := r.backend.State()
	if err != nil {
		return err
	}
	if r.torn.origin == nil {
		r.torn.whole = r.setup
		for v := range m.X0 {
			r.torn.origin = append(r.torn.origin, int32(v))
		}
	}
	tears := cloth.FindTears(m, state, r.torn.origin)
	for len(tears) > 0 {
		tri, all := m.Split(tears)
		torn, own, from, err := tornModel(m, state, tri, all)
		if err != nil {
			return err
		}
		bad := intersecting(check.Check(check.Mesh{X: own.X, Tri: torn.Tri}, nil, nil), from, torn)
		keep := slices.DeleteFunc(slices.Clone(tears), func(t cloth.Tear) bool {
			return bad[t.Vertex] || bad[t.Ends[0]] || bad[t.Ends[1]]
		})
		if len(keep) < len(tears) { // those where cloth would touch itself wait
			tears = keep
			continue
		}
		r.count(m, torn, tears)
		return r.goOn(torn, own, from)
	}
	return nil
}

// tornModel returns the model and state after tears, in which their copies are apart.
func tornModel(m *cloth.Model, state *cloth.State, tri [][3]int32, tears []cloth.Tear) (*cloth.Model, *cloth.State,
	[]int32, error) {
	half, _ := step.FeatureSizes(&cloth.Model{X0: m.X0, Tri: m.Tri, UV: m.UV, Rest: m.Rest, Lines: m.Lines})
	torn, from, err := m.Torn(tri)
	if err != nil {
		return nil, nil, nil, err
	}
	own := cloth.TornState(m, torn, from, state)
	torn.Open(own, from, tears, func(v int32) float64 { return tearGap * half[v] })
	return torn, own, from, nil
}

// intersecting marks the vertices in the former model of triangles that intersect.
func intersecting(found check.Report, from []int32, torn *cloth.Model) map[int32]bool {
	bad := map[int32]bool{}
	for _, p := range found.Self {
		for _, t := range p {
			for _, v := range torn.Tri[t] {
				bad[from[v]] = true
			}
		}
	}
	return bad
}

// count adds tears to the figures of the frame.
func (r *runner) count(m, torn *cloth.Model, tears []cloth.Tear) {
	for k := range tears {
		t, i := &tears[k], &r.torn.info
		if i.Count == 0 {
			i.Garment, i.At, i.Load = m.Parts[m.Part[t.Vertex]].Name, [3]float64{t.At.X, t.At.Y, t.At.Z}, t.Load
		}
		i.Count++
	}
	next := 0
	for k := range m.Hinges {
		h := &m.Hinges[k]
		if next < len(torn.Hinges) && torn.Hinges[next].Tri == h.Tri {
			next++
			continue
		}
		r.torn.info.Length += h.Edge
		if m.IsSeam(h) {
			r.torn.info.Seam += h.Edge
		}
	}
}

// goOn continues with a torn model at a state. from is the vertex of each in the model before.
func (r *runner) goOn(m *cloth.Model, state *cloth.State, from []int32) error {
	origin := make([]int32, len(from))
	for i, v := range from {
		origin[i] = r.torn.origin[v]
	}
	r.torn.origin = origin
	return r.reopen(m, state)
}

// reopen continues with a model at a state; the contact of tears gets its room.
func (r *runner) reopen(m *cloth.Model, state *cloth.State) error {
	m.SetRoom(r.torn.origin, state.X)
	next := *r.setup
	next.Model = m
	sim, err := r.backend.On.New(m, state, next.Colliders, next.Settings)
	if err != nil {
		return err
	}
	err = r.backend.Sim.Close()
	r.backend.Sim, r.setup = sim, &next
	return err
}

// tornAt returns the tears since the last frame.
func (r *runner) tornAt(index int) *TearInfo {
	if r.torn.info.Count == 0 {
		return nil
	}
	info := r.torn.info
	r.torn.info = TearInfo{}
	info.Frame = r.setup.Scene.StartFrame + index
	roots := map[int32]bool{}
	for _, c := range cloth.Components(r.setup.Model) {
		roots[c] = true
	}
	info.Pieces = len(roots)
	return &info
}

// resumeTorn tears the model of the scene as in the checkpoint.
func (r *runner) resumeTorn(tri [][3]int32) error {
	if tri == nil {
		return nil
	}
	m, from, err := r.setup.Model.Torn(tri)
	if err != nil {
		return err
	}
	whole := *r.setup
	r.torn.whole, r.torn.origin = &whole, from
	next := whole
	next.Model = m
	r.setup = &next
	return nil
}

// errTorn is the error of what needs one topology in all frames.
var errTorn = errors.New("the cloth tears, so that its mesh changes from frame to frame, which PC2 and MDD cannot " +
	"hold: expected the OBJ files of the run, cache/NAME.0001.obj and on")

// tornPath is the mesh of a part in a frame of cloth that tears.
func tornPath(dir, name string, setup *scenes.Setup, frame int) string {
	return filepath.Join(dir, fmt.Sprintf("%s.%04d.obj", name, setup.Scene.StartFrame+frame))
}

// writeTorn writes the meshes of a frame.
func (c *caches) writeTorn(setup *scenes.Setup, x []r3.Vec) error {
	x = rounded(x)
	for i, name := range c.names {
		path := tornPath(c.dir, name, setup, c.frames)
		if err := formats.SaveOBJ(path, partOBJ(setup, i, x)); err != nil {
			return err
		}
		sum, err := sumOfFile(path)
		if err != nil {
			return err
		}
		c.sums = append(c.sums, sum)
	}
	return nil
}

// sumOfFile returns the checksum of a file.
func sumOfFile(path string) (uint32, error) {
	data, err := os.ReadFile(path)
	return crc32.ChecksumIEEE(data), err
}

// wholeTorn is wholeFrames of cloth that tears.
func wholeTorn(dir string, setup *scenes.Setup) (frames int) {
	for ; ; frames++ {
		for _, name := range fileNames(setup) {
			if _, err := os.Stat(tornPath(cacheDir(dir), name, setup, frames)); err != nil {
				return frames
			}
		}
	}
}

// undamagedTorn is undamaged of cloth that tears.
func undamagedTorn(dir string, setup *scenes.Setup, frames int, sums []uint32) error {
	names := fileNames(setup)
	if len(sums) != frames*len(names) {
		return fmt.Errorf("%d checksums of caches: expected %d", len(sums), frames*len(names))
	}
	for k, sum := range sums {
		path := tornPath(cacheDir(dir), names[k%len(names)], setup, k/len(names))
		if got, err := sumOfFile(path); err != nil || got != sum {
			return damagedFrame{path, setup.Scene.StartFrame + k/len(names)}
		}
	}
	return nil
}

// at returns a scene with the model of a frame, and the positions of its vertices.
func (c *cacheReader) at(frame int) (*scenes.Setup, []r3.Vec, error) {
	if !c.torn {
		x := make([]r3.Vec, len(c.setup.Model.X0))
		return c.setup, x, c.read(frame, x)
	}
	var tri [][3]int32
	var x []r3.Vec
	for i, name := range fileNames(c.setup) {
		mesh, err := formats.LoadMesh(tornPath(c.dir, name, c.setup, frame))
		if err != nil {
			return nil, nil, err
		}
		if n := c.setup.Model.Parts[i].Tris; len(mesh.Tri) != n.Hi-n.Lo {
			return nil, nil, fmt.Errorf("%s: %d triangles: expected %d as in the scene, which may have changed since "+
				"the run", tornPath(c.dir, name, c.setup, frame), len(mesh.Tri), n.Hi-n.Lo)
		}
		lo := int32(len(x))
		for _, t := range mesh.Tri {
			tri = append(tri, [3]int32{t[0] + lo, t[1] + lo, t[2] + lo})
		}
		x = append(x, mesh.X...)
	}
	m, _, err := c.setup.Model.Torn(tri)
	if err != nil {
		return nil, nil, err
	}
	setup := *c.setup
	setup.Model = m
	return &setup, x, nil
}
