package sim

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/dress"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/step"
)

// unkept reports why the next run has to dress again.
const unkept = "the dressed state is not kept: %v"

// start returns the state at time 0, from the folder of dressed states if it is there.
func (r *runner) start() (*cloth.State, error) {
	endPreview(r.opt.Dir)
	switch {
	case !slices.ContainsFunc(r.setup.Pieces, func(p scenes.Piece) bool { return p.Garment }):
		return start(r.ctx, r.setup, r.opt.Progress, nil, nil)
	case r.opt.DressCache == "":
		if why := r.opt.DressUnkept; why != nil {
			r.note(unkept, why)
		}
		return r.dress(r.opt.Progress)
	}
	return keptOr(r.setup, r.opt.DressCache, r.opt.Progress, r.dress)
}

// Dressed returns the state at time 0 of a setup with garments, from the folder of dressed states if it is there. It
// adds pins to the model. With an empty folder name garments are dressed again.
func Dressed(ctx context.Context, setup *scenes.Setup, cache string, report func(Progress)) (*cloth.State, error) {
	dress := func(report func(Progress)) (*cloth.State, error) { return start(ctx, setup, report, nil, nil) }
	if cache == "" {
		return dress(report)
	}
	return keptOr(setup, cache, report, dress)
}

// keptOr returns the state from a folder, or dresses and stores it there.
func keptOr(setup *scenes.Setup, cache string, report func(Progress), dress func(report func(Progress)) (*cloth.State,
	error)) (*cloth.State, error) {
	note := func(format string, args ...any) {
		report(Progress{Stage: "note", Note: fmt.Sprintf(format, args...), Left: -1})
	}
	key, err := dressKey(setup)
	if err != nil {
		return nil, err
	}
	path := dressPath(cache, key)
	switch d, err := loadDressed(path, key, setup); {
	case err == nil:
		for _, n := range d.Notes {
			note("%s", n)
		}
		note("dressed as kept in %s", path)
		setup.Model.Pins = d.Pins
		return &d.State, nil
	case !errors.Is(err, fs.ErrNotExist):
		note("dressing again: %v", err)
	}
	d := dressed{Key: key}
	state, err := dress(func(p Progress) {
		if p.Stage == "note" {
			d.Notes = append(d.Notes, p.Note)
		}
		report(p)
	})
	if err != nil {
		return nil, err
	}
	d.State, d.Pins = *state, setup.Model.Pins
	if err := d.save(path); err != nil {
		note(unkept, err)
	}
	return state, nil
}

// dress dresses the garments, and reports progress.
func (r *runner) dress(report func(Progress)) (*cloth.State, error) {
	if r.painter == nil {
		return start(r.ctx, r.setup, report, nil, r.tight)
	}
	state, err := start(r.ctx, r.setup, report, newPreview(r.setup, r.painter, r.opt.Dir).show, r.tight)
	if !errors.Is(err, ErrInterrupted) {
		endPreview(r.opt.Dir)
	}
	return state, err
}

// tight draws cloth that is tight at the start.
func (r *runner) tight(t *dress.Trouble) {
	c := &StartCheck{Model: r.setup.Model, ctx: r.ctx, setup: r.setup, tight: true}
	c.fail(t, t)
	c.look(nil)
	paths, err, pictures := c.Write(r.opt.Dir)
	for _, e := range []error{err, pictures} {
		if e != nil {
			r.note("%v", e)
		}
	}
	if len(paths) > 0 {
		r.note("where it is tight is red in %s", strings.Join(paths, ", "))
	}
}

// interrupted is the panic value that ends dress.Start, whose progress function returns no error.
type interrupted struct{}

// start returns the state at time 0, see dress.Start. show may be nil.
func start(ctx context.Context, setup *scenes.Setup, report func(Progress),
	show func(x []r3.Vec, t float64), tight func(t *dress.Trouble)) (state *cloth.State, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interrupted:
			state, err = nil, errPreparing
		default:
			panic(p)
		}
	}()
	if ctx.Err() != nil {
		return nil, errPreparing
	}
	var mu sync.Mutex
	tell := func(p Progress) {
		mu.Lock()
		defer mu.Unlock()
		report(p)
	}
	lookout := NewProgressWatch(tell)
	defer lookout.Close()
	lookout.Begin(Progress{Note: "preparing the start"})
	var last atomic.Pointer[step.Moment]
	doing := ""
	state, err = dress.Start(setup, dress.Options{
		Progress: func(stage string, done float64) {
			if ctx.Err() != nil {
				panic(interrupted{})
			}
			tell(Progress{Stage: stage, Done: done, Left: -1})
			if stage != doing {
				doing = stage
				lookout.Begin(Progress{})
			}
			lookout.Within(func() string {
				text := fmt.Sprintf("%s, %.0f %% done", stage, 100*done)
				if m := last.Load(); m != nil {
					text += ", " + m.String()
				}
				return text
			})
		},
		Show:  show,
		Tight: tight,
		Note:  func(text string) { tell(Progress{Stage: "note", Note: text, Left: -1}) },
		Watch: func(m step.Moment) error {
			if ctx.Err() != nil {
				return ErrInterrupted
			}
			if m.Most > 0 {
				last.Store(&m)
			}
			return nil
		},
	})
	var trouble *dress.Trouble
	switch {
	case errors.Is(err, ErrInterrupted):
		err = errPreparing
	case errors.As(err, &trouble):
		err = param.Wrong(err)
	}
	return state, err
}
