package cpu

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// maxStrayShare is the share of stray vertices from which on all candidates are collected again.
const maxStrayShare = 1. / 3

// nearly is the share of the slack from which on a vertex is also searched when others have left it, so that it does
// not leave next.
const nearly = 0.75

// renew updates the candidates to the trial positions. Usually only few vertices, those stopped by a body, have moved
// farther than slack from the positions of the broad phase: only pairs of patches with such vertices, or with vertices
// that have nearly left, are searched again. The others stay valid for paths from the start of the step to all
// positions within slack; in later steps the start must be within slack too, as first requests. A common translation of
// all positions changes no distance and is subtracted. Candidates are in the order of their patches, as if all had been
// collected now, so that no sum depends on their age.
func (c *selfContact) renew(w *now, first bool) {
	s := &c.search
	shift := middle(c.at, w.x)
	var begun r3.Vec
	if first {
		begun = middle(c.at, w.State.X)
	}
	gone := w.pool.Sum(len(c.at), func(lo, hi int) (n float64) {
		for i := lo; i < hi; i++ {
			at := c.at[i]
			s.stray[i] = !within(r3.Sub(w.x[i], at), shift, nearly*c.slack) ||
				first && !within(r3.Sub(w.State.X[i], at), begun, c.slack)
			if s.stray[i] {
				n++
			}
		}
		return n
	})
	w.pool.For(len(s.corners), patchGrain, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			s.strayed[k] = slices.ContainsFunc(s.corners[k], func(v int32) bool { return s.stray[v] })
		}
	})
	if gone > maxStrayShare*float64(len(c.at)) {
		c.collect(w)
		return
	}
	for i, stray := range s.stray {
		if c.at[i] = r3.Add(c.at[i], shift); stray {
			c.at[i] = w.x[i]
		}
	}
	for p := range s.candidatesOf {
		if s.strayed[p[0]] || s.strayed[p[1]] {
			delete(s.candidatesOf, p)
		}
	}
	if first {
		c.round++
	}
	c.find(w)
}

// within reports whether |d − shift| ≤ far; false for NaN.
func within(d, shift r3.Vec, far float64) bool { return r3.Norm2(r3.Sub(d, shift)) <= far*far }

// index stores the range of candidates of each pair of patches.
func (s *search) index() {
	if s.candidatesOf == nil {
		s.candidatesOf = map[[2]int32][2]int32{}
	}
	clear(s.candidatesOf)
	at := int32(0)
	for k, p := range s.all {
		s.candidatesOf[p] = [2]int32{at, at + s.count[k]}
		at += s.count[k]
	}
}

// middle returns the displacement of most vertices: the median of each coordinate over some hundreds of them [m].
func middle(from, to []r3.Vec) (m r3.Vec) {
	const sample = 256
	var room [3][2 * sample]float64
	d := [3][]float64{room[0][:0], room[1][:0], room[2][:0]}
	for i := 0; i < len(from); i += max(1, len(from)/sample) {
		v := r3.Sub(to[i], from[i])
		if math.IsNaN(v.X + v.Y + v.Z) {
			continue
		}
		d[0], d[1], d[2] = append(d[0], v.X), append(d[1], v.Y), append(d[2], v.Z)
	}
	if len(d[0]) == 0 {
		return m
	}
	for _, c := range d {
		slices.Sort(c)
	}
	k := len(d[0]) / 2
	return r3.Vec{X: d[0][k], Y: d[1][k], Z: d[2][k]}
}
