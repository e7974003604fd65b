package sim

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/gpu/opengl"
)

// Without a device for drawing, a run reports it once and continues without pictures; a requested device is an error.
func TestRunWithoutDevice(t *testing.T) {
	open := openDevice
	openDevice = func(opengl.Options) (*opengl.Context, error) { return nil, opengl.ErrNoCgo }
	defer func() { openDevice = open }()
	dir, notes := t.TempDir(), []string{}
	opt := Options{Dir: dir, Backend: "cpu", Frames: 2, Progress: func(p Progress) {
		if p.Stage == "note" {
			notes = append(notes, p.Note)
		}
	}}
	info := mustRun(t, load(t, hungScene), opt)
	said := strings.Join(notes, "\n")
	if info.Frames != 2 || strings.Count(said, "no pictures: no device to draw pictures with: built without cgo") != 1 {
		t.Errorf("%d frames, notes %q", info.Frames, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "frames")); err == nil {
		t.Error("there is a folder of pictures")
	}
	device := 0
	opt.Dir, opt.View.Device = t.TempDir(), &device
	if _, err := Run(t.Context(), load(t, hungScene), opt); !errors.Is(err, opengl.ErrNoCgo) {
		t.Errorf("%v: expected that the device cannot be had", err)
	}
}
