package sim

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/scenes"
	"hysteron/step"
)

// checkpoint is the state of a run from which it can be resumed.
type checkpoint struct {
	Print   []byte // scenes.Setup.Print: a hash of the input of the simulation
	Backend string
	Commit  string // of the program
	Every   int    // frames between checkpoints; the backend is opened anew at each
	Frame   int    // last finished frame; -1: dressed, before the first frame
	First   int    // number of the first frame
	State   cloth.State
	Pins    []cloth.Pin // the model's, with those that dressing adds
	Tri     [][3]int32  // of the model, if it has torn
	Steps   []stepFigures
	Frames  frameFigures
	Sums    []uint32 // of the caches, see caches
	Wall    float64  // wall time of the run [s]
}

// checkpointMagic and a SHA-256 of the rest are the start of a checkpoint file. The number is that of the format. A new
// kind of element needs a new one, since the states of all kinds are in one array.
const (
	checkpointKind  = "HYSTERON CHECKPOINT "
	checkpointMagic = checkpointKind + "8\n"
)

// maxCheckpoint bounds the size of a checkpoint file [bytes], several times that of the largest scene.
const maxCheckpoint = 16 << 30

// keptCheckpoints is the number of checkpoints that stay: if the last one is damaged, the one before is used.
const keptCheckpoints = 2

func checkpointDir(dir string) string { return filepath.Join(dir, "checkpoints") }

// save writes the checkpoint under the number of finished frames, and removes the oldest.
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

// Begun reports whether the run in a folder has a checkpoint.
func Begun(dir string) bool { return len(checkpoints(dir)) > 0 }

// checkpoints returns the files, oldest first.
func checkpoints(dir string) (paths []string) {
	entries, _ := os.ReadDir(checkpointDir(dir))
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".checkpoint" && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(checkpointDir(dir), e.Name()))
		}
	}
	return paths
}

// dropCheckpoints removes checkpoints after a number of frames, when a run resumes from an earlier one.
func dropCheckpoints(dir string, frames int) error {
	var errs []error
	for _, p := range checkpoints(dir) {
		if n, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(p), ".checkpoint")); err == nil && n > frames {
			errs = append(errs, os.Remove(p))
		}
	}
	return errors.Join(errs...)
}

// loadCheckpoint reads and checks one file.
func loadCheckpoint(path string) (*checkpoint, error) {
	limit := int64(maxCheckpoint)
	if free, ok := scenes.FreeMemory(); ok {
		limit = min(limit, free/4) // the file and its decoded contents share the memory
	}
	data, err := formats.ReadFile(path, limit)
	if err != nil {
		return nil, err
	}
	return parseCheckpoint(data, path)
}

// parseCheckpoint reads and checks the contents of a file; path names it in errors.
func parseCheckpoint(data []byte, path string) (*checkpoint, error) {
	rest, ok := bytes.CutPrefix(data, []byte(checkpointMagic))
	if kind := []byte(checkpointKind); !ok && bytes.HasPrefix(data, kind) {
		format, _, _ := strings.Cut(string(data[len(kind):min(len(data), len(kind)+20)]), "\n")
		return nil, fmt.Errorf("%s: checkpoint of format %q: expected %s; another version of the program wrote it", path,
			format, strings.TrimSpace(strings.TrimPrefix(checkpointMagic, checkpointKind)))
	}
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

// lastCheckpoint loads the newest checkpoint that is undamaged and that good accepts; nil if there is none. skipped is
// the reason why newer ones were not used.
func lastCheckpoint(dir string, good func(path string, c *checkpoint) error) (c *checkpoint, skipped error) {
	for _, p := range slices.Backward(checkpoints(dir)) {
		c, err := loadCheckpoint(p)
		if err == nil {
			err = good(p, c)
		}
		if err == nil {
			return c, skipped
		}
		if !errors.Is(skipped, err) { // one damaged frame excludes all later checkpoints
			skipped = errors.Join(skipped, err)
		}
	}
	return nil, skipped
}

// sameInput compares the input with that of the run, and names the differences. since is the time up to which the run
// does not depend on them [s]: +Inf if there are none, negative if all of it does.
func (c *checkpoint) sameInput(print []byte) (since float64, differs error) {
	found, since, err := scenes.Differences(c.Print, print)
	if err != nil {
		return math.Inf(-1), err
	}
	if len(found) == 0 {
		return since, nil
	}
	const most = 10
	if more := len(found) - most; more > 0 {
		found = append(found[:most], fmt.Sprintf("and %d more", more))
	}
	return since, fmt.Errorf("it is of another input: expected the same (only frames, colours and pictures may differ, "+
		"and what acts after a checkpoint):\n  %s", strings.Join(found, "\n  "))
}

// fits reports whether the state belongs to the model.
func (c *checkpoint) fits(setup *scenes.Setup) error {
	if c.Tri != nil {
		m, _, err := setup.Model.Torn(c.Tri)
		if err != nil {
			return err
		}
		torn := *setup
		torn.Model, setup = m, &torn
	}
	if c.Every < 1 || c.Frame < -1 {
		return fmt.Errorf("the checkpoint is of frame %d, one every %d: expected numbers ≥ -1 and ≥ 1", c.Frame, c.Every)
	}
	for i := range c.Pins {
		p := &c.Pins[i]
		if err := p.Check(len(setup.Model.X0), setup.Model.Motions, setup.Model.Tracks); err != nil {
			return fmt.Errorf("pin %d of the checkpoint: %w", i, err)
		}
		if p.Kind == cloth.PinBody && (int(p.Body) >= len(setup.Colliders) || setup.Colliders[p.Body].Surface == nil ||
			int(p.Tri) >= len(setup.Colliders[p.Body].Surface.Triangles())) {
			return fmt.Errorf("pin %d of the checkpoint is on triangle %d of body %d: expected one of the scene", i, p.Tri,
				p.Body)
		}
	}
	if err := c.State.Check(setup.Model); err != nil {
		return err
	}
	return step.CheckTouches(c.State.Touches, setup.Colliders)
}
