package body

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// ellipsoid is an axis-aligned ellipsoid primitive.
type ellipsoid struct{ c, r r3.Vec }

// value returns the first-order distance k₀(k₀−1)/k₁, exact on the surface.
func (e ellipsoid) value(p r3.Vec) float64 {
	d := r3.Sub(p, e.c)
	q := r3.Vec{X: d.X / e.r.X, Y: d.Y / e.r.Y, Z: d.Z / e.r.Z}
	k0 := r3.Norm(q)
	if k0 < 1e-6 {
		return -min(e.r.X, min(e.r.Y, e.r.Z))
	}
	k1 := math.Sqrt(sq(q.X/e.r.X) + sq(q.Y/e.r.Y) + sq(q.Z/e.r.Z))
	return k0 * (k0 - 1) / k1
}

// cone is a capsule whose radius changes linearly from a to b.
type cone struct {
	a, b   r3.Vec
	ra, rb float64
}

func (c cone) value(p r3.Vec) float64 {
	ab := r3.Sub(c.b, c.a)
	t := min(1, max(0, r3.Dot(r3.Sub(p, c.a), ab)/r3.Norm2(ab)))
	return r3.Norm(r3.Sub(p, r3.Add(c.a, r3.Scale(t, ab)))) - (c.ra + t*(c.rb-c.ra))
}

func sq(x float64) float64 { return x * x }

// figure is the mannequin at rest as an implicit surface: smooth unions of lofts and a
// few rounded primitives, symmetric about x = 0, negative inside.
type figure struct {
	m Measurements
	l levels

	torso, neck, arm, leg, foot *loft
	skull, jaw, seat, breast    ellipsoid
	yoke, thumb                 cone

	shoulder, hip, knee, ankle r3.Vec // joint centres of the left side
	armDir                     r3.Vec
}

// field evaluates the implicit surface; x < 0 mirrors x > 0.
func (g *figure) field(p r3.Vec) float64 {
	p.X = math.Abs(p.X)
	const far = 0.12 // m, beyond every blending width: farther primitives have no effect
	h := 1.72 * g.m.scale()
	d := g.torso.value(p, far)
	d = smoothMin(d, g.breast.value(p), 0.03*h)
	d = smoothMin(d, g.yoke.value(p), 0.030*h)
	d = smoothMin(d, g.neck.value(p, far), 0.028*h)
	head := smoothMin(g.skull.value(p), g.jaw.value(p), 0.045*h)
	d = smoothMin(d, head, 0.020*h)
	if p.Y < g.l.waist {
		d = smoothMin(d, g.seat.value(p), 0.035*h)
		leg := g.legValue(p, far)
		if p.X < far {
			other := g.legValue(r3.Vec{X: -p.X, Y: p.Y, Z: p.Z}, far)
			leg = smoothMin(leg, other, 0.012*h)
		}
		d = smoothMin(d, leg, 0.030*h)
	}
	if p.X > 0.04*h {
		arm := g.arm.value(p, far)
		arm = smoothMin(arm, g.thumb.value(p), 0.012*h)
		d = smoothMin(d, arm, 0.034*h)
	}
	return d
}

func (g *figure) legValue(p r3.Vec, far float64) float64 {
	d := g.leg.value(p, far)
	foot := g.foot.value(p, far)
	h := 1.72 * g.m.scale()
	d = smoothMin(d, foot, 0.024*h)
	return smoothMax(d, -p.Y, 0.006*h)
}

// gradient returns the central-difference gradient of the field.
func (g *figure) gradient(p r3.Vec) r3.Vec {
	const e = 1e-4
	dx := r3.Vec{X: e}
	dy := r3.Vec{Y: e}
	dz := r3.Vec{Z: e}
	return r3.Scale(1/(2*e), r3.Vec{
		X: g.field(r3.Add(p, dx)) - g.field(r3.Sub(p, dx)),
		Y: g.field(r3.Add(p, dy)) - g.field(r3.Sub(p, dy)),
		Z: g.field(r3.Add(p, dz)) - g.field(r3.Sub(p, dz)),
	})
}

