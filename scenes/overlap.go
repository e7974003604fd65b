package scenes

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/contact/bvh"
	"hysteron/formats"
	"hysteron/placement"
	"hysteron/step"
)

// OverlappingBodies is two bodies that come into each other on the way of their motions.
const OverlappingBodies formats.ProblemKind = "bodies overlap"

// overlapPlots is the largest number of vertices times frames whose depth is measured; beyond it, fewer vertices are.
// Guess: so that two bodies take about a second.
const overlapPlots = 2e5

// overlap is how deep one body is in another over the frames.
type overlap struct {
	first, count int     // first frame, and number of frames, in which it is deeper than at the start
	deepest      int     // frame
	depth        float64 // there [m]
	at           r3.Vec
}

// overlaps finds earlier bodies that a body comes into after the start, deeper than then by the layers of both.
func (c *inspection) overlaps(i int) (problems []Problem) {
	for k := range i {
		o := c.overlap(k, i)
		if o.count == 0 {
			continue
		}
		out, in := &c.Scene.Bodies[k], &c.Scene.Bodies[i]
		if in.Priority > out.Priority {
			out, in = in, out
		}
		start := c.Scene.StartFrame
		text := fmt.Sprintf("with %q in %s from frame %d on, by up to %.2g m in frame %d near (%.3f, %.3f, %.3f) m: there "+
			"is no room for cloth between them", c.Scene.Bodies[k].Name, Several(o.count, "frame"), start+o.first, o.depth,
			start+o.deepest, o.at.X, o.at.Y, o.at.Z)
		if c.Settings.OnNoRoom == step.StopOnNoRoom {
			problems = append(problems, warn(c.Scene.Bodies[i].Name, OverlappingBodies, "%s: a run that has cloth there ends "+
				"(contact.on_no_room)", text))
			continue
		}
		problems = append(problems, note(c.Scene.Bodies[i].Name, OverlappingBodies,
			"%s: cloth stays out of %s there and comes into %s (priority)", text, out.Name, in.Name))
	}
	return problems
}

// overlap measures how deep vertices of each of two bodies are in the other one.
func (c *inspection) overlap(a, b int) (o overlap) {
	frames := c.Scene.Frames
	var x [2][]r3.Vec
	var tree [2]*bvh.Tree
	for side, k := range [2]int{a, b} {
		x[side] = make([]r3.Vec, c.Bodies[k].NumVertices())
		c.Bodies[k].Positions(x[side], 0)
		var err error
		if tree[side], err = bvh.New(c.Bodies[k].Triangles(), x[side]); err != nil {
			return o // it has no inside
		}
	}
	each := 1 + (len(x[0])+len(x[1]))*max(frames, 1)/overlapPlots
	atStart, depth, at := 0.0, 0.0, r3.Vec{}
	var was [2][]r3.Vec
	var lo, hi [2]r3.Vec
	for f := range frames {
		still := true
		for side, k := range [2]int{a, b} {
			c.Bodies[k].Positions(x[side], float64(f)/c.Scene.FPS)
			still = still && f > 0 && slices.Equal(x[side], was[side])
			was[side] = append(was[side][:0], x[side]...)
			lo[side], hi[side] = placement.Extent(x[side])
		}
		if !still {
			depth, at = depthOf(x, lo, hi, tree, each)
		}
		if f == 0 {
			atStart = depth
		}
		if depth <= atStart+2*c.Settings.Thickness {
			continue
		}
		if o.count++; o.count == 1 {
			o.first = f
		}
		if depth > o.depth {
			o.depth, o.deepest, o.at = depth, f, at
		}
	}
	return o
}

// depthOf returns the largest depth of every so many vertices of two bodies in the other one [m], and where it is.
func depthOf(x [2][]r3.Vec, lo, hi [2]r3.Vec, tree [2]*bvh.Tree, each int) (depth float64, at r3.Vec) {
	if lo[0].X > hi[1].X || lo[1].X > hi[0].X || lo[0].Y > hi[1].Y || lo[1].Y > hi[0].Y || lo[0].Z > hi[1].Z ||
		lo[1].Z > hi[0].Z {
		return 0, r3.Vec{}
	}
	for side := range 2 {
		tree[side].Refit(nil, x[side])
	}
	for side := range 2 {
		other := 1 - side
		for v := 0; v < len(x[side]); v += each {
			if p := x[side][v]; placement.InBox(p, lo[other], hi[other]) {
				if d := -tree[other].Closest(p, -1).Dist; d > depth {
					depth, at = d, p
				}
			}
		}
	}
	return depth, at
}
