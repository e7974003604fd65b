package body

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Interpolation is the interpolation of a Track between its frames.
type Interpolation int

const (
	// Linear moves each vertex at constant velocity between frames.
	Linear Interpolation = iota
	// CatmullRom uses the cubic Hermite segment with three-point finite-difference
	// tangents (on uniform frames the Catmull–Rom spline): velocities are continuous.
	CatmullRom
)

// Track is a body given by vertex frames: a static mesh (one frame) or an imported animation. It is static before the
// first and after the last frame.
type Track struct {
	tris   [][3]int32
	times  []float64
	frames [][]r3.Vec // nil: read when needed
	stream *stream
	points int
	interp Interpolation
	start  float64 // time of the track at simulation time 0 [s]
	loop   bool
	lead   float64  // see Lead
	rest   []r3.Vec // pose before the transition
	zones  map[string][]int32
	paint  *Paint
}

var _ Body = (*Track)(nil)

// NewTrack returns a body with frames[i] (one position [m] per vertex) at the strictly increasing times[i] [s]. The
// slices are kept, not copied. It returns an error for tracks without frames, different counts, times that do not
// increase, coordinates that are not finite, or a surface that is not closed (see CheckClosed).
func NewTrack(tris [][3]int32, times []float64, frames [][]r3.Vec, interp Interpolation) (*Track, error) {
	if len(frames) == 0 {
		return nil, fmt.Errorf("body: track has no frames: expected at least one")
	}
	if len(times) != len(frames) {
		return nil, fmt.Errorf("body: track has %d times for %d frames: expected one each", len(times), len(frames))
	}
	if interp != Linear && interp != CatmullRom {
		return nil, fmt.Errorf("body: unknown interpolation %d: expected Linear or CatmullRom", interp)
	}
	for i, t := range times {
		if !cloth.Finite(t) {
			return nil, fmt.Errorf("body: track time %d is %g: expected a finite number", i, t)
		}
		if i > 0 && t <= times[i-1] {
			return nil, fmt.Errorf("body: track time %d (%g s) does not follow %g s: expected increasing times", i, t,
				times[i-1])
		}
	}
	n := len(frames[0])
	for i, f := range frames {
		if len(f) != n {
			return nil, fmt.Errorf("body: track frame %d has %d vertices: expected %d as in frame 0", i, len(f), n)
		}
		for v, p := range f {
			if !cloth.FiniteVec(p) {
				return nil, fmt.Errorf("body: track frame %d, vertex %d is (%g, %g, %g): expected finite coordinates", i, v, p.X,
					p.Y, p.Z)
			}
		}
	}
	if err := CheckClosed(tris, n); err != nil {
		return nil, fmt.Errorf("track: %w", err)
	}
	return &Track{tris: tris, times: times, frames: frames, points: n, interp: interp}, nil
}

// NumVertices implements Body.
func (k *Track) NumVertices() int { return k.points }

// Triangles implements Body.
func (k *Track) Triangles() [][3]int32 { return k.tris }

// Duration returns the time of the last frame [s].
func (k *Track) Duration() float64 { return k.times[len(k.times)-1] - k.start }

// Lead returns the time before 0 of the transition from the mesh to the first frame [s].
func (k *Track) Lead() float64 { return k.lead }

// frame returns a frame's positions; the index after the last is that of the rest mesh.
func (k *Track) frame(i int) []r3.Vec {
	switch {
	case i == len(k.times):
		return k.rest
	case k.frames != nil:
		return k.frames[i]
	}
	return k.stream.frame(i)
}

// Positions implements Body.
func (k *Track) Positions(dst []r3.Vec, t float64) {
	mustLen(dst, k.points)
	i, share := k.shares(t)
	first := k.frame(i[0])
	copy(dst, first)
	for n := 1; n < len(i); n++ {
		if share[n] == 0 {
			continue
		}
		f := k.frame(i[n])
		for v := range dst {
			dst[v] = r3.Add(dst[v], r3.Scale(share[n], r3.Sub(f[v], first[v])))
		}
	}
}

