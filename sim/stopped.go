package sim

import (
	"errors"
	"fmt"
	"strings"

	"hysteron/cloth/contact"
	"hysteron/sim/shown"
	"hysteron/step"
)

// showStopped writes where a run was that cannot go on, with the triangle that was about to change most in red, the one that tore, or those where bodies leave cloth no room, as
// StartCheck.Write does, and tells where.
func (r *runner) showStopped(err error) error {
	var failed *step.StepError
	if !errors.As(err, &failed) {
		return err
	}
	state, lost := r.backend.State()
	if lost != nil {
		return errors.Join(err, lost)
	}
	worst, change := shown.Worst(r.setup.Model, state, failed.H)
	marked, bodies := []int32{worst}, []contact.Mesh(nil)
	var cramped *step.Cramped
	var torn *step.Stretched
	switch {
	case errors.As(err, &cramped):
		marked, bodies = shown.Around(r.setup.Model, state, cramped.At), []contact.Mesh{} // which would hide it
	case errors.As(err, &torn):
		marked = []int32{torn.Tri}
	}
	c := &StartCheck{
		Device: r.opt.View.Device, Model: r.setup.Model, ctx: r.ctx, setup: r.setup,
		X: state.X, Time: state.Time, Failed: err, Marked: marked, Bodies: bodies,
	}
	c.look()
	paths, wrong, pictures := c.Write(r.opt.Dir)
	if pictures != nil {
		r.note("%v", pictures)
	}
	switch {
	case len(paths) > 0 && (cramped != nil || torn != nil):
		err = fmt.Errorf("%w: shown by %s", err, strings.Join(paths, ", "))
	case len(paths) > 0:
		part := r.setup.Model.Rest[worst].Part
		err = fmt.Errorf("%w; triangle %d of %s was about to change most, its strain by %.2g in that step: shown by %s",
			err, worst-int32(r.setup.Model.Parts[part].Tris.Lo), r.setup.Model.Parts[part].Name, change, strings.Join(paths, ", "))
	}
	return errors.Join(err, wrong)
}
