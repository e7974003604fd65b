package scenes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// inputCheck finds faults of some kinds in part i, body i, or all of a setup. Checks are independent of each other.
type inputCheck struct {
	kinds []formats.ProblemKind
	where func(c *inspection, i int) bool // where it applies; nil: everywhere
	find  func(c *inspection, i int) []Problem
}

func of(kinds ...formats.ProblemKind) []formats.ProblemKind { return kinds }

// meshKinds are the kinds of formats.CheckTriangles.
var meshKinds = of(formats.NonFinite, formats.IndexOutOfRange, formats.RepeatedVertex, formats.ZeroArea,
	formats.DuplicateTriangle, formats.NonManifoldEdge, formats.InconsistentOrientation, formats.UnusedVertex)

// Checks of Problems, in this order: of the whole setup, of each part of the cloth, of each body, between parts.
var (
	sceneChecks = []inputCheck{
		{of(LyingBody, ImplausibleSize), nil, (*inspection).posture},
		{of(Vacuum), nil, (*inspection).vacuums},
	}
	partChecks = []inputCheck{
		{meshKinds, nil, (*inspection).mesh},
		{of(MixedWinding), meshed, (*inspection).flipped},
		{of(ImplausibleSize), meshed, (*inspection).size},
		{of(StretchedAtStart), inShape, (*inspection).atRest},
		{of(ImplausibleFabric), woven, (*inspection).implausible},
		{of(NotAroundBody), dressed, (*inspection).away},
		{of(NotAroundBody), onOne, (*inspection).beside},
		{of(CrotchTooHigh), onOne, (*inspection).crotch},
		{of(DoesNotFit), panelsOnOne, (*inspection).fit},
		{of(DoesNotFit), panelsOnOne, (*inspection).hollow},
		{of(UpsideDown), onBody, (*inspection).upsideDown},
		{of(CoarseCloth), meshed, (*inspection).coarse},
		{of(NeedleTriangles), meshed, (*inspection).needles},
		{of(InsideBody, formats.NonManifoldEdge), nil, (*inspection).inside},
		{of(BelowGround), nil, (*inspection).grounded},
		{of(NothingHolds), nil, (*inspection).falls},
		{of(JumpingPin), nil, (*inspection).pinJumps},
	}
	bodyChecks = []inputCheck{
		{meshKinds, nil, (*inspection).bodyMesh},
		{of(JumpingBody), nil, (*inspection).jumps},
	}
	pairChecks = []inputCheck{{of(IntersectingFaces), nil, (*inspection).intersections}}
)

// Problems returns faults and doubts of the input before simulation: those found by Build, then those of the checks.
// Errors come first, then warnings, then notes. Garments start as panels around the body; dressing resolves depths
// inside it of up to shallow, which are reported as notes.
func (s *Setup) Problems() []Problem {
	c, problems := s.inspected(), slices.Clone(s.warnings)
	for _, of := range []struct {
		n    int
		list []inputCheck
	}{{1, sceneChecks}, {len(s.Parts), partChecks}, {len(s.Bodies), bodyChecks}, {1, pairChecks}} {
		for i := range of.n {
			for _, k := range of.list {
				if k.where == nil || k.where(c, i) {
					problems = append(problems, k.find(c, i)...)
				}
			}
		}
	}
	order := []formats.Severity{formats.Error, formats.Warning, formats.Note}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return slices.Index(order, a.Severity) - slices.Index(order, b.Severity)
	})
	return problems
}

// mesh finds faults in the mesh of a part. Triangles without area are left out if seams are twisted, as they have the
// same cause.
func (c *inspection) mesh(part int) (problems []Problem) {
	p := &c.Parts[part]
	for _, q := range formats.CheckTriangles(p.X, p.Tri) {
		switch q.Kind {
		case formats.ZeroArea:
			if c.missewn(p.Name) {
				continue
			}
		case formats.UnusedVertex:
			if len(p.Elements) > 0 || p.RigidMass > 0 { // of another element, or with mass; else the model refuses it
				continue
			}
		case formats.NonManifoldEdge, formats.InconsistentOrientation:
			if slices.Contains(p.Loose, [2]int32{q.Vertices[0], q.Vertices[1]}) {
				continue
			}
		}
		problems = append(problems, Problem{p.Name, q})
	}
	return problems
}

// atRest finds edges of a part that start far from their rest lengths.
func (c *inspection) atRest(part int) []Problem {
	p := &c.Parts[part]
	return stretched(p.Name, p.X, p.Tri, p.UV, startStretch)
}

// falls finds a part that nothing supports.
func (c *inspection) falls(part int) []Problem {
	held := len(c.Parts[part].Pins) > 0 || len(c.Pieces[part].Holds) > 0
	if held || len(c.Colliders) > 0 || c.Settings.Gravity == (r3.Vec{}) {
		return nil
	}
	return []Problem{warn(c.Parts[part].Name, NothingHolds, "no pins, and no body or ground in the scene: it will fall "+
		"freely")}
}

// bodyMesh finds faults in the mesh of a body. The normal of a triangle without area is that of the adjacent faces, so
// it is a note unless most triangles are such.
func (c *inspection) bodyMesh(i int) (problems []Problem) {
	x, tri := make([]r3.Vec, c.Bodies[i].NumVertices()), c.Bodies[i].Triangles()
	c.Bodies[i].Positions(x, 0)
	flat := 0
	for _, q := range formats.CheckTriangles(x, tri) {
		if q.Kind == formats.ZeroArea {
			flat++
		}
		problems = append(problems, Problem{c.Scene.Bodies[i].Name, q})
	}
	for k := range problems {
		if q := &problems[k]; q.Kind == formats.ZeroArea && 2*flat < len(tri) {
			q.Severity = formats.Note
		}
	}
	return problems
}
