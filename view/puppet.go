//go:build cgo

package view

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
)

// Puppet is a stage that a script leads, without a window and without looking at the clock: what comes out depends on
// the script alone.
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
		p.Do(Play, Mods{})
	}
	return p.Wait(1)
}

// Move implements Actor, as do the methods that follow.
func (p *Puppet) Move(x, y float64) error { p.Stage.Move(x, y); return nil }

func (p *Puppet) Press(b Button, down bool, m Mods) error {
	p.Stage.Press(b, down, m)
	return p.Wait(0)
}

func (p *Puppet) Scroll(clicks float64, m Mods) error { p.Stage.Scroll(clicks, m); return nil }

func (p *Puppet) Key(name string, m Mods) error {
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

func (p *Puppet) State() (StageState, error) { return p.Stage.State(), nil }

// place is where a file of a script goes: below Dir, and over nothing but what a script wrote before.
func (p *Puppet) place(file string, own output.Own) (string, error) {
	if !filepath.IsLocal(file) {
		return "", param.Wrong(fmt.Errorf("%s: expected a name within the folder for output, %s", file, p.Dir))
	}
	if err := output.Folder(p.Dir); err != nil {
		return "", err
	}
	path := filepath.Join(p.Dir, file)
	return path, p.MayWrite(own, path)
}

// MayWrite checks a file that the stage is to write: it replaces none that it reads, and no other one that is not its
// own.
func (st *Stage) MayWrite(own output.Own, path string) error {
	rule := output.Rule{Reads: st.opt.Reads}
	for _, q := range st.panes {
		if q.setup != nil {
			rule.Reads = append(rule.Reads, q.setup.Reads()...)
		}
	}
	return rule.Check(own, path)
}

// OwnReport reports whether a file is a state as --report writes it.
func OwnReport(path string) (bool, error) { return output.Begins(path, `{"steps":`) }

func (p *Puppet) Shot(file string) error {
	path, err := p.place(file, formats.IsOwnAs(".png"))
	if err != nil {
		return err
	}
	if err := p.redraw(false); err != nil {
		return err
	}
	return p.ctx.Do(func() error { return render.WritePNG(path, p.canvas.read()) })
}

// stateHead begins a file that Tell writes.
const stateHead = "{\n  \"steps\": "

func (p *Puppet) Tell(file string) error {
	path, err := p.place(file, func(path string) (bool, error) { return output.Begins(path, stateHead) })
	if err != nil {
		return err
	}
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(p.Stage.State())
	})
}
