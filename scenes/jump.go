package scenes

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/formats"
)

const (
	// JumpingBody is a body that moves far in a single frame, as at the end of a looped clip.
	JumpingBody formats.ProblemKind = "body jumps"
	// JumpingPin is pinned vertices that move so, for example if their track does not begin at the mesh.
	JumpingPin formats.ProblemKind = "pin jumps"
)

// A jump is longer than jumpLeast [m] and jumpRatio times the motion in the frames before and after. These are guesses:
// a limb at 3 m/s moves 12 cm in a frame, and as far in the next.
const (
	jumpLeast = 0.05
	jumpRatio = 3
	jumpSpeed = 10  // largest mean speed of a body from the pose of its mesh to its motion [m/s], that of a runner
	jumpPlots = 5e7 // largest number of vertices times frames that are checked; beyond it, fewer vertices are
)

// jumps finds the frame with the largest jump of a body. No cloth can follow a jump, whatever its edge length.
func (c *inspection) jumps(i int) []Problem {
	b, d := c.Bodies[i], &c.Scene.Bodies[i]
	n, frames := b.NumVertices(), c.Scene.Frames
	each := 1 + n*max(frames, 1)/jumpPlots
	x, was := make([]r3.Vec, n), make([]r3.Vec, n)
	way := make([]float64, max(frames, 1)+1) // since the frame before [m]; 0 in the first and after the last
	for k := range frames {
		b.Positions(x, float64(k)/c.Scene.FPS)
		for v := 0; k > 0 && v < n; v += each {
			way[k] = max(way[k], r3.Norm(r3.Sub(x[v], was[v])))
		}
		x, was = was, x
	}
	far, beside := jump(way)
	if far < 0 {
		return nil
	}
	at := c.Scene.StartFrame + far
	text := fmt.Sprintf("moves %.2g m from frame %d to %d, and %.2g m in the frames before and after: cloth cannot "+
		"follow; expected a continuous motion",
		way[far], at-1, at, beside)
	if d.Loop {
		text += ", as with loop = false, where its clip ends otherwise than it begins"
	}
	return []Problem{warn(d.Name, JumpingBody, "%s", text)}
}

// misplaced finds a body whose motion begins too far from the pose of its mesh for the time between them.
func (c *inspection) misplaced(i int) []Problem {
	b := c.Bodies[i]
	lead := body.LeadOf(b)
	if lead == 0 {
		return nil
	}
	x, was := make([]r3.Vec, b.NumVertices()), make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	b.Positions(was, -lead)
	way := 0.
	for v := range x {
		way = max(way, r3.Norm(r3.Sub(x[v], was[v])))
	}
	if way < jumpSpeed*lead {
		return nil
	}
	return []Problem{warn(c.Scene.Bodies[i].Name, JumpingBody, "its motion begins %.2g m from where its mesh is, %.2g s "+
		"before: cloth that is put on cannot follow; expected a motion of this mesh, in its units and axes", way, lead)}
}

// jump returns the frame with the largest jump and the larger motion of the adjacent frames [m]; far is −1 without
// jumps. The motion in frame 0 is from the start position.
func jump(way []float64) (far int, beside float64) {
	far = -1
	for k, w := range way {
		near := 0.
		if k > 0 {
			near = way[k-1]
		}
		if k+1 < len(way) {
			near = max(near, way[k+1])
		}
		if w > max(jumpLeast, jumpRatio*near) && (far < 0 || w > way[far]) {
			far, beside = k, near
		}
	}
	return far, beside
}

// pinJumps finds the frame with the largest jump of pinned vertices that follow a track.
func (c *inspection) pinJumps(part int) (problems []Problem) {
	p, piece := &c.Parts[part], &c.Pieces[part]
	follows := make([]map[int32]int32, len(p.Tracks)) // of each track: the vertex of the part, by vertex of the track
	add := func(track int, of, v int32) {
		if follows[track] == nil {
			follows[track] = map[int32]int32{}
		}
		follows[track][of] = v
	}
	for i := range p.Pins {
		if q := &p.Pins[i]; q.Kind == cloth.PinTrack {
			add(int(q.Motion), q.Tri, q.Vertex)
		}
	}
	for i := range piece.Holds {
		if h := &piece.Holds[i]; h.Track != nil {
			for _, v := range h.Chosen(p.X) {
				add(h.Tracked, h.Track[v], v)
			}
		}
	}
	for i, of := range follows {
		list := slices.Sorted(maps.Keys(of)) // vertices of the track
		was := make([]r3.Vec, len(list))
		for k, v := range list {
			was[k] = p.X[of[v]]
		}
		way := make([]float64, max(c.Scene.Frames, 1))
		for frame := range way {
			for k, v := range list {
				x := p.Tracks[i].At(v, float64(frame)/c.Scene.FPS)
				way[frame] = max(way[frame], r3.Norm(r3.Sub(x, was[k])))
				was[k] = x
			}
		}
		far, beside := jump(way)
		at := c.Scene.StartFrame + far
		switch {
		case far < 0:
			continue
		case far == 0:
			problems = append(problems, warn(p.Name, JumpingPin, "the first frame of a track is up to %.2g m from the mesh "+
				"that it moves: cloth cannot follow; expected a track of this mesh, in its units and axes", way[0]))
		default:
			problems = append(problems, warn(p.Name, JumpingPin, "a track moves its pins %.2g m from frame %d to %d, "+
				"and %.2g m in the frames before and after: cloth cannot follow; expected a continuous motion",
				way[far], at-1, at, beside))
		}
	}
	return problems
}