// newFigure shapes the mannequin. Section perimeters are the measurements at their levels, and sculpted fractions of
// them in between. Depths, centres and unmeasured parts scale with the height.
func newFigure(m Measurements) (*figure, error) {
	l := m.levels()
	k, kh := m.scale(), m.headScale() // sculpted lengths below are for 1.72 m
	g := &figure{m: m, l: l}

	up := r3.Vec{Y: 1}
	vertical := func(knots []knot, s0, s1, round float64) *loft {
		t := &loft{u: r3.Vec{X: 1}, axis: up, w: r3.Vec{Z: 1}, knots: knots, s0: s0, s1: s1, round: round}
		return t
	}
	g.torso = vertical([]knot{
		{s: l.crotch - 0.02*k, perimeter: 0.64 * m.Seat, aspect: 1.30, cw: -0.008 * k, n: 2},
		{s: l.seat, perimeter: 0.985 * m.Seat, aspect: 1.50, cw: -0.006 * k, n: 2.15},
		{s: l.hips, perimeter: m.Hips, aspect: 1.47, cw: 0.004 * k, n: 2.2},
		{s: mid(l.hips, l.waist, 0.55), perimeter: mid(m.Hips, m.Waist, 0.66), aspect: 1.40, cw: 0.010 * k, n: 2.2},
		{s: l.waist, perimeter: m.Waist, aspect: 1.32, cw: 0.012 * k, n: 2.2},
		{s: mid(l.waist, l.chest, 0.5), perimeter: mid(m.Waist, m.Chest, 0.50), aspect: 1.32, cw: 0.012 * k, n: 2.25},
		{s: l.chest, perimeter: m.Chest, aspect: 1.32, cw: 0.007 * k, n: 2.3},
		{s: l.armpit + 0.035*k, perimeter: 0.97 * m.Chest, aspect: 1.36, cw: -0.006 * k, n: 2.3},
		{s: l.hps - 0.058*k, perimeter: 0.78 * m.Chest, aspect: 1.52, cw: -0.014 * k, n: 2.2},
		{s: l.hps - 0.018*k, perimeter: 0.54 * m.Chest, aspect: 1.45, cw: -0.020 * k, n: 2.1},
		{s: l.hps + 0.020*k, perimeter: 0.36 * m.Chest, aspect: 1.1, cw: -0.018 * k, n: 2},
	}, l.crotch+0.004*k, l.hps+0.005*k, 0.05*k)

	g.neck = vertical([]knot{
		{s: l.hps - 0.06*kh, perimeter: 1.10 * m.Neck, aspect: 1.0, cw: -0.030 * k, n: 2},
		{s: l.hps - 0.01*kh, perimeter: 1.03 * m.Neck, aspect: 0.98, cw: -0.018 * k, n: 2},
		{s: l.neck, perimeter: m.Neck, aspect: 0.95, cw: -0.004 * k, n: 2},
		{s: l.neck + 0.04*kh, perimeter: 0.97 * m.Neck, aspect: 0.93, cw: 0.004 * k, n: 2},
		{s: l.neck + 0.10*kh, perimeter: 0.95 * m.Neck, aspect: 0.93, cw: 0.010 * k, n: 2},
	}, l.hps-0.05*kh, l.neck+0.09*kh, 0.03*kh)

	g.skull = ellipsoid{c: r3.Vec{Y: l.crown - 0.092*kh, Z: 0.004 * kh},
		r: r3.Scale(kh, r3.Vec{X: 0.0745, Y: 0.092, Z: 0.094})}
	g.jaw = ellipsoid{c: r3.Vec{Y: l.chin + 0.072*kh, Z: 0.034 * kh},
		r: r3.Scale(kh, r3.Vec{X: 0.052, Y: 0.074, Z: 0.060})}

	half := m.ShoulderToShoulder / 2
	drop := math.Sqrt2 / 2
	g.armDir = r3.Vec{X: drop, Y: -drop}
	// The shoulder point is on the skin above and outside the joint.
	g.shoulder = r3.Vec{X: half - 0.034*k, Y: l.shoulder - 0.040*k, Z: -0.012 * k}
	g.yoke = cone{
		a:  r3.Vec{X: 0.040 * k, Y: l.hps - 0.046*k, Z: -0.026 * k},
		b:  r3.Vec{X: g.shoulder.X - 0.012*k, Y: g.shoulder.Y + 0.001*k, Z: -0.014 * k},
		ra: 0.044 * k, rb: 0.036 * k,
	}
	g.breast = ellipsoid{c: r3.Vec{X: 0.080 * k, Y: l.chest + 0.022*k, Z: 0.062 * k},
		r: r3.Scale(k, r3.Vec{X: 0.085, Y: 0.075, Z: 0.062})}
	narrow := min(k, m.Seat/DefaultMeasurements().Seat) // in slender bodies it must fit into the seat's circumference
	g.seat = ellipsoid{c: r3.Vec{X: 0.078 * narrow, Y: l.seat + 0.005*k, Z: -0.062 * narrow}, r: r3.Vec{X: 0.082 * narrow,
		Y: 0.090 * k, Z: 0.070 * narrow}}

	g.shapeArm(k)
	g.shapeLeg(k)
	for j, t := range g.lofts() {
		for i := 1; i < len(t.knots); i++ {
			if a, b := t.knots[i-1].s, t.knots[i].s; !(b-a > 0.004*k) {
				return nil, fmt.Errorf("body: the lengths leave no room in the %s: what belongs at %.3f m comes before %.3f m",
					[...]string{"torso", "neck", "arm", "leg", "foot"}[j], b, a)
			}
		}
		t.build(nil)
	}
	return g, g.calibrate()
}

