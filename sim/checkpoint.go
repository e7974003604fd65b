package sim

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/scenes"
)

// checkpoint is all that a run needs to go on.
type checkpoint struct {
	Setup   [32]byte // fingerprint of what is simulated
	Backend string
	Commit  string // of the program
	Every   int    // frames between checkpoints, at each of which the backend starts anew
	Frame   int    // the last one that is finished; -1: dressed, before the first frame
	First   int    // number of the first frame
	State   cloth.State
	Pins    []cloth.Pin // dressing adds some to the model's
	Steps   []stepFigures
	Frames  frameFigures
	Wall    float64 // [s]
}

// checkpointMagic and a SHA-256 of the rest begin a checkpoint file.
const (
	checkpointKind  = "HYSTERON CHECKPOINT "
	checkpointMagic = checkpointKind + "2\n"
)

// maxCheckpoint bounds the size of a checkpoint file [bytes]: several times that of the largest scene.
const maxCheckpoint = 16 << 30

// keptCheckpoints is how many stay: should the last one be damaged, there is one before it.
const keptCheckpoints = 2

func checkpointDir(dir string) string { return filepath.Join(dir, "checkpoints") }

// save writes the checkpoint under the number of frames that are finished, and removes the oldest.
func (c *checkpoint) save(dir string) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(c); err != nil {
		return err
	}
	sum := sha256.Sum256(body.Bytes())
	path := filepath.Join(checkpointDir(dir), fmt.Sprintf("%08d.checkpoint", c.Frame+1))
	err := formats.WriteFileAtomic(path, func(w io.Writer) error {
		_, err := io.Copy(w, io.MultiReader(strings.NewReader(checkpointMagic), bytes.NewReader(sum[:]), &body))
		return err
	})
	if err != nil {
		return err
	}
	paths := checkpoints(dir)
	for _, old := range paths[:max(0, len(paths)-keptCheckpoints)] {
		os.Remove(old)
	}
	return nil
}

// checkpoints lists the files, oldest first.
func checkpoints(dir string) (paths []string) {
	entries, _ := os.ReadDir(checkpointDir(dir))
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".checkpoint" && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(checkpointDir(dir), e.Name()))
		}
	}
	return paths
}

// loadCheckpoint reads and checks one file.
func loadCheckpoint(path string) (*checkpoint, error) {
	data, err := formats.ReadFile(path, maxCheckpoint)
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(checkpointMagic))
	if !ok || len(rest) < sha256.Size {
		return nil, fmt.Errorf("%s: not a checkpoint of this version", path)
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, fmt.Errorf("%s: damaged: its checksum does not match", path)
	}
	c := &checkpoint{}
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode(c); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// lastCheckpoint loads the newest one that is sound and of one of the first frames, or nil; skipped says why
// newer ones are not.
func lastCheckpoint(dir string, frames int) (c *checkpoint, skipped error) {
	for _, p := range slices.Backward(checkpoints(dir)) {
		c, err := loadCheckpoint(p)
		if err == nil && c.Frame >= frames {
			err = fmt.Errorf("%s: made after %d frames, of which the caches hold %d", p, c.Frame+1, frames)
		}
		if err == nil {
			return c, skipped
		}
		skipped = errors.Join(skipped, err)
	}
	return nil, skipped
}

// fits tells whether the run can go on from c.
func (c *checkpoint) fits(setup *scenes.Setup) error {
	m := setup.Model
	switch s := &c.State; {
	case c.Setup != fingerprint(setup):
		return fmt.Errorf("the scene, or a file that it names, is not the one the checkpoint was made from: expected the same input (only --frames and pictures may differ)")
	case len(s.X) != len(m.X0) || len(s.V) != len(m.X0) || len(s.Membrane) != len(m.Tri) || len(s.Bend) != len(m.Hinges) || len(s.Curve) != len(m.Curves):
		return fmt.Errorf("the checkpoint holds %d vertices and %d triangles: expected %d and %d", len(s.X), len(s.Membrane), len(m.X0), len(m.Tri))
	case c.Every < 1 || c.Frame < -1:
		return fmt.Errorf("the checkpoint is of frame %d, one every %d: expected numbers ≥ -1 and ≥ 1", c.Frame, c.Every)
	}
	for i := range c.State.X {
		if !cloth.FiniteVec(c.State.X[i]) || !cloth.FiniteVec(c.State.V[i]) {
			return fmt.Errorf("vertex %d of the checkpoint is not finite", i)
		}
	}
	return nil
}

// fingerprint is a hash of all that decides the motion: model, colliders, settings, step size.
// It is taken before dressing, which adds pins.
func fingerprint(setup *scenes.Setup) (sum [32]byte) {
	h := sha256.New()
	m, s := setup.Model, setup.Scene
	for _, x := range m.X0 {
		hashFloats(h, x.X, x.Y, x.Z)
	}
	for t, v := range m.Tri {
		hashFloats(h, float64(v[0]), float64(v[1]), float64(v[2]))
		for _, uv := range m.UV[t] {
			hashFloats(h, uv.X, uv.Y)
		}
		hashFloats(h, m.Rest[t].FrictionScale)
	}
	for i := range m.Hinges {
		hashFloats(h, m.Hinges[i].Theta)
	}
	for _, p := range m.Parts {
		fmt.Fprintf(h, "%+v\n", p)
	}
	for i := range setup.Parts {
		fmt.Fprintf(h, "%+v %+v %v\n", setup.Parts[i].Pins, setup.Parts[i].Motions, setup.Pieces[i].Holds)
	}
	set := setup.Settings
	set.Workers = 0 // results do not depend on it
	fmt.Fprintf(h, "%+v %+v %v %v\n", set, s.Dress, s.FPS, s.StepsPerFrame())
	for _, r := range m.Rubbings {
		fmt.Fprintf(h, "%v %v %+v\n", r.A, r.B, *r.Law)
	}
	fmt.Fprintf(h, "%+v\n", s.Motions) // also of bodies, at all times
	for _, c := range setup.Colliders {
		fmt.Fprintf(h, "%v %v %v\n", c.Point, c.Normal, c.Friction)
		for part, law := range c.Measured {
			if law != nil {
				fmt.Fprintf(h, "%v %+v\n", part, *law)
			}
		}
		if c.Surface == nil {
			continue
		}
		x := make([]r3.Vec, c.Surface.NumVertices())
		for _, t := range [...]float64{0, 0.5, 1.25} {
			c.Surface.Positions(x, t)
			for _, v := range x {
				hashFloats(h, v.X, v.Y, v.Z)
			}
		}
	}
	return [32]byte(h.Sum(nil))
}

func hashFloats(h hash.Hash, v ...float64) {
	var b [8]byte
	for _, f := range v {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(f))
		h.Write(b[:])
	}
}
