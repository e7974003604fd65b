package capture

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/fit/findings"
)

// Limits of sound readings: neighbours on the lattice are not twice as far apart as on the cloth, clips are not half as
// long as what they hold, and clips do not pull against their motion by more than a share of the largest force, which
// friction on the way there never does.
const (
	longest  = 2.
	strayed  = .1 // of the sample's side, that a point may be off in addition
	shortest = .5
	pulling  = .2
)

// sound detects impossible readings. of returns the line of point i of frame k.
func (t *Test) sound(of func(k, i int) int) *findings.Finding {
	for k := range t.Frames {
		if found := t.whole(k, of); found != nil {
			return found
		}
	}
	if bends(t) {
		return t.borne(of)
	}
	return cmp.Or(t.pulls(of), t.hangs(of))
}

// whole reports whether distances of neighbours on the lattice are about those on the cloth. It names the point that is
// too far from most neighbours.
func (t *Test) whole(k int, of func(k, i int) int) *findings.Finding {
	f, cell := &t.Frames[k], t.Side/float64(t.N-1)
	bad, worst, off := -1, 0, 0.
	for i := range f.X {
		wrong, far := 0, 0.
		col, row := i%t.N, i/t.N
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			c, r := col+d[0], row+d[1]
			if c < 0 || r < 0 || c >= t.N || r >= t.N {
				continue
			}
			j := r*t.N + c
			way := r3.Norm(r3.Sub(f.X[i], f.X[j]))
			if way > longest*cell+strayed*t.Side || way < shortest*cell && f.Clip[i] > 0 && f.Clip[i] == f.Clip[j] {
				if wrong++; math.Abs(way-cell) > math.Abs(far-cell) || wrong == 1 {
					far = way
				}
			}
		}
		if wrong > worst {
			bad, worst, off = i, wrong, far
		}
	}
	if bad < 0 {
		return nil
	}
	u, v := t.at(bad)
	return findings.NewRefusal(of(k, bad), findings.CapturePoint, 1e3*u, 1e3*v, 1e3*off, 1e3*cell)
}

// borne reports whether a table bears about the weight of the sample. It need not be measured, and pulleys keep some.
func (t *Test) borne(of func(k, i int) int) *findings.Finding {
	weight := t.Mass * gravity
	for k := range t.Frames {
		for c, v := range t.Frames[k].Force {
			if size := r3.Norm(v); size > 3*weight+2*pulleyError {
				return findings.NewRefusal(of(k, t.Frames[k].first(c+1)), findings.CaptureWeight, c+1, size, weight)
			}
		}
	}
	return nil
}

// pulls reports whether clips pull the cloth in the direction of their motion, in the frame where the farthest of them
// is farthest from its start.
func (t *Test) pulls(of func(k, i int) int) *findings.Finding {
	first, last, far := t.Frames[0].clips(), 0, 0.
	for k := range t.Frames {
		for c, x := range t.Frames[k].clips() {
			if c < len(first) && r3.Norm(r3.Sub(x, first[c])) > far {
				last, far = k, r3.Norm(r3.Sub(x, first[c]))
			}
		}
	}
	most, end := Most([]*Test{t}), t.Frames[last].clips()
	for k := range t.Frames[:last+1] {
		for c, v := range t.Frames[k].Force {
			if c >= min(len(first), len(end)) || r3.Norm(v) < pulling*most {
				continue
			}
			way := r3.Sub(end[c], first[c])
			if r3.Norm(way) > pulling*far && r3.Dot(v, way) < -r3.Norm(v)*r3.Norm(way)/2 {
				return findings.NewRefusal(of(k, t.Frames[k].first(c+1)), findings.CapturePushes, c+1, v.X, v.Y, v.Z,
					1e3*way.X,
					1e3*way.Y, 1e3*way.Z)
			}
		}
	}
	return nil
}

// slack is how much less a sample may sag than its weight and pull demand, in addition to the factor: cloth with
// bending stiffness bears a part of its weight. Pulls are read to half of the friction of the pulleys.
const (
	slack  = 1e-3 // [m]
	stiffs = 5
)

// hangs reports whether a sample between two long clips sags as little as its pull demands, mgL/(8T) with the pull T;
// the mean of points is two thirds of it.
func (t *Test) hangs(of func(k, i int) int) *findings.Finding {
	if t.Kind != "stretch-warp" && t.Kind != "stretch-weft" {
		return nil
	}
	for k := range t.Frames {
		f := &t.Frames[k]
		if len(f.Force) != 2 {
			continue
		}
		clips, free, held := 0., 0., 0
		for i, x := range f.X {
			if f.Clip[i] > 0 {
				clips, held = clips+x.Y, held+1
			} else {
				free += x.Y
			}
		}
		sags := 1.5 * (clips/float64(held) - free/float64(len(f.X)-held))
		pull, ends := (r3.Norm(f.Force[0])+r3.Norm(f.Force[1]))/2, f.clips()
		apart := r3.Sub(ends[1], ends[0])
		asks := t.Mass * gravity * math.Hypot(apart.X, apart.Z) / 8 // for the part of the span that is level
		if asks > (stiffs*max(sags, 0)+slack)*(pull+pulleyError/2) {
			return findings.NewRefusal(of(k, f.first(1)), findings.CaptureHangs, pull, t.Mass*gravity, 1e3*asks/pull,
				1e3*sags)
		}
	}
	return nil
}

// first returns the first point of a clip.
func (f *Frame) first(clip int) int {
	for i, c := range f.Clip {
		if c == clip {
			return i
		}
	}
	return 0
}
