//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

// elements evaluates the terms of elements and vertices, assembles gradient and matrix, and keeps the elements'
// internal variables.
type elements struct {
	*queue
	m *cloth.Model
	p *layout.Model

	semismooth bool // see step.Operations
}

var elementDispatches = append([]dispatch{
	{name: "begin_air", stage: stageElements, strides: layout.Strides{"airSlot": 0}},
	{name: "triangles", stage: stageElements, uniforms: words("begin", "activeSetFixed", "semismooth"),
		part: ofTriangles, strides: layout.Strides{"triangleSlot": 0}},
	{name: "hinges", stage: stageElements, uniforms: words("begin"), strides: layout.Strides{"hingeSlot": 0}},
	{name: "curves", stage: stageElements, uniforms: words("begin"), strides: layout.Strides{"curveSlot": 0}},
	{name: "collect_curves", stage: stageElements, strides: layout.Strides{"hingeSlot": 0}},
	{name: "vertices", stage: stageElements, uniforms: words("activeSetFixed", "semismooth"), part: ofVertices},
	{name: "gather_gradient", shape: looping, stage: stageGather, uniforms: words("firstReduction", "contactOfMatrix"),
		part: ofGradient},
	{name: "gather_matrix", stage: stageGather},
	{name: "reduce", shape: looping, uniforms: words("sum0", "sum1", "sum2", "sum3")},
	{name: "trial_triangles", shape: looping, stage: stageElements, uniforms: words("alpha", "firstReduction"),
		part: ofTriangles},
	{name: "trial_hinges", shape: looping, stage: stageElements, uniforms: words("alpha", "firstReduction"),
		part: ofHinges},
	{name: "trial_curves", shape: looping, stage: stageElements, uniforms: words("firstReduction"), part: ofCurves},
	{name: "trial_vertices", shape: looping, stage: stageElements, uniforms: words("alpha", "firstReduction",
		"secondReduction"), part: ofVertices},
	{name: "soften_points", shape: looping, stage: stageElements, uniforms: words("gone", "semismooth",
		"firstReduction"),
		part: ofTriangles},
	{name: "strain_change", shape: looping, stage: stageElements},
	{name: "energy_balance", shape: looping, stage: stageElements},
	{name: "commit_triangles", stage: stageElements, uniforms: words("reset"),
		strides: layout.Strides{"triangleHistory": 0}},
	{name: "commit_hinges", stage: stageElements, uniforms: words("reset"), strides: layout.Strides{"hingeHistory": 0}},
	{name: "commit_curves", stage: stageElements, uniforms: words("reset"), strides: layout.Strides{"curveHistory": 0}},
}, listedDispatches()...)

// listedDispatches returns the dispatches of generated kernels, see layout.Listed.
func listedDispatches() (list []dispatch) {
	for i, kind := range layout.Listed {
		name := kind.String()
		has := func(m *cloth.Model) bool { return m.Count(kind) > 0 }
		list = append(list,
			dispatch{name: name + "s", stage: stageElements, uniforms: words("begin"),
				strides: layout.Strides{name + "Slot": 0},
				needs:   has},
			dispatch{name: "trial_" + name + "s", shape: looping, stage: stageElements, uniforms: words("alpha",
				"firstReduction"), part: ofListed << i, needs: has},
			dispatch{name: "commit_" + name + "s", stage: stageElements, uniforms: words("reset"),
				strides: layout.Strides{name + "History": 0}, needs: has})
	}
	return list
}

// contents lists the buffers.
func (e *elements) contents() []content {
	n, tris, hinges, c, p := len(e.m.X0), len(e.m.Tri), len(e.m.Hinges), len(e.m.Curves), e.p
	list := []content{
		{"corners", p.Corners}, {"triangleRest", p.TriangleRest}, {"fabrics", p.Fabrics},
		{"hingeVertices", p.Hinges}, {"hingeRest", p.HingeRest}, {"vertexRest", p.VertexRest},
		{"curveHinges", p.Curves.Hinges}, {"curveWeights", p.Curves.Weights}, {"lawRows", p.Laws},
		{"hingeCurveStart", p.Curves.Start}, {"hingeCurve", p.Curves.Of},
		{"rowStart", p.RowStart}, {"rowElement", p.RowElement}, {"blockStart", p.BlockStart},
		{"blockElement", p.BlockElement},
		{"triangleHistory", vectors(layout.HistoryTexels(e.m, cloth.Triangles) * tris)},
		{"hingeHistory", vectors(layout.HistoryTexels(e.m, cloth.Hinges) * hinges)},
		{"curveHistory", vectors(layout.HistoryTexels(e.m, cloth.Curves) * c)},
		{"triangleSide", integers(tris)}, {"hingeSide", integers(hinges)}, {"curveSide", integers(c)},
		{"airSlot", vectors(2 * tris)}, {"triangleSlot", vectors(triangleSlot * tris)},
		{"hingeSlot", vectors(hingeSlot * hinges)},
		{"curveSlot", vectors(curveSlot * c)}, {"vertexSlot", vectors(vertexSlot * n)}, {"hingeTrial", floats(hinges)},
		{"gradient", vectors(n)}, {"reduction", vectors(allReductions)},
	}
	for _, kind := range layout.Listed {
		name, of := kind.String(), &p.Listed[kind]
		g := len(of.Order)
		list = append(list, content{name + "Vertices", of.Vertices}, content{name + "Rest", of.Rest},
			content{name + "History", vectors(layout.HistoryTexels(e.m, kind) * g)}, content{name + "Side",
				integers(g)},
			content{name + "Slot", vectors(kind.Row().Slot * g)})
	}
	return list
}

