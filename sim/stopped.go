package sim

import (
	"errors"
	"fmt"
	"strings"

	"hysteron/cloth"
	"hysteron/contact/bvh"

	"hysteron/step"
)

// showStopped writes the state of a run that stopped, with StartCheck.Write: in red the triangle with the largest
// strain change, the torn one, or those without room between bodies. It reports the paths.
func (r *runner) showStopped(err error) error {
	var failed *step.StepError
	if !errors.As(err, &failed) {
		return err
	}
	state, lost := r.backend.State()
	if lost != nil {
		return errors.Join(err, lost)
	}
	worst, change := Worst(r.setup.Model, state, failed.H)
	marked := []int32{worst}
	var cramped *step.Cramped
	var torn *step.Stretched
	switch {
	case errors.As(err, &cramped):
		marked = VerticesAround(r.setup.Model, state, cramped.At)
	case errors.As(err, &torn):
		marked = []int32{torn.Tri}
	}
	c := &StartCheck{
		Device: r.opt.View.Device, Model: r.setup.Model, ctx: r.ctx, setup: r.setup,
		X: state.X, Time: state.Time, Failed: err, Marked: marked,
	}
	c.look(nil)
	if pins := c.pinsInside(); pins != "" {
		err = fmt.Errorf("%w; %s", err, pins)
	}
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
			err, worst-int32(r.setup.Model.Parts[part].Tris.Lo), r.setup.Model.Parts[part].Name, change,
			strings.Join(paths, ", "))
	}
	return errors.Join(err, wrong)
}

// pinsInside returns the names of bodies with pins of the cloth inside, "" if there are none. Contact cannot move a
// pinned vertex out of a body, so the cloth around it is stretched more and more.
func (c *StartCheck) pinsInside() string {
	var list []string
	for k, b := range c.Bodies {
		tree, err := bvh.New(b.Tri, b.X)
		if err != nil { // open surfaces have no inside
			continue
		}
		number, deepest, at := 0, 0., int32(0)
		for i := range c.Model.Pins {
			p := &c.Model.Pins[i]
			if !p.Active(c.Time) || p.Kind == cloth.PinBody && c.setup.Colliders[p.Body].Name == c.setup.Scene.Bodies[k].Name {
				continue
			}
			if d := tree.Closest(c.X[p.Vertex], -1).Dist; d < 0 {
				if number++; d < deepest {
					deepest, at = d, p.Vertex
				}
			}
		}
		if number > 0 {
			part, x := &c.Model.Parts[c.Model.Part[at]], c.X[at]
			list = append(list, fmt.Sprintf("%d pinned vertices are inside %s, up to %.3g mm, such as vertex %d of %s at "+
				"(%.3f, %.3f, %.3f) m",
				number, c.setup.Scene.Bodies[k].Name, -1e3*deepest, int(at)-part.Vertices.Lo, part.Name, x.X, x.Y, x.Z))
		}
	}
	if list == nil {
		return ""
	}
	return strings.Join(list, "; ") + ": pin others, release these (release_s), or keep the body away from them"
}
