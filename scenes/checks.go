package scenes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
	"hysteron/placement"
)

// Check finds faults of some kinds in the whole scene, a part or a body. Checks are independent of each other.
type Check struct {
	Name  string
	Over  scope
	Kinds []formats.ProblemKind
	Where func(c *inspection, i int) bool // where it applies; nil: everywhere
	Run   func(c *inspection, i int) []Problem
}

// scope is what a check is run over, in this order.
type scope uint8

const (
	whole  scope = iota // the scene, once
	part                // each part of the cloth
	figure              // each body
	pairs               // all parts with each other, once
	scopes              // number of scopes
)

func of(kinds ...formats.ProblemKind) []formats.ProblemKind { return kinds }

// meshKinds are the kinds of formats.CheckTriangles.
var meshKinds = of(formats.NonFinite, formats.IndexOutOfRange, formats.RepeatedVertex, formats.ZeroArea,
	formats.DuplicateTriangle, formats.NonManifoldEdge, formats.InconsistentOrientation, formats.UnusedVertex)

// Checks are those of Problems, in this order within their scope.
var Checks = []Check{
	{"posture of bodies", whole, of(LyingBody, ImplausibleSize), nil, (*inspection).posture},
	{"evacuated layers", whole, of(Vacuum), nil, (*inspection).vacuums},
	{"rests after the last frame", whole, of(NeverReached), nil, (*inspection).unreached},
	{"mesh", part, meshKinds, nil, (*inspection).mesh},
	{"winding of panels", part, of(MixedWinding), meshed, (*inspection).flipped},
	{"unit", part, of(ImplausibleSize), meshed, (*inspection).size},
	{"rest lengths", part, of(StretchedAtStart), inShape, (*inspection).atRest},
	{"fabric", part, of(ImplausibleFabric), woven, (*inspection).implausible},
	{"around a body", part, of(NotAroundBody), dressed, (*inspection).away},
	{"over the body's middle", part, of(NotAroundBody), onOne, (*inspection).beside},
	{"crotch", part, of(CrotchTooHigh), onOne, (*inspection).crotch},
	{"depth of the body", part, of(DoesNotFit), panelsOnOne, (*inspection).sheetlike},
	{"openings", part, of(DoesNotFit), panelsOnFigure, doubt(placement.OpeningsAmiss)},
	{"among arms", part, of(DoesNotFit), panelsOnFigure, doubt(placement.AmongArms)},
	{"legs", part, of(DoesNotFit), panelsOnFigure, doubt(placement.LegsAmiss)},
	{"girth", part, of(DoesNotFit), panelsOnFigure, doubt(placement.Misfit)},
	{"rolled panels", part, of(DoesNotFit), panelsOnOne, (*inspection).hollow},
	{"upside down", part, of(UpsideDown), onBody, (*inspection).upsideDown},
	{"edges over sharp bodies", part, of(CoarseCloth), meshed, (*inspection).coarse},
	{"needles", part, of(NeedleTriangles), meshed, (*inspection).needles},
	{"inside a body", part, of(InsideBody, formats.NonManifoldEdge), nil, (*inspection).inside},
	{"below the ground", part, of(BelowGround), nil, (*inspection).grounded},
	{"support", part, of(NothingHolds), nil, (*inspection).falls},
	{"tracks of pins", part, of(JumpingPin), nil, (*inspection).pinJumps},
	{"mesh of a body", figure, meshKinds, nil, (*inspection).bodyMesh},
	{"motion of a body", figure, of(JumpingBody), nil, (*inspection).jumps},
	{"begin of a motion", figure, of(JumpingBody), nil, (*inspection).misplaced},
	{"bodies in each other", figure, of(OverlappingBodies), nil, (*inspection).overlaps},
	{"intersections", pairs, of(IntersectingFaces), nil, (*inspection).intersections},
	{"inside a solid", pairs, of(InsideBody), nil, (*inspection).within},
	{"rigid bodies without contact", pairs, of(NothingGuards), nil, (*inspection).unguarded},
}

// Problems returns faults and doubts of the input before simulation: those found by Build, then those of the checks.
// Errors come first, then warnings, then notes. Garments start as panels around the body; dressing resolves depths
// inside it of up to shallow, which are reported as notes.
func (s *Setup) Problems() []Problem {
	problems := slices.Clone(s.warnings)
	s.run(func(_ *Check, found []Problem) { problems = append(problems, found...) })
	order := []formats.Severity{formats.Error, formats.Warning, formats.Note}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return slices.Index(order, a.Severity) - slices.Index(order, b.Severity)
	})
	return problems
}

// run runs the checks over each part and body before the next, and passes on what each finds.
func (s *Setup) run(found func(k *Check, problems []Problem)) {
	c := s.inspected()
	for over, n := range [scopes]int{1, len(s.Parts), len(s.Bodies), 1} {
		for i := range n {
			for k := range Checks {
				if k := &Checks[k]; k.Over == scope(over) && (k.Where == nil || k.Where(c, i)) {
					found(k, k.Run(c, i))
				}
			}
		}
	}
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
	if c.held(part) || len(c.Colliders) > 0 || c.Settings.Gravity == (r3.Vec{}) {
		return nil
	}
	if c.heldElsewhere(part) {
		return []Problem{note(c.Parts[part].Name, NothingHolds, "no pins, and no body or ground in the scene: it falls "+
			"freely, unless other parts with pins catch it")}
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
