package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hysteron/formats"
	"hysteron/param"
)

// Manifest is the content of DIR/manifest.json: the tasks of a sweep.
type Manifest struct {
	Format   string   `json:"hysteron"` // manifestFormat
	Name     string   `json:"name"`
	Commit   string   `json:"commit,omitempty"` // of the program that planned it
	Backend  string   `json:"backend"`
	Pictures bool     `json:"pictures"`
	Axes     []string `json:"axes"`             // names of the variables
	Random   int      `json:"random,omitempty"` // number of random ones, the last
	Tasks    []Task   `json:"tasks"`
	Text     string   `json:"text"` // the sweep file, for information

	Dir string `json:"-"` // folder of the sweep
}

// Task is one run of a sweep.
type Task struct {
	Number int    `json:"task"` // from 1
	Name   string `json:"name"` // what distinguishes it
	Frames int    `json:"frames"`
	// Vertices of the cloth and steps of all frames, for Estimate; 0 in manifests of earlier versions.
	Vertices int `json:"vertices,omitempty"`
	Steps    int `json:"steps,omitempty"`

	Values []Value  `json:"values"` // on the axes
	Set    []string `json:"set"`    // overrides of the sweep's scene
}

const (
	manifestFormat = "sweep-1"
	manifestName   = "manifest.json"
	maxManifest    = 256 << 20 // [bytes]
)

// Is reports whether a path is the folder or manifest of a sweep.
func Is(path string) bool {
	if filepath.Base(path) == manifestName {
		return true
	}
	_, err := os.Stat(filepath.Join(path, manifestName))
	return err == nil
}

// Open reads the manifest of a sweep from its path or folder.
func Open(path string) (*Manifest, error) {
	dir := path
	if filepath.Base(path) == manifestName {
		dir = filepath.Dir(path)
	}
	path = filepath.Join(dir, manifestName)
	data, err := formats.ReadFile(path, maxManifest)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: expected the folder of a sweep, as hysteron sweep plan makes it", err)
	}
	if err != nil {
		return nil, param.Wrong(err)
	}
	m, err := ParseManifest(data)
	if err != nil {
		return nil, param.Wrong(fmt.Errorf("%s: %w", path, err))
	}
	m.Dir = dir
	return m, nil
}

// ParseManifest reads and checks the text of a manifest.
func ParseManifest(data []byte) (*Manifest, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	m := &Manifest{}
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("%w: expected the manifest of a sweep", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("more after the end: expected one JSON object")
	}
	switch n := len(m.Tasks); {
	case m.Format != manifestFormat:
		return nil, fmt.Errorf("hysteron: %q: expected %q", m.Format, manifestFormat)
	case n < 1 || n > maxTasks:
		return nil, fmt.Errorf("%d tasks: expected 1 to %d", n, maxTasks)
	case m.Random < 0 || m.Random > len(m.Axes):
		return nil, fmt.Errorf("random: %d: expected 0 to %d, the number of axes", m.Random, len(m.Axes))
	}
	for i := range m.Tasks {
		switch t := &m.Tasks[i]; {
		case t.Number != i+1:
			return nil, fmt.Errorf("tasks.%d.task: %d: expected %d", i, t.Number, i+1)
		case t.Frames < 1:
			return nil, fmt.Errorf("tasks.%d.frames: %d: expected at least 1", i, t.Frames)
		case len(t.Values) != len(m.Axes):
			return nil, fmt.Errorf("tasks.%d.values: %d: expected %d, one per axis", i, len(t.Values), len(m.Axes))
		}
	}
	return m, nil
}

// Task returns a task by its number.
func (m *Manifest) Task(n int) (*Task, error) {
	if n < 1 || n > len(m.Tasks) {
		return nil, param.Wrong(fmt.Errorf("task %d: %s has tasks 1 to %d", n, m.Dir, len(m.Tasks)))
	}
	return &m.Tasks[n-1], nil
}

func scenePath(dir string, task int) string {
	return filepath.Join(dir, "scenes", fmt.Sprintf("%04d.json", task))
}

// ScenePath returns the path of the scene of a task.
func (m *Manifest) ScenePath(t *Task) string { return scenePath(m.Dir, t.Number) }

// RunDir returns the folder of the run of a task.
func (m *Manifest) RunDir(t *Task) string {
	return filepath.Join(m.Dir, "runs", fmt.Sprintf("%04d", t.Number))
}

// Files returns the files of the sweep itself: the manifest, and the scene of each task.
func (m *Manifest) Files() []string {
	list := []string{filepath.Join(m.Dir, manifestName)}
	for i := range m.Tasks {
		list = append(list, m.ScenePath(&m.Tasks[i]))
	}
	return list
}

// save writes the manifest.
func (m *Manifest) save() error {
	return formats.WriteFileAtomic(filepath.Join(m.Dir, manifestName), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		e.SetEscapeHTML(false)
		return e.Encode(m)
	})
}
