package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/contact"
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
	worst, change := worstTriangle(r.setup.Model, state, failed.H)
	marked, bodies := []int32{worst}, []contact.Mesh(nil)
	var cramped *step.Cramped
	var torn *step.Stretched
	switch {
	case errors.As(err, &cramped):
		marked, bodies = around(r.setup.Model, state, cramped.At), []contact.Mesh{} // which would hide it
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

// around are the triangles of all layers at a place [m]: those with a vertex no farther off than the longest of their edges.
func around(m *cloth.Model, s *cloth.State, at r3.Vec) (list []int32) {
	for t, v := range m.Tri {
		l := step.LongestEdge(m, t)
		if slices.ContainsFunc(v[:], func(i int32) bool { return r3.Norm(r3.Sub(s.X[i], at)) < l }) {
			list = append(list, int32(t))
		}
	}
	return list
}

// worstTriangle is the one whose Green strain changes most in free flight over h [s], and by how much.
func worstTriangle(m *cloth.Model, s *cloth.State, h float64) (worst int32, change float64) {
	change = -1
	for t, v := range m.Tri {
		var now, then [2]r3.Vec // columns of F
		for k, b := range m.Rest[t].B {
			x := s.X[v[k]]
			y := r3.Add(x, r3.Scale(h, s.V[v[k]]))
			now[0], now[1] = r3.Add(now[0], r3.Scale(b[0], x)), r3.Add(now[1], r3.Scale(b[1], x))
			then[0], then[1] = r3.Add(then[0], r3.Scale(b[0], y)), r3.Add(then[1], r3.Scale(b[1], y))
		}
		d := max(math.Abs(r3.Norm2(then[0])-r3.Norm2(now[0]))/2, math.Abs(r3.Norm2(then[1])-r3.Norm2(now[1]))/2,
			math.Abs(r3.Dot(then[0], then[1])-r3.Dot(now[0], now[1])))
		if d > change {
			worst, change = int32(t), d
		}
	}
	return worst, change
}
