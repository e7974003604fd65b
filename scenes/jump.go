package scenes

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// JumpingBody is a body that moves far in one frame alone, as at the seam of a clip that is looped.
const JumpingBody formats.ProblemKind = "body jumps"

// A jump is longer than jumpLeast [m] and jumpRatio times as long as the way in the frame before and the one after.
// Guesses: a limb that swings at 3 m/s goes 12 cm in a frame, and as far in the next.
const (
	jumpLeast = 0.05
	jumpRatio = 3
	jumpPlots = 5e7 // vertices times frames that are looked at: beyond, fewer vertices are
)

// jumps finds the frame in which a body jumps farthest: no edges of the cloth are short enough for that.
func (c *inspection) jumps(i int) []Problem {
	b, d := c.Bodies[i], &c.Scene.Bodies[i]
	n, frames := b.NumVertices(), c.Scene.Frames
	each := 1 + n*max(frames, 1)/jumpPlots
	x, was := make([]r3.Vec, n), make([]r3.Vec, n)
	way := make([]float64, max(frames, 1)+1) // in each frame since the one before [m]; 0 in the first and after the last
	for k := range frames {
		b.Positions(x, float64(k)/c.Scene.FPS)
		for v := 0; k > 0 && v < n; v += each {
			way[k] = max(way[k], r3.Norm(r3.Sub(x[v], was[v])))
		}
		x, was = was, x
	}
	far := 0
	for k := 1; k < frames; k++ {
		if way[k] > max(jumpLeast, jumpRatio*max(way[k-1], way[k+1]), way[far]) {
			far = k
		}
	}
	if far == 0 {
		return nil
	}
	at := c.Scene.StartFrame + far
	text := fmt.Sprintf("moves %.2g m from frame %d to %d, and %.2g m in the frames beside it: cloth cannot follow; "+
		"expected a motion that goes on", way[far], at-1, at, max(way[far-1], way[far+1]))
	if d.Loop {
		text += ", as with loop = false, where its clip ends otherwise than it begins"
	}
	return []Problem{warn(d.Name, JumpingBody, "%s", text)}
}
