package body

import (
	"fmt"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Interpolation says how a Track moves between its frames.
type Interpolation int

const (
	// Linear moves each vertex at constant velocity between frames.
	Linear Interpolation = iota
	// CatmullRom uses the cubic Hermite segment with three-point finite-difference
	// tangents (on uniform frames the Catmull–Rom spline): velocities are continuous.
	CatmullRom
)

// Track is a body given by vertex frames: a static mesh (one frame) or an imported
// animation. Before the first and after the last frame it holds still.
type Track struct {
	tris   [][3]int32
	times  []float64
	frames [][]r3.Vec
	interp Interpolation
}

var _ Body = (*Track)(nil)

// NewTrack makes a body from frames[i] (one position [m] per vertex) at the strictly
// increasing times[i] [s]. The slices are kept, not copied. Errors: no frame, counts
// that differ, times not increasing, a coordinate that is not finite, or a surface
// that is not closed (see CheckClosed).
func NewTrack(tris [][3]int32, times []float64, frames [][]r3.Vec, interp Interpolation) (*Track, error) {
	if len(frames) == 0 {
		return nil, fmt.Errorf("body: track has no frames; expected at least one")
	}
	if len(times) != len(frames) {
		return nil, fmt.Errorf("body: track has %d times for %d frames; expected one each", len(times), len(frames))
	}
	if interp != Linear && interp != CatmullRom {
		return nil, fmt.Errorf("body: unknown interpolation %d; expected Linear or CatmullRom", interp)
	}
	for i, t := range times {
		if !cloth.Finite(t) {
			return nil, fmt.Errorf("body: track time %d is %g; expected a finite number", i, t)
		}
		if i > 0 && t <= times[i-1] {
			return nil, fmt.Errorf("body: track time %d (%g s) does not follow %g s; expected increasing times", i, t, times[i-1])
		}
	}
	n := len(frames[0])
	for i, f := range frames {
		if len(f) != n {
			return nil, fmt.Errorf("body: track frame %d has %d vertices; expected %d as in frame 0", i, len(f), n)
		}
		for v, p := range f {
			if !cloth.FiniteVec(p) {
				return nil, fmt.Errorf("body: track frame %d, vertex %d is (%g, %g, %g); expected finite coordinates", i, v, p.X, p.Y, p.Z)
			}
		}
	}
	if err := CheckClosed(tris, n); err != nil {
		return nil, fmt.Errorf("track: %w", err)
	}
	return &Track{tris: tris, times: times, frames: frames, interp: interp}, nil
}

// NumVertices implements Body.
func (k *Track) NumVertices() int { return len(k.frames[0]) }

// Triangles implements Body.
func (k *Track) Triangles() [][3]int32 { return k.tris }

// Duration is the time of the last frame [s].
func (k *Track) Duration() float64 { return k.times[len(k.times)-1] }

// Positions implements Body.
func (k *Track) Positions(dst []r3.Vec, t float64) {
	mustLen(dst, k.NumVertices())
	i, u, held := k.segment(t)
	if held {
		copy(dst, k.frames[i])
		return
	}
	a, b := k.frames[i], k.frames[i+1]
	if k.interp == Linear {
		for v := range dst {
			dst[v] = r3.Add(r3.Scale(1-u, a[v]), r3.Scale(u, b[v]))
		}
		return
	}
	h := k.times[i+1] - k.times[i]
	u2, u3 := u*u, u*u*u
	for v := range dst {
		p := r3.Scale(2*u3-3*u2+1, a[v])
		p = r3.Add(p, r3.Scale(3*u2-2*u3, b[v]))
		p = r3.Add(p, r3.Scale(h*(u3-2*u2+u), k.tangent(i, v)))
		dst[v] = r3.Add(p, r3.Scale(h*(u3-u2), k.tangent(i+1, v)))
	}
}

// Velocities implements Body. At a frame of a Linear track it is the velocity of the
// segment that begins there.
func (k *Track) Velocities(dst []r3.Vec, t float64) {
	mustLen(dst, k.NumVertices())
	i, u, held := k.segment(t)
	if held {
		for v := range dst {
			dst[v] = r3.Vec{}
		}
		return
	}
	a, b := k.frames[i], k.frames[i+1]
	h := k.times[i+1] - k.times[i]
	for v := range dst {
		d := r3.Scale(1/h, r3.Sub(b[v], a[v]))
		if k.interp == CatmullRom {
			d = r3.Scale(6*u-6*u*u, d)
			d = r3.Add(d, r3.Scale(3*u*u-4*u+1, k.tangent(i, v)))
			d = r3.Add(d, r3.Scale(3*u*u-2*u, k.tangent(i+1, v)))
		}
		dst[v] = d
	}
}

// segment finds frame i and the fraction u in [0,1) towards frame i+1; held is true
// outside the frames, where frame i is shown.
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

// tangent is the three-point derivative at frame i, exact for quadratics; zero at the
// two ends, where the body is held before and after.
func (k *Track) tangent(i, v int) r3.Vec {
	if i == 0 || i == len(k.times)-1 {
		return r3.Vec{}
	}
	h0, h1 := k.times[i]-k.times[i-1], k.times[i+1]-k.times[i]
	d0 := r3.Scale(1/h0, r3.Sub(k.frames[i][v], k.frames[i-1][v]))
	d1 := r3.Scale(1/h1, r3.Sub(k.frames[i+1][v], k.frames[i][v]))
	return r3.Scale(1/(h0+h1), r3.Add(r3.Scale(h1, d0), r3.Scale(h0, d1)))
}

// mustLen panics when a caller's buffer does not match the body: a programming error.
func mustLen(dst []r3.Vec, n int) {
	if len(dst) != n {
		panic(fmt.Sprintf("body: buffer of %d vectors for a body of %d vertices", len(dst), n))
	}
}