func (g *figure) lofts() []*loft { return []*loft{g.torso, g.neck, g.arm, g.leg, g.foot} }

// Stations along the arm start at the shoulder joint, which is about 36 mm (for 1.72 m) along the arm from the shoulder
// point on the skin.
func (g *figure) elbowStation() float64  { return g.m.ShoulderToElbow - 0.036*g.m.scale() }
func (g *figure) wristStation() float64  { return g.m.ShoulderToWrist - 0.036*g.m.scale() }
func (g *figure) bicepsStation() float64 { return 0.50 * g.elbowStation() }

// shapeArm defines the arm from the shoulder joint, 45° from the vertical. Stations are along it, u points up and
// outwards, w to the front. The hand is a mitten, palm to the body.
func (g *figure) shapeArm(k float64) {
	m := g.m
	elbow, wrist := g.elbowStation(), g.wristStation()
	b, w := m.Biceps, m.Wrist
	tip := wrist + 0.178*k
	g.arm = &loft{
		origin: g.shoulder, axis: g.armDir, u: r3.Vec{X: -g.armDir.Y, Y: g.armDir.X}, w: r3.Vec{Z: 1},
		knots: []knot{
			{s: -0.070 * k, perimeter: 0.36 * b, aspect: 0.80, n: 2},
			{s: -0.035 * k, perimeter: 0.72 * b, aspect: 0.80, n: 2},
			{s: 0, perimeter: 0.98 * b, aspect: 0.86, n: 2},
			{s: 0.040 * k, perimeter: 1.09 * b, aspect: 0.90, n: 2},
			{s: 0.090 * k, perimeter: 1.08 * b, aspect: 0.92, n: 2},
			{s: g.bicepsStation(), perimeter: b, aspect: 0.94, cu: -0.001 * k, n: 2},
			{s: 0.80 * elbow, perimeter: 0.86 * b, aspect: 0.98, n: 2},
			{s: elbow, perimeter: 0.79 * b, aspect: 1.0, cw: -0.002 * k, n: 2},
			{s: elbow + 0.26*(wrist-elbow), perimeter: 0.80 * b, aspect: 0.95, cw: 0.001 * k, n: 2},
			{s: elbow + 0.66*(wrist-elbow), perimeter: mid(0.80*b, w, 0.62), aspect: 0.88, cw: 0.004 * k, n: 2},
			{s: wrist, perimeter: w, aspect: 0.76, cw: 0.006 * k, n: 2},
			{s: wrist + 0.045*k, perimeter: 1.10 * w, aspect: 0.56, cw: 0.007 * k, n: 2.1},
			{s: wrist + 0.085*k, perimeter: 1.16 * w, aspect: 0.45, cw: 0.007 * k, cu: -0.001 * k, n: 2.2},
			{s: wrist + 0.130*k, perimeter: 1.02 * w, aspect: 0.43, cw: 0.005 * k, cu: -0.005 * k, n: 2.2},
			{s: wrist + 0.165*k, perimeter: 0.82 * w, aspect: 0.44, cw: 0.002 * k, cu: -0.010 * k, n: 2.1},
			{s: wrist + 0.190*k, perimeter: 0.58 * w, aspect: 0.46, cw: 0.001 * k, cu: -0.014 * k, n: 2},
		},
		s0: -0.065 * k, s1: tip, round: 0.030 * k,
	}
	at := func(s, u, w float64) r3.Vec {
		p := r3.Add(g.arm.origin, r3.Scale(s, g.arm.axis))
		return r3.Add(p, r3.Vec{X: u * g.arm.u.X, Y: u * g.arm.u.Y, Z: w})
	}
	g.thumb = cone{
		a: at(wrist+0.030*k, -0.004*k, 0.026*k), b: at(wrist+0.088*k, -0.010*k, 0.056*k),
		ra: 0.0135 * k, rb: 0.0100 * k,
	}
}

func mid(a, b, f float64) float64 { return a + f*(b-a) }

