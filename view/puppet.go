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

// Puppet is a stage controlled by a script, without a window or real time: results depend on the script alone.
type Puppet struct {
	*Stage
	Dir string // folder of pictures and states
}

var _ Actor = (*Puppet)(nil)

// pictureSeconds is the time between pictures of a script.
const pictureSeconds = 1. / 30

// Open waits until everything is open.
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

// Move implements Actor, as the following methods do.
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

// Wait lets the time of some pictures pass and draws the last one. With none, it completes requests without time.
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

// redraw draws. rough: for the layout alone, when the picture is not needed.
func (p *Puppet) redraw(rough bool) error {
	p.dirty, p.rough = true, rough
	_, err := p.Draw()
	p.rough = false
	return err
}

func (p *Puppet) State() (StageState, error) { return p.Stage.State(), nil }

// place returns the path of a file of a script, below Dir. It replaces only files that a script wrote.
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

// MayWrite returns an error if a file that the stage is to write is one of its inputs, or not its own.
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

// stateHead is the beginning of a file of Tell.
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
