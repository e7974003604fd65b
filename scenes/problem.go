package scenes

import (
	"fmt"

	"hysteron/formats"
)

// Kinds of problem beyond those of formats.CheckTriangles.
const (
	PatternWarning    formats.ProblemKind = "pattern"            // reported by the pattern reader or the mesher
	IntersectingFaces formats.ProblemKind = "intersecting faces" // cloth through cloth at the start
	InsideBody        formats.ProblemKind = "inside a body"      // cloth in a collider at the start
	BelowGround       formats.ProblemKind = "below the ground"   // at the start
	StretchedAtStart  formats.ProblemKind = "stretched at start" // often a wrong unit
	// right side in material space, wrong side of its neighbours
	MixedWinding formats.ProblemKind = "flipped triangle"
	NothingHolds formats.ProblemKind = "nothing holds it" // no pin, no collider: free fall
	// a rigid body without contact of cloth with cloth
	NothingGuards formats.ProblemKind = "nothing keeps it out"
	NeverReached  formats.ProblemKind = "never reached"        // a rest after the last frame
	OpenSurface   formats.ProblemKind = "not a closed surface" // a body that had to be closed
	// of a body; its file is faulty there, or refers to files that do not exist
	UnreadColours     formats.ProblemKind = "colours not read"
	LongEdges         formats.ProblemKind = "long edges"         // edge length above the size of the sheet
	ImplausibleSize   formats.ProblemKind = "implausible size"   // smaller than 1 cm or larger than 20 m
	ImplausibleFabric formats.ProblemKind = "implausible fabric" // properties outside the range of cloth
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

// Problem is a fault or doubt of the input.
type Problem struct {
	Part string `json:"part"` // of the garment, sheet, mesh or body, to which triangles and vertices belong
	formats.Problem
}

// String returns the problem in one line.
func (p Problem) String() string {
	if p.Part == "" {
		return p.Problem.String()
	}
	return p.Part + ": " + p.Problem.String()
}

// Lines returns problems as text: the first ten of each kind in each part, and the number of further ones.
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

// Doubts returns the problems that need attention: all except notes.
func Doubts(problems []Problem) (list []Problem) {
	for _, p := range problems {
		if p.Severity != formats.Note {
			list = append(list, p)
		}
	}
	return list
}

// maxListed is the largest number of triangles or vertices listed for one problem.
const maxListed = 1000

// Severe returns the number of errors among problems.
func Severe(problems []Problem) (n int) {
	for _, p := range problems {
		if p.Severity == formats.Error {
			n++
		}
	}
	return n
}

// Several returns a count with its noun.
func Several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func warn(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	return Problem{part, formats.Problem{Kind: kind, Severity: formats.Warning, Detail: fmt.Sprintf(format, args...)}}
}

// note returns a problem that needs no action: a repair, or one that dressing or a run resolves.
func note(part string, kind formats.ProblemKind, format string, args ...any) Problem {
	q := warn(part, kind, format, args...)
	q.Severity = formats.Note
	return q
}