// shapeLeg defines the vertical leg. Thigh sections are placed with a distance of thighGap just below the crotch.
func (g *figure) shapeLeg(k float64) {
	m, l := g.m, g.l
	const thighAspect = 0.77
	half := m.Thigh / superellipsePerimeter(thighAspect, 2) * thighAspect
	x := thighGap*k/2 + half
	ankle := max(x+0.010*k, 0.115*k)
	cx := func(y float64) float64 { return mid(x, ankle, (l.thigh-y)/(l.thigh-l.ankle)) }
	shin := l.knee - l.ankle
	thigh := l.thigh - l.knee
	g.leg = &loft{
		u: r3.Vec{X: 1}, axis: r3.Vec{Y: 1}, w: r3.Vec{Z: 1},
		knots: []knot{
			{s: 0.020 * k, perimeter: 1.08 * m.Ankle, aspect: 0.80, cw: -0.024 * k, cu: cx(0.02 * k), n: 2},
			{s: l.ankle - 0.045*k, perimeter: 1.04 * m.Ankle, aspect: 0.82, cw: -0.022 * k, cu: cx(l.ankle - 0.045*k), n: 2},
			{s: l.ankle, perimeter: m.Ankle, aspect: 0.88, cw: -0.020 * k, cu: cx(l.ankle), n: 2},
			{s: l.ankle + 0.30*shin, perimeter: mid(m.Ankle, m.Calf, 0.52), aspect: 0.93, cw: -0.021 * k,
				cu: cx(l.ankle + 0.30*shin), n: 2},
			{s: l.calf, perimeter: m.Calf, aspect: 0.95, cw: -0.022 * k, cu: cx(l.calf), n: 2},
			{s: l.ankle + 0.86*shin, perimeter: mid(m.Calf, m.Knee, 0.35), aspect: 0.96, cw: -0.012 * k,
				cu: cx(l.ankle + 0.86*shin), n: 2},
			{s: l.knee, perimeter: m.Knee, aspect: 0.95, cw: -0.003 * k, cu: cx(l.knee), n: 2},
			{s: l.knee + 0.25*thigh, perimeter: mid(m.Knee, m.Thigh, 0.22), aspect: 0.94, cw: 0.001 * k,
				cu: cx(l.knee + 0.25*thigh), n: 2},
			{s: l.knee + 0.62*thigh, perimeter: mid(m.Knee, m.Thigh, 0.62), aspect: 0.85, cw: 0.001 * k,
				cu: cx(l.knee + 0.62*thigh), n: 2},
			{s: l.thigh, perimeter: m.Thigh, aspect: thighAspect, cw: -0.006 * k, cu: x, n: 2},
			{s: l.seat, perimeter: 0.84 * m.Thigh, aspect: 0.80, cw: -0.006 * k, cu: 0.98 * x, n: 2},
			{s: l.hips, perimeter: 0.66 * m.Thigh, aspect: 0.86, cw: 0.004 * k, cu: 0.84 * x, n: 2},
		},
		s0: -0.05 * k, s1: l.hips - 0.02*k, round: 0.05 * k,
	}
	// Foot: stations are from the ankle to the toes, turned outwards slightly.
	out := 7 * math.Pi / 180
	fwd := r3.Vec{X: math.Sin(out), Z: math.Cos(out)}
	foot := func(s, width, top, n float64) knot {
		// Half of a section with its bottom at −top/3: the floor cuts it.
		a, h := width/2, top*2/3
		return knot{s: s, perimeter: superellipsePerimeter(a/h, n) * h, aspect: a / h, cw: top - h, n: n}
	}
	g.foot = &loft{
		origin: r3.Vec{X: cx(0), Z: -0.020 * k}, axis: fwd, u: r3.Vec{X: fwd.Z, Z: -fwd.X}, w: r3.Vec{Y: 1},
		knots: []knot{
			foot(-0.070*k, 0.052*k, 0.052*k, 2.2),
			foot(-0.030*k, 0.064*k, 0.080*k, 2.2),
			foot(0.020*k, 0.066*k, 0.094*k, 2.1),
			foot(0.065*k, 0.074*k, 0.074*k, 2.1),
			foot(0.110*k, 0.086*k, 0.052*k, 2.2),
			foot(0.145*k, 0.088*k, 0.039*k, 2.3),
			foot(0.175*k, 0.076*k, 0.031*k, 2.3),
			foot(0.205*k, 0.054*k, 0.026*k, 2.2),
		},
		s0: -0.062 * k, s1: 0.192 * k, round: 0.040 * k,
	}
	g.hip = r3.Vec{X: 0.92 * x, Y: l.seat + 0.012*k, Z: 0.018 * k}
	g.ankle = r3.Vec{X: cx(0.085 * k), Y: 0.085 * k, Z: -0.016 * k}
	f := (g.hip.Y - l.knee) / (g.hip.Y - g.ankle.Y)
	g.knee = r3.Add(g.hip, r3.Scale(f, r3.Sub(g.ankle, g.hip)))
}

// thighGap is the distance of the thighs just below the crotch [m for a body of 1.72 m], so that the cloth of both
// trouser legs fits between them.
const thighGap = 0.028
