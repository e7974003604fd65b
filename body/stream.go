package body

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"
)

// Frames are the vertex positions of an animation, in the order of time, in memory or in files.
type Frames struct {
	Times []float64                       // [s], increasing
	Read  func(i int, dst []r3.Vec) error // [m]; safe for one caller at a time
}

// TrackOptions are the timing and appearance of a track. The zero value holds the first frame before 0 and the last one
// after the end.
type TrackOptions struct {
	Interpolation Interpolation
	Start         float64 // time from the first frame at simulation time 0 [s]
	Loop          bool    // repeat at the end
	// time before 0 of the transition from the mesh to the frames [s]; negative: the default, if they differ
	Lead   float64
	Memory int64 // memory for frames [bytes]; 0: 256 MiB
	Zones  map[string][]int32
	Paint  *Paint
}

// bytesPerPoint is the memory of a position.
const bytesPerPoint = 24

// NewClip returns a body from a mesh at rest x [m] and frames that move it. Its surface may be open: see Seal.
// Triangles share vertices with equal positions at rest and in the first, the middle and the last frame. Frames are
// kept in memory if they fit into opt.Memory, else they are read when needed. Without frames the mesh is static.
func NewClip(tris [][3]int32, x []r3.Vec, frames Frames, opt TrackOptions) (*Track, error) {
	for i, t := range frames.Times {
		if math.IsNaN(t) || math.IsInf(t, 0) || i > 0 && t <= frames.Times[i-1] {
			return nil, fmt.Errorf("body: time of frame %d is %g s: expected finite, increasing times", i, t)
		}
	}
	k := &Track{points: len(x), interp: opt.Interpolation, times: frames.Times, loop: opt.Loop, lead: max(opt.Lead, 0),
		rest: x, zones: opt.Zones, paint: opt.Paint}
	if len(frames.Times) == 0 {
		k.times, k.frames, k.rest, k.lead = []float64{0}, [][]r3.Vec{x}, nil, 0
		k.tris = weld(tris, x)
		return k, nil
	}
	n := len(frames.Times)
	if length := frames.Times[n-1] - frames.Times[0]; !(opt.Start >= 0 && opt.Start <= length) {
		return nil, fmt.Errorf("body: start at %g s: expected at most the length of the track, %g s", opt.Start, length)
	}
	k.start = frames.Times[0] + opt.Start
	if opt.Memory == 0 {
		opt.Memory = 256 << 20
	}
	k.stream = &stream{read: frames.Read, points: len(x),
		room: max(4, int(opt.Memory/(bytesPerPoint*int64(max(1, len(x))))))}
	if n <= k.stream.room {
		for i := range n {
			k.frames = append(k.frames, k.stream.frame(i))
		}
	}
	k.tris = weld(tris, x, k.frame(0), k.frame(n/2), k.frame(n-1))
	if opt.Lead < 0 {
		first := make([]r3.Vec, len(x))
		k.Positions(first, 0)
		for v := range x {
			if r3.Norm(r3.Sub(x[v], first[v])) > sameP {
				k.lead = lead
			}
		}
	}
	if k.lead == 0 {
		k.rest = nil
	}
	return k, k.Err()
}

// Err returns the first error of reading frames. From then on positions are those of the last valid frame.
func (k *Track) Err() error {
	if k.stream == nil {
		return nil
	}
	k.stream.Lock()
	defer k.stream.Unlock()
	return k.stream.err
}

// stream reads frames when needed, and caches the latest.
type stream struct {
	sync.Mutex
	read   func(i int, dst []r3.Vec) error
	points int
	room   int // capacity [frames]
	held   []held
	err    error
}

// held is a cached frame.
type held struct {
	frame int
	x     []r3.Vec
}

func (s *stream) frame(i int) []r3.Vec {
	s.Lock()
	defer s.Unlock()
	if k := slices.IndexFunc(s.held, func(h held) bool { return h.frame == i }); k >= 0 {
		h := s.held[k]
		s.held = append(slices.Delete(s.held, k, k+1), h) // most recently used last
		return h.x
	}
	x := make([]r3.Vec, s.points) // a new slice, as dropped ones may still be in use
	if s.err == nil {
		s.err = s.read(i, x)
	}
	if s.err != nil {
		if len(s.held) > 0 {
			return s.held[len(s.held)-1].x
		}
		return x
	}
	if len(s.held) == s.room {
		s.held = slices.Delete(s.held, 0, 1)
	}
	s.held = append(s.held, held{i, x})
	return x
}

// weld merges vertices with equal positions in all poses, in the triangles.
func weld(tris [][3]int32, poses ...[]r3.Vec) [][3]int32 {
	at := map[r3.Vec][]int32{}
	one := make([]int32, len(poses[0]))
	for v, p := range poses[0] {
		p = snapped(p)
		one[v] = -1
		for _, o := range at[p] {
			if !slices.ContainsFunc(poses[1:], func(x []r3.Vec) bool { return snapped(x[v]) != snapped(x[o]) }) {
				one[v] = o
				break
			}
		}
		if one[v] < 0 {
			one[v] = int32(v)
			at[p] = append(at[p], int32(v))
		}
	}
	out := make([][3]int32, len(tris))
	for i, t := range tris {
		for c, v := range t {
			if v < 0 || int(v) >= len(one) { // reported by Seal
				return tris
			}
			out[i][c] = one[v]
		}
	}
	return out
}

// Err returns an error that occurred during the motion of a body, such as a file that is no longer readable.
func Err(b Body) error {
	switch b := b.(type) {
	case interface{ Err() error }:
		return b.Err()
	case *Sealed:
		return Err(b.inner)
	case carrier:
		return Err(b.carried())
	}
	return nil
}
