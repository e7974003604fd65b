package body

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// girth is a target circumference: that of a tape around the section of the figure at a station of a loft.
type girth struct {
	part    *loft
	station float64
	target  float64 // m
}

func (g *figure) girths() []girth {
	m, l := g.m, g.l
	return []girth{
		{g.torso, l.seat, m.Seat}, {g.torso, l.hips, m.Hips}, {g.torso, l.waist, m.Waist}, {g.torso, l.chest, m.Chest},
		{g.neck, l.neck, m.Neck},
		{g.leg, l.thigh, m.Thigh}, {g.leg, l.knee, m.Knee}, {g.leg, l.calf, m.Calf}, {g.leg, l.ankle, m.Ankle},
		{g.arm, g.bicepsStation(), m.Biceps}, {g.arm, g.wristStation(), m.Wrist},
	}
}

// calibrate scales the lofts so that the blended figure has the measured circumferences. Each loft is multiplied by a
// monotone cubic through the ratios at its measured stations. This fixed-point iteration gains about one digit per
// round.
func (g *figure) calibrate() error {
	girths := g.girths()
	ratio := make([]float64, len(girths))
	for i := range ratio {
		ratio[i] = 1
	}
	for round, off := 0, 1.0; round < 5 || round < 20 && off > 5e-3; round++ {
		off = 0
		for i, q := range girths {
			r := q.target / g.tape(q.part, q.station)
			off = max(off, math.Abs(r-1))
			ratio[i] *= r
		}
		for _, part := range g.lofts() {
			var s, r []float64
			for i, q := range girths {
				if q.part == part {
					s, r = append(s, q.station), append(r, ratio[i])
				}
			}
			if len(s) > 0 {
				part.build(scaling(s, r))
			}
		}
	}
	for i, q := range girths {
		if !(ratio[i] > 0.4 && ratio[i] < 2.5) {
			return fmt.Errorf("body: no shape found with a circumference of %.3f m at %.3f m: it does not go with its "+
				"neighbours", q.target, q.station)
		}
	}
	return nil
}

// scaling interpolates ratios over increasing or decreasing stations; it is constant outside.
func scaling(s, r []float64) func(float64) float64 {
	if len(s) == 1 {
		return func(float64) float64 { return r[0] }
	}
	order := make([]int, len(s))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return s[order[i]] < s[order[j]] })
	xs, ys := make([]float64, len(s)), make([]float64, len(s))
	for i, o := range order {
		xs[i], ys[i] = s[o], r[o]
	}
	var f interp.FritschButland
	if err := f.Fit(xs, ys); err != nil {
		panic(err) // stations are distinct: Validate checks the levels
	}
	return f.Predict // constant beyond the first and last station
}

// tape returns the perimeter of the convex hull of the figure's section across a loft, as measured with a tape.
func (g *figure) tape(part *loft, station float64) float64 {
	const rays = 120
	c := part.centre(station)
	points := make([]r2.Vec, rays)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / rays)
		dir := r3.Add(r3.Scale(cos, part.u), r3.Scale(sin, part.w))
		r := g.cast(c, dir)
		points[i] = r2.Vec{X: r * cos, Y: r * sin}
	}
	// The polygon inscribed in a smooth curve is shorter by the factor sinc(π/rays).
	return hullLength(points) * (math.Pi / rays) / math.Sin(math.Pi/rays)
}

// centre returns the centre of a loft's section in world coordinates.
func (l *loft) centre(s float64) r3.Vec {
	t := l.table[int(min(max((s-l.knots[0].s)/l.ds+0.5, 0), float64(len(l.table)-1)))]
	p := r3.Add(l.origin, r3.Scale(s, l.axis))
	return r3.Add(p, r3.Add(r3.Scale(t.cu, l.u), r3.Scale(t.cw, l.w)))
}

// cast returns the distance along a unit direction from a point inside to the surface.
func (g *figure) cast(from, dir r3.Vec) float64 {
	f := func(r float64) float64 { return g.field(r3.Add(from, r3.Scale(r, dir))) }
	lo, hi := 0.0, 0.006
	for ; hi < 0.5 && f(hi) < 0; hi += 0.006 {
		lo = hi
	}
	flo, fhi := f(lo), f(hi)
	for i := 0; i < 12 && hi-lo > 1e-8; i++ { // Illinois variant of the false position
		r := lo - flo*(hi-lo)/(fhi-flo)
		if v := f(r); v < 0 {
			lo, flo, fhi = r, v, fhi/2
		} else {
			hi, fhi, flo = r, v, flo/2
		}
	}
	return (lo + hi) / 2
}

// hullLength returns the perimeter of the convex hull (Andrew's monotone chain).
func hullLength(points []r2.Vec) float64 {
	p := append([]r2.Vec(nil), points...)
	sort.Slice(p, func(i, j int) bool {
		if p[i].X != p[j].X {
			return p[i].X < p[j].X
		}
		return p[i].Y < p[j].Y
	})
	chain := func(at func(int) r2.Vec) float64 {
		var h []r2.Vec
		for i := range p {
			q := at(i)
			for len(h) > 1 && r2.Cross(r2.Sub(h[len(h)-1], h[len(h)-2]), r2.Sub(q, h[len(h)-1])) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, q)
		}
		var sum float64
		for i := 1; i < len(h); i++ {
			sum += r2.Norm(r2.Sub(h[i], h[i-1]))
		}
		return sum
	}
	return chain(func(i int) r2.Vec { return p[i] }) + chain(func(i int) r2.Vec { return p[len(p)-1-i] })
}