// evaluate evaluates all terms at the trial positions. begin: first evaluation of the step; fixed: with the contacts of
// the last trial.
func (e *elements) evaluate(begin, fixed bool) {
	e.run("triangles", len(e.m.Tri), begin, fixed, e.semismooth)
	e.run("hinges", len(e.m.Hinges), begin)
	e.run("vertices", len(e.m.X0), fixed, e.semismooth)
	for _, kind := range layout.Listed {
		e.run(kind.String()+"s", e.m.Count(kind), begin)
	}
	if n := len(e.m.Curves); n > 0 { // at the strains of the hinges, which then use the result
		e.run("curves", n, begin)
		e.run("collect_curves", len(e.m.Hinges))
	}
}

// evaluatePoints evaluates the terms of vertices and centroids at the present positions, with semismooth friction or
// not.
func (e *elements) evaluatePoints(semismooth bool) {
	e.run("triangles", len(e.m.Tri), false, false, semismooth)
	e.evaluateVertices(semismooth)
}

// evaluateVertices evaluates all terms on vertices.
func (e *elements) evaluateVertices(semismooth bool) {
	e.run("vertices", len(e.m.X0), false, semismooth)
}

// gatherGradient assembles the gradient and its norm, in the metric of the last matrix with the contact of now, or with
// that in the matrix.
func (e *elements) gatherGradient(contactOfMatrix bool) {
	n := len(e.m.X0)
	e.run("gather_gradient", n, gradientReductions, contactOfMatrix)
	e.sum(gradientReductions, e.sums(n), reductionGradient)
}

// gatherMatrix assembles the matrix.
func (e *elements) gatherMatrix() { e.run("gather_matrix", len(e.p.BlockPlace)/2) }

// trial computes the change of the potential along alpha times the search direction. pairs is an upper bound of the
// active pairs; the sums of others are zero.
func (e *elements) trial(alpha float64, pairs int) {
	first := 0
	behind := func(n int) int { // start of the partial sums of a kernel over n items
		at := first
		first += e.sums(n)
		return at
	}
	n, curves := len(e.m.X0), len(e.m.Curves)
	e.run("trial_triangles", len(e.m.Tri), alpha, behind(len(e.m.Tri)))
	e.run("trial_hinges", len(e.m.Hinges), alpha, behind(len(e.m.Hinges)))
	e.run("trial_curves", curves, behind(curves)) // uses the results of trial_hinges
	for _, kind := range layout.Listed {
		e.run("trial_"+kind.String()+"s", e.m.Count(kind), alpha, behind(e.m.Count(kind)))
	}
	e.run("trial_vertices", n, alpha, behind(n), stepReductions)
	e.run("trial_pairs", pairs, alpha, behind(pairs))
	e.sum(0, first, reductionEnergy)
	e.sum(stepReductions, e.sums(n), reductionStep)
}

// slope computes the derivative of the potential along the search direction at the present positions and, in place of a
// change of the potential, the friction softening after gone Newton steps with a semismooth matrix or not. obstacles:
// there are any; pairs: upper bound of the active pairs. It evaluates only the present positions: a contact at another
// position would count as touched.
func (e *elements) slope(gone float64, semismooth, obstacles bool, pairs int) {
	n, points := len(e.m.X0), 0
	e.run("trial_vertices", n, 0., 0, stepReductions)
	e.sum(stepReductions, e.sums(n), reductionStep)
	if obstacles {
		points = n + len(e.m.Tri)
	}
	e.run("soften_points", points, gone, semismooth, 0)
	e.run("soften_pairs", pairs, gone, semismooth, e.sums(points))
	e.sum(0, e.sums(points)+e.sums(pairs), reductionEnergy)
}

// strainChange computes the largest strain change over the step.
func (e *elements) strainChange() {
	e.run("strain_change", len(e.m.Tri))
	e.sum(0, e.sums(len(e.m.Tri)), reductionEnergy)
}

// energyBalance computes the work of the residual over the step.
func (e *elements) energyBalance() {
	n := len(e.m.X0)
	e.run("energy_balance", n)
	e.sum(0, e.sums(n), reductionEnergy)
}

// commit advances the internal variables to the trial positions, or resets all but the strains.
func (e *elements) commit(reset bool) {
	e.run("commit_triangles", len(e.m.Tri), reset)
	e.run("commit_hinges", len(e.m.Hinges), reset)
	e.run("commit_curves", len(e.m.Curves), reset) // uses the results of commit_hinges
	for _, kind := range layout.Listed {
		e.run("commit_"+kind.String()+"s", e.m.Count(kind), reset)
	}
}

// upload copies the internal variables to the device.
func (e *elements) upload(state *cloth.State) {
	for kind := range cloth.Kinds {
		if state.Past[kind].Len() == 0 {
			continue
		}
		write(e.queue, e.buffers[kind.String()+"History"], e.p.PackHistory(e.m, kind, &state.Past[kind]))
	}
}

// download copies the internal variables from the device.
func (e *elements) download(state *cloth.State) {
	for kind := range cloth.Kinds {
		h := &state.Past[kind]
		if h.Len() == 0 {
			continue
		}
		data := make([][4]float32, layout.HistoryTexels(e.m, kind)*h.Len())
		read(e.queue, e.buffers[kind.String()+"History"], data)
		e.p.UnpackHistory(e.m, kind, h, data)
	}
}
