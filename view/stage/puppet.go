//go:build cgo

package stage

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"hysteron/formats"
	"hysteron/render"
	"hysteron/view"
)

// Puppet is a stage that a script leads, without a window and without looking at the clock: what comes out depends on the script
// alone.
type Puppet struct {
	*Stage
	Dir string // of pictures and states
}

var _ Actor = (*Puppet)(nil)

// pictureSeconds is the time from picture to picture of a script.
const pictureSeconds = 1. / 30

// Open waits until all is open.
func (p *Puppet) Open() error {
	for {
		p.Tick(0)
		ready, err := p.Ready()
		if err != nil {
			return err
		}
		if ready {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if !p.opt.Paused {
		p.Do(view.Play, view.Mods{})
	}
	return p.Wait(1)
}

// Move implements Actor, as do the methods that follow.
func (p *Puppet) Move(x, y float64) error { p.Stage.Move(x, y); return nil }

func (p *Puppet) Press(b view.Button, down bool, m view.Mods) error {
	p.Stage.Press(b, down, m)
	return p.Wait(0)
}

func (p *Puppet) Scroll(clicks float64, m view.Mods) error { p.Stage.Scroll(clicks, m); return nil }

func (p *Puppet) Key(name string, m view.Mods) error {
	p.Stage.Key(name, m)
	return p.Wait(0)
}

// Wait lets pictures pass; the last one is drawn. None: what was asked for is done, without time passing.
func (p *Puppet) Wait(pictures int) error {
	for range max(1, pictures) {
		seconds := pictureSeconds
		if pictures == 0 {
			seconds = 0
		}
		p.Tick(seconds)
		if p.film >= 0 && pictures > 0 {
			if _, err := p.Draw(); err != nil {
				return err
			}
			if err := p.filmed(); err != nil {
				return err
			}
		}
		for _, q := range p.panes {
			q.mu.Lock()
			err := q.err
			q.mu.Unlock()
			if err != nil {
				return err
			}
		}
	}
	return p.redraw(true)
}

// redraw draws what there is; rough: for what lies over the picture, and nobody sees it.
func (p *Puppet) redraw(rough bool) error {
	p.dirty, p.rough = true, rough
	_, err := p.Draw()
	p.rough = false
	return err
}

func (p *Puppet) State() (State, error) { return p.Stage.State(), nil }

func (p *Puppet) Shot(file string) error {
	if err := errors.Join(os.MkdirAll(p.Dir, 0o777), p.redraw(false)); err != nil {
		return err
	}
	return p.ctx.Do(func() error { return render.WritePNG(filepath.Join(p.Dir, file), p.canvas.read()) })
}

func (p *Puppet) Tell(file string) error {
	return errors.Join(os.MkdirAll(p.Dir, 0o777), formats.WriteFileAtomic(filepath.Join(p.Dir, file), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(p.Stage.State())
	}))
}
