package main

import (
	"fmt"
	"strings"

	"hysteron/cloth"
	"hysteron/sim"
	"hysteron/step"
)

// few is the share of unconverged steps that does not show in pictures.
const few = 0.02

// limits lists the iteration limits that a run reached, with counts; "" if none. A step with halved sub-steps may count
// several times. Limits of active-set re-solves are left out, since Newton's method continues after them.
func limits(q step.Limits) string {
	var list []string
	for _, w := range []struct {
		n    int
		text string
	}{
		{q.Newton, "Newton's iterations (max_newton) %d times"},
		{q.CG, "conjugate gradients (max_cg) %d times"},
		{q.Rounds, "rounds of path checks %d times"},
		{q.Bodies, "cuts for bodies that come through cloth %d times"},
		{q.Strain, "hard limits of strain (limit_…) %d times"},
		{q.Digits, "digits for stiff narrow triangles %d times"},
	} {
		if w.n > 0 {
			list = append(list, fmt.Sprintf(w.text, w.n))
		}
	}
	return strings.Join(list, ", ")
}

// remedy returns the settings to change after a run that reached iteration limits.
func remedy(q step.Limits) string {
	switch {
	case q.Digits > 0:
		return "take a smaller step_s, or --backend cpu: triangles are too narrow for the numbers of a device, see " +
			"hysteron check"
	case q.CG > q.Newton:
		return "take a larger solver.max_cg, or a smaller step_s"
	}
	return "take a smaller step_s"
}

// noRoom names the bodies that overlap with cloth between.
func noRoom(list []sim.NoRoom) string {
	worst := list[0]
	for _, n := range list {
		if n.Overlap > worst.Overlap {
			worst = n
		}
	}
	return fmt.Sprintf("%s and %s overlap with cloth between in %d frames (no_room of run.json), most by %.2g mm in "+
		"frame %d near (%.3f, %.3f, %.3f) m: the cloth stays out of %s there and is in %s (priority); keep them apart",
		worst.Out, worst.In, len(list), 1e3*worst.Overlap, worst.Frame, worst.At[0], worst.At[1],
		worst.At[2], worst.Out, worst.In)
}

// inBodies is the sentence about cloth inside bodies that all commands share.
func inBodies(count int, when string) string {
	return fmt.Sprintf("%d vertices or faces of the cloth are in a body %s", count, when)
}

// grade is the grade of a run.
type grade int

const (
	good     grade = iota
	doubtful       // the user has to look at its pictures
	bad
)

func (g grade) String() string {
	return [...]string{"good", "look at it closely", "not good"}[g]
}

// verdict returns the grade of a run and a sentence with its reason and the remedy. Worse findings come first.
func verdict(r *sim.RunInfo) (g grade, text string) {
	g, why := judge(r)
	return g, g.String() + ": " + why
}

func judge(r *sim.RunInfo) (g grade, why string) {
	switch {
	case r.NonFinite > 0:
		return bad, fmt.Sprintf("%d coordinates are not finite; take a smaller step_s", r.NonFinite)
	case r.SelfIntersections > 0:
		return bad, fmt.Sprintf("cloth passes through cloth in some of %d frames (contact.csv); begin with a start that "+
			"hysteron check --dressed finds clean, and with contact.self = true", r.IntersectingFrames)
	case r.BodyPenetrations > 0 && r.StartPenetrations > 0 && r.IntersectingFrames == 1:
		return bad, inBodies(r.StartPenetrations, "at the start") + ", though in no later frame; hysteron check -o DIR " +
			"shows them"
	case r.BodyPenetrations > 0 && r.StartPenetrations > 0:
		return bad, fmt.Sprintf("%s, and cloth is in bodies in %d frames in all (contact.csv); hysteron check -o DIR shows "+
			"them", inBodies(r.StartPenetrations, "at the start"), r.IntersectingFrames)
	case r.BodyPenetrations > 0 && len(r.NoRoom) > 0 && len(r.NoRoom) == r.IntersectingFrames:
		return doubtful, noRoom(r.NoRoom)
	case r.BodyPenetrations > 0 && len(r.NoRoom) > 0:
		return bad, fmt.Sprintf("cloth comes into bodies in %d frames (contact.csv); %s", r.IntersectingFrames,
			noRoom(r.NoRoom))
	case r.BodyPenetrations > 0:
		return bad, fmt.Sprintf("cloth comes into bodies in %d frames (contact.csv); mend bodies that jump (hysteron "+
			"check), or take shorter edges (edge_length_m), a larger contact.thickness_m or a smaller step_s",
			r.IntersectingFrames)
	case r.MaxStretch > cloth.TearStretch:
		return bad, fmt.Sprintf("%s: no cloth bears more than %d times; its pins or the bodies around it go too far apart, "+
			"or the fabric is too weak",
			stretched(r), cloth.TearStretch)
	case r.Limits.Bodies > 0:
		return doubtful, fmt.Sprintf("bodies may have come through cloth in %d sub-steps (ran_out.bodies of run.json), "+
			"though no frame shows one in it; take shorter edges (edge_length_m), slower bodies or a smaller step_s",
			r.Limits.Bodies)
	case r.Limits.Strain > 0:
		return doubtful, fmt.Sprintf("triangles were above a hard limit of their fabric (limit_stretch, "+
			"limit_shear_deg, limit_energy_j_m2) at the end of %d sub-steps (ran_out.strain of run.json): raise the "+
			"limit, or move the pins or bodies less far apart", r.Limits.Strain)
	case r.Static == nil && r.Steps > 0 && float64(r.UnconvergedSteps) > few*float64(r.Steps):
		return doubtful, fmt.Sprintf("nothing passes through anything, but %d of %d steps ran out of iterations; %s",
			r.UnconvergedSteps, r.Steps, remedy(r.Limits))
	case r.MaxStretch > cloth.FitStretch:
		return doubtful, stretched(r) + ": woven cloth tears at 1.1 to 1.5 times, knitted at up to 3"
	case r.Static != nil && r.UnconvergedSteps > 0:
		return good, fmt.Sprintf("nothing passes through anything, and the last frame is at rest; %d of %d steps on the "+
			"way there ran out of iterations", r.UnconvergedSteps, r.Steps)
	case r.UnconvergedSteps > 0:
		return good, fmt.Sprintf("nothing passes through anything, and only %d of %d steps ran out of iterations",
			r.UnconvergedSteps, r.Steps)
	case r.Guarantees.Minimum.Because != "" && !r.Guarantees.Minimum.Holds:
		return good, "nothing passes through anything; " + r.Guarantees.Minimum.Because
	}
	return good, "nothing passes through anything, and all steps converged"
}

// stretched returns the sentence about the largest stretch of a run and its place.
func stretched(r *sim.RunInfo) string {
	text := fmt.Sprintf("the cloth is stretched up to %.3g times", r.MaxStretch)
	if at := r.MaxStretchAt; at != nil {
		text += fmt.Sprintf(" (frame %d, triangle %d of %s)", at.Frame, at.Triangle, at.Garment)
	}
	return text
}

// poorError is the error of a run that ended with a bad grade.
type poorError struct {
	verdict string
	printed bool // the verdict is on the standard output
}

func (e *poorError) Error() string { return e.verdict }

// poor returns the error of a grade, nil if it is accepted. With --strict only good runs are.
func poor(g grade, verdict string, strict, printed bool) error {
	if g == bad || g == doubtful && strict {
		return &poorError{verdict, printed}
	}
	return nil
}