// Velocities implements Body. At a frame of a Linear track it is the velocity of the next segment.
func (k *Track) Velocities(dst []r3.Vec, t float64) {
	mustLen(dst, k.points)
	if t < 0 && k.lead > 0 {
		differentiate(k, dst, t)
		return
	}
	i, u, held := k.segment(k.clock(t))
	if held {
		clear(dst)
		return
	}
	h := k.times[i+1] - k.times[i]
	f, share := [4]int{i, i + 1, i, i}, [4]float64{-1 / h, 1 / h}
	if k.interp == CatmullRom {
		share[0], share[1] = (6*u*u-6*u)/h, (6*u-6*u*u)/h
		k.tangent(i, i, 3*u*u-4*u+1, &f, &share)
		k.tangent(i, i+1, 3*u*u-2*u, &f, &share)
	}
	clear(dst)
	for n := range f {
		if share[n] == 0 {
			continue
		}
		x := k.frame(f[n])
		for v := range dst {
			dst[v] = r3.Add(dst[v], r3.Scale(share[n], x[v]))
		}
	}
}

// clock returns the time of the track at simulation time t.
func (k *Track) clock(t float64) float64 {
	t += k.start
	if begin, end := k.times[0], k.times[len(k.times)-1]; k.loop && end > begin {
		t -= (end - begin) * math.Floor((t-begin)/(end-begin))
	}
	return t
}

// shares returns the frames that are blended at time t, and their weights, with sum 1.
func (k *Track) shares(t float64) (frame [4]int, share [4]float64) {
	i, u, held := k.segment(k.clock(t))
	frame, share = [4]int{i, i, i, i}, [4]float64{1}
	if t < 0 && k.lead > 0 {
		back := settling(k.lead, t)
		frame[2], share[2] = len(k.times), back
		share[0] = 1 - back
		if !held {
			frame[1], share[0], share[1] = i+1, (1-back)*(1-u), (1-back)*u
		}
		return frame, share
	}
	if held {
		return frame, share
	}
	frame[1] = i + 1
	if k.interp == Linear {
		share[0], share[1] = 1-u, u
		return frame, share
	}
	// The Hermite segment, with its tangents expressed by the frames.
	u2, u3 := u*u, u*u*u
	h := k.times[i+1] - k.times[i]
	share[0], share[1] = 2*u3-3*u2+1, 3*u2-2*u3
	k.tangent(i, i, h*(u3-2*u2+u), &frame, &share)
	k.tangent(i, i+1, h*(u3-u2), &frame, &share)
	return frame, share
}

// settling decreases from 1 to 0 during the transition before 0 from the first pose to the motion. It is 0 in the last
// part, so that cloth can settle.
func settling(length, t float64) float64 {
	return keys{{-0.85 * length, 1}, {-leadStill / lead * length, 0}}.at(t)
}

// tangent adds f times the three-point derivative at a frame, i or i+1, to the weights of a segment that begins at
// frame i. It is exact for quadratics, and zero at the two ends, beyond which the body is static.
func (k *Track) tangent(i, at int, f float64, frame *[4]int, share *[4]float64) {
	if at == 0 || at == len(k.times)-1 {
		return
	}
	h0, h1 := k.times[at]-k.times[at-1], k.times[at+1]-k.times[at]
	f /= h0 + h1
	before, here, after := -f*h1/h0, f*(h1/h0-h0/h1), f*h0/h1
	if at == i {
		frame[2] = i - 1
		share[2] += before
		share[0] += here
		share[1] += after
	} else {
		frame[3] = i + 2
		share[0] += before
		share[1] += here
		share[3] += after
	}
}

// segment returns frame i and the fraction u in [0,1) towards frame i+1. held is true outside the frames, where frame i
// is held.
func (k *Track) segment(t float64) (i int, u float64, held bool) {
	n := len(k.times)
	if !(t >= k.times[0]) || n == 1 {
		return 0, 0, true
	}
	if t >= k.times[n-1] {
		return n - 1, 0, true
	}
	i = sort.SearchFloat64s(k.times, t)
	if k.times[i] > t {
		i--
	}
	return i, (t - k.times[i]) / (k.times[i+1] - k.times[i]), false
}

// mustLen panics if a buffer does not match the body, which is a programming error.
func mustLen(dst []r3.Vec, n int) {
	if len(dst) != n {
		panic(fmt.Sprintf("body: buffer of %d vectors for a body of %d vertices", len(dst), n))
	}
}
