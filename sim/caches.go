package sim

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

// fileNames returns a file name without extension for each part.
func fileNames(setup *scenes.Setup) []string {
	var names []string
	for _, part := range setup.Model.Parts {
		names = append(names, part.Name)
	}
	return output.Names(names, "cloth", nil)
}

// bodyNames is fileNames for bodies. None has the name of a part.
func bodyNames(setup *scenes.Setup) []string {
	names := make([]string, len(setup.Bodies))
	for i := range min(len(names), len(setup.Scene.Bodies)) {
		names[i] = setup.Scene.Bodies[i].Name
	}
	return output.Names(names, "body", fileNames(setup))
}

func cacheDir(dir string) string { return filepath.Join(dir, "cache") }

// caches writes DIR/cache: for each part a PC2 file with all frames and an OBJ file of the first, and the bodies.
type caches struct {
	bodies *bodyCaches
	setup  *scenes.Setup
	names  []string
	dir    string
	files  []*formats.PC2Writer
	frames int
	sums   []uint32 // checksums of each part in each frame, frame by frame
}

// newCaches creates caches, or continues existing ones after the first keep frames with their checksums.
func newCaches(dir string, setup *scenes.Setup, keep int, sums []uint32) (*caches, error) {
	c := &caches{sums: sums, setup: setup, names: fileNames(setup), dir: cacheDir(dir), frames: keep}
	if setup.Model.Tears() {
		var err error
		c.bodies, err = newBodyCaches(dir, setup, keep)
		return c, err
	}
	for i, part := range setup.Model.Parts {
		path := filepath.Join(c.dir, c.names[i]+".pc2")
		var w *formats.PC2Writer
		var err error
		if keep > 0 {
			w, err = formats.OpenPC2Append(path, keep)
		} else {
			w, err = formats.NewSummedPC2Writer(path, part.Count(),
				float32(setup.Scene.StartFrame), 1)
		}
		if err != nil {
			c.close()
			return nil, err
		}
		c.files = append(c.files, w)
	}
	if keep > 0 {
		if err := c.mendOBJ(); err != nil {
			c.close()
			return nil, err
		}
	}
	var err error
	if c.bodies, err = newBodyCaches(dir, setup, keep); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// wholeFrames returns how many frames the caches of all parts hold, and the reason why there are no more if one is
// missing or cannot be read.
func wholeFrames(dir string, setup *scenes.Setup) (frames int, why error) {
	if setup.Model.Tears() {
		return wholeTorn(dir, setup), nil
	}
	frames = math.MaxInt
	for i, name := range fileNames(setup) {
		path := filepath.Join(cacheDir(dir), name+".pc2")
		n, points, err := formats.WholePC2(path)
		if want := setup.Model.Parts[i].Count(); err == nil && points != want {
			n, err = 0, fmt.Errorf("%s: %d points: expected %d", path, points, want)
		}
		if frames, why = min(frames, n), errors.Join(why, err); err != nil {
			frames = 0
		}
	}
	return frames, why
}

// damagedFrame is the error of a cached frame whose checksum is wrong.
type damagedFrame struct {
	path  string
	frame int
}

func (e damagedFrame) Error() string {
	return fmt.Sprintf("%s: damaged: frame %d is not what the run wrote", e.path, e.frame)
}

// undamaged compares the first frames of the caches with their checksums. Error: damagedFrame.
func undamaged(dir string, setup *scenes.Setup, frames int, sums []uint32) error {
	if setup.Model.Tears() {
		return undamagedTorn(dir, setup, frames, sums)
	}
	names := fileNames(setup)
	got, err := sumsOf(cacheDir(dir), names, frames)
	if err != nil {
		return err
	}
	if len(got) != len(sums) {
		return fmt.Errorf("%d checksums of caches: expected %d", len(sums), len(got))
	}
	for k, sum := range got {
		if sum != sums[k] {
			return damagedFrame{filepath.Join(cacheDir(dir), names[k%len(names)]+".pc2"),
				setup.Scene.StartFrame + k/len(names)}
		}
	}
	return nil
}

// sumsOf returns the checksums of the first frames of caches, frame by frame.
func sumsOf(dir string, names []string, frames int) ([]uint32, error) {
	sums := make([]uint32, frames*len(names))
	for i, name := range names {
		of, err := formats.SumsPC2(filepath.Join(dir, name+".pc2"), frames)
		if err != nil {
			return nil, err
		}
		for k, sum := range of {
			sums[k*len(names)+i] = sum
		}
	}
	return sums, nil
}

// mendOBJ writes missing or damaged OBJ files again, from the first frames of the caches.
func (c *caches) mendOBJ() error {
	r, err := openCaches(filepath.Dir(c.dir), c.setup)
	if err != nil {
		return err
	}
	defer r.close()
	x := make([]r3.Vec, len(c.setup.Model.X0))
	if err := r.read(0, x); err != nil {
		return err
	}
	return c.writeOBJ(x)
}

// writeOBJ writes the OBJ files of the parts at the positions of the caches.
func (c *caches) writeOBJ(x []r3.Vec) error {
	for i, name := range c.names {
		if err := formats.SaveOBJ(filepath.Join(c.dir, name+".obj"), partOBJ(c.setup, i, x)); err != nil {
			return err
		}
	}
	return nil
}

// write appends a frame; setup has its model.
func (c *caches) write(setup *scenes.Setup, x []r3.Vec) error {
	if setup.Model.Tears() {
		if err := c.writeTorn(setup, x); err != nil {
			return err
		}
	} else if c.frames == 0 {
		if err := c.writeOBJ(rounded(x)); err != nil {
			return err
		}
	}
	for i := range c.files {
		part := &c.setup.Model.Parts[i]
		if err := c.files[i].WriteFrame(cloth.Of(part, x)); err != nil {
			return err
		}
		c.sums = append(c.sums, c.files[i].Sum())
	}
	if err := c.bodies.write(c.frames); err != nil {
		return err
	}
	c.frames++
	return nil
}

func (c *caches) close() error {
	var errs []error
	for _, w := range c.files {
		errs = append(errs, w.Close())
	}
	if c.bodies != nil {
		errs = append(errs, c.bodies.close())
	}
	return errors.Join(errs...)
}

// partOBJ returns a part with its material coordinates [m] as texture coordinates.
func partOBJ(setup *scenes.Setup, piece int, x []r3.Vec) *formats.OBJ {
	m, part, texture := setup.Model, setup.Model.Parts[piece], setup.Texture(piece)
	o := &formats.OBJ{
		X:   cloth.Of(&part, x),
		Tri: m.PartTriangles(piece),
	}
	for _, v := range m.LineEnds() {
		if lo := int32(part.Vertices.Lo); int(m.Part[v[0]]) == piece {
			o.Edges = append(o.Edges, [2]int32{v[0] - lo, v[1] - lo})
		}
	}
	type corner struct {
		vertex int32
		uv     r2.Vec
	}
	index := map[corner]int32{}
	for i, v := range o.Tri {
		var t [3]int32
		for a := range v {
			c := corner{v[a], texture[i][a]}
			k, ok := index[c]
			if !ok {
				k = int32(len(o.UV))
				index[c] = k
				o.UV = append(o.UV, c.uv)
			}
			t[a] = k
		}
		o.TriUV = append(o.TriUV, t)
	}
	return o
}

// cacheReader reads the frames of all parts.
type cacheReader struct {
	setup  *scenes.Setup
	files  []*formats.PC2Reader
	frames int
	torn   bool   // the cloth tears: an OBJ file for each frame, see at
	dir    string // of the caches
}

func openCaches(dir string, setup *scenes.Setup) (*cacheReader, error) {
	c := &cacheReader{setup: setup, frames: -1, dir: cacheDir(dir), torn: setup.Model.Tears()}
	names := fileNames(setup)
	if c.torn {
		if c.frames = wholeTorn(dir, setup); c.frames == 0 {
			return nil, missingCachesError(dir, &os.PathError{Op: "open", Path: tornPath(c.dir, names[0], setup, 0),
				Err: os.ErrNotExist})
		}
		return c, nil
	}
	for i, part := range setup.Model.Parts {
		path := filepath.Join(cacheDir(dir), names[i]+".pc2")
		r, err := formats.OpenPC2(path)
		if err != nil {
			c.close()
			return nil, missingCachesError(dir, err)
		}
		c.files = append(c.files, r)
		if n := part.Count(); r.Points() != n {
			c.close()
			return nil, fmt.Errorf("%s: %d points: expected %d as in the scene, which may have changed since the run",
				path,
				r.Points(), n)
		}
		if c.frames < 0 || r.Frames() < c.frames {
			c.frames = r.Frames()
		}
	}
	return c, nil
}

// read reads a frame into x, the positions of all vertices of the model.
func (c *cacheReader) read(frame int, x []r3.Vec) error {
	if c.torn {
		return param.Wrong(errTorn)
	}
	for i, part := range c.setup.Model.Parts {
		own := cloth.Of(&part, x)
		if err := c.files[i].ReadFrame(frame, own); err != nil {
			return err
		}
		for v, at := range part.Index {
			x[at] = own[v]
		}
	}
	return nil
}

func (c *cacheReader) close() {
	for _, r := range c.files {
		r.Close()
	}
}

// framePath returns the path of a picture: DIR/frames for the first mode, DIR/frames-MODE for others.
func framePath(dir, folder string, setup *scenes.Setup, frame int) string {
	return filepath.Join(dir, folder, fmt.Sprintf("%04d.png", setup.Scene.StartFrame+frame))
}

// LastFrame reads the last frame that the caches of a run hold: all vertices of the model, and its number from 0.
func LastFrame(dir string, setup *scenes.Setup) (x []r3.Vec, frame int, err error) {
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, 0, err
	}
	defer c.close()
	if c.frames < 1 {
		return nil, 0, fmt.Errorf("%s: no frame in its caches", dir)
	}
	_, x, err = c.at(c.frames - 1)
	return x, c.frames - 1, err
}
