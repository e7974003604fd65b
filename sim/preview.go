package sim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/scenes"
)

// previewEvery is the interval between pictures of dressing; shorter in tests.
var previewEvery = 5 * time.Second

// preview draws the dressing in progress to DIR/dressing.png and removes the picture when it is done. After an
// interruption the picture stays.
type preview struct {
	setup   *scenes.Setup
	painter *painter
	path    string
	next    time.Time
	err     error // no more is drawn after it
}

func newPreview(setup *scenes.Setup, p *painter, dir string) *preview {
	return &preview{setup: setup, painter: p, path: previewPath(dir), next: time.Now().Add(previewEvery)}
}

// show draws the cloth at x, with the bodies at time t, if it is time.
func (p *preview) show(x []r3.Vec, t float64) {
	if p == nil || p.err != nil || time.Now().Before(p.next) {
		return
	}
	if own, err := formats.IsOwn(p.path); !own && !errors.Is(err, fs.ErrNotExist) {
		p.err = fs.ErrExist
		return
	}
	c := &StartCheck{Model: p.setup.Model, X: x, Time: t, setup: p.setup}
	c.addBodies(p.setup.Bodies)
	p.painter.frame(1, x)
	img, err := c.draw(p.painter)
	if err == nil {
		err = p.painter.write(p.path, img)
	}
	p.err, p.next = err, time.Now().Add(previewEvery)
}

func previewPath(dir string) string { return filepath.Join(dir, "dressing.png") }

// endPreview removes the picture, also one of an interrupted run.
func endPreview(dir string) {
	path := previewPath(dir)
	if own, err := formats.IsOwn(path); own && err == nil {
		os.Remove(path)
	}
}
