package scenes

import (
	"fmt"

	"hysteron/formats"
)

// Kinds of problem beyond those of formats.CheckTriangles.
const (
	PatternWarning    formats.ProblemKind = "pattern"            // what the pattern reader or the mesher noticed
	IntersectingFaces formats.ProblemKind = "intersecting faces" // cloth through cloth at the start
	InsideBody        formats.ProblemKind = "inside a body"      // cloth in a collider at the start
	BelowGround       formats.ProblemKind = "below the ground"   // at the start
	StretchedAtStart  formats.ProblemKind = "stretched at start" // often a wrong unit
	// right side in material space, wrong side of its neighbours
	MixedWinding formats.ProblemKind = "flipped triangle"
	NothingHolds formats.ProblemKind = "nothing holds it"     // no pin, no collider: free fall
	OpenSurface  formats.ProblemKind = "not a closed surface" // a body that had to be closed
	// of a body, whose file says them wrongly or names what is not there
	UnreadColours     formats.ProblemKind = "colours not read"
	LongEdges         formats.ProblemKind = "long edges"         // asked for: longer than the sheet
	ImplausibleSize   formats.ProblemKind = "implausible size"   // smaller than 1 cm or larger than 20 m
	ImplausibleFabric formats.ProblemKind = "implausible fabric" // numbers that no cloth has
)

// Kinds of problem of garments and the bodies that they are made for.
const (
	NotAroundBody formats.ProblemKind = "not around a body"
	UpsideDown    formats.ProblemKind = "upside down"
	TwistedSeam   formats.ProblemKind = "twisted seam"
	CrotchTooHigh formats.ProblemKind = "crotch too high"
	LyingBody     formats.ProblemKind = "body lies on its side"
	DoesNotFit    formats.ProblemKind = "does not fit"
)

// Problem is something doubtful or wrong in the input.
type Problem struct {
	Part string `json:"part"` // name of the garment, sheet, mesh or body; triangles and vertices are its own
	formats.Problem
}

// String is the problem in one line.
func (p Problem) String() string {
	if p.Part == "" {
		return p.Problem.String()
	}
	return p.Part + ": " + p.Problem.String()
}

// Lines are problems for people to read: of each kind in each part the first ten, and how many more there are.
func Lines(problems []Problem) (lines []string) {
	const most = 10
	type group struct {
		part string
		kind formats.ProblemKind
	}
	count := map[group]int{}
	for i := range problems {
		count[group{problems[i].Part, problems[i].Kind}]++
	}
	shown := map[group]int{}
	for i := range problems {
		g := group{problems[i].Part, problems[i].Kind}
		if shown[g]++; shown[g] > most {
			continue
		}
		lines = append(lines, problems[i].String())
		if more := count[g] - most; shown[g] == most && more > 0 {
			p := warn(g.part, g.kind, "%d more of these", more)
			p.Severity = problems[i].Severity
			lines = append(lines, p.String())
		}
	}
	return lines
}

// Doubts are the problems that ask for a look: all but notes.
func Doubts(problems []Problem) (list []Problem) {
	for _, p := range problems {
		if p.Severity != formats.Note {
			list = append(list, p)
		}
	}
	return list
}

// maxListed bounds the triangles or vertices listed for one problem.
const maxListed = 1000

// Severe counts the errors among problems.
func Severe(problems []Problem) (n int) {
	for _, p := range problems {
		if p.Severity == formats.Error {
			n++
		}
	}
	return n
}

// Several is so many of a thing, in words.
func Several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func warn(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	return Problem{part, formats.Problem{Kind: kind, Severity: formats.Warning, Detail: fmt.Sprintf(format, args...)}}
}

// note is what asks for nothing: what was found or done, and what dressing or a run sees to by itself.
func note(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	q := warn(part, kind, format, args...)
	q.Severity = formats.Note
	return q
}
