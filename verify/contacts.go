package verify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/report"
	"hysteron/step"
)

func contactProblems() []Problem {
	const topic = "Contact with bodies"
	return []Problem{
		{
			Name: "incline-sticks", Topic: topic, Run: inclineSticks,
			What:   "A small sheet of cotton on a plane a little less steep than its friction stays where it is for a minute.",
			Source: "sticks if tan α ≤ μ; the elastic slip is tan α/μ of its most, 4 μm",
		},
		{
			Name: "incline-slips", Topic: topic, Run: inclineSlips,
			What:   "The same on steeper planes: acceleration.",
			Source: "a = g(sin α − μ cos α)",
		},
		{
			Name: "capstan", Topic: topic, Run: capstan,
			What: "A strip is pulled over a fixed cylinder: ratio of the tensions on both sides, over the angle that it " +
				"wraps.",
			Source: "Euler–Eytelwein: e^{μφ}; for μ = 0.3 and half a turn 2.56633",
		},
	}
}

// onIncline lays a sheet on a plane of slope α, downwards to +x. The sheet settles into the contact layer under the
// normal part of its weight, and is then loaded with all of it.
func onIncline(e *Env, kind MeshKind, n int, alpha, mu float64) (*Running, string, error) {
	f, err := shippedFabric("cotton")
	if err != nil {
		return nil, "", err
	}
	normal := r3.Vec{X: math.Sin(alpha), Y: math.Cos(alpha)}
	s := RectSheet(kind, SheetBox{U1: .04, V1: .04}, RowsFor(kind, .04, .04/float64(n)), n)
	p := s.Part(airless(f), func(q r2.Vec) r3.Vec {
		return r3.Add(r3.Vec{X: q.X * math.Cos(alpha), Y: -q.X * math.Sin(alpha), Z: -q.Y}, r3.Scale(.00399, normal))
	})
	plane := step.Collider{Normal: normal, Friction: mu}
	r, err := e.Laid(p, plane, plane, r3.Scale(-9.81*math.Cos(alpha), normal), r3.Vec{Y: -9.81})
	return r, s.Name(), err
}

// downhill returns the direction of steepest descent of a slope α.
func downhill(alpha float64) r3.Vec { return r3.Vec{X: math.Cos(alpha), Y: -math.Sin(alpha)} }

func inclineSticks(e *Env) error {
	const mu, ratio = .3, .98
	alpha := math.Atan(ratio * mu)
	for _, kind := range kinds {
		for _, nv := range Pick(e, []int{2, 4, 8}, []int{2}, []int{2}) {
			r, name, err := onIncline(e, kind, nv, alpha, mu)
			if err != nil {
				return err
			}
			st, err := r.State()
			if err != nil {
				return err
			}
			start := slices.Clone(st.X)
			for _, t := range Pick(e, []float64{1, 60}, []float64{1, 60}, []float64{1, 6}) {
				if err := r.Steps(int((t-st.Time)*30+.5), 1./30); err != nil {
					return err
				}
				if st, err = r.State(); err != nil {
					return err
				}
				var far float64
				for i, x := range st.X {
					far = max(far, r3.Norm(r3.Sub(x, start[i])))
				}
				e.Bound(name, fmt.Sprintf("tan α = %g μ: way of any vertex in %g s", ratio, t), "m", 1e-5, far)
			}
			r.Close()
		}
	}
	return nil
}

func inclineSlips(e *Env) error {
	const mu, h = .3, 1. / 120
	fig := report.Plot{Title: "Sliding down a plane", X: "time [s]", Y: "speed [m/s]"}
	for _, kind := range e.Kinds(kinds...) {
		for _, n := range []int{2, 4, 8} {
			for _, ratio := range []float64{1.02, 1.5, 3} {
				if n != 4 && ratio != 1.5 {
					continue
				}
				alpha := math.Atan(ratio * mu)
				r, name, err := onIncline(e, kind, n, alpha, mu)
				if err != nil {
					return err
				}
				want := 9.81 * (math.Sin(alpha) - mu*math.Cos(alpha))
				var v [2]float64
				line := report.Line{Name: fmt.Sprintf("tan α = %g μ", ratio), Points: true, X: []float64{0}, Y: []float64{0}}
				for k := range 2 { // the first quarter covers the elastic slip
					for range 5 {
						if err := r.Steps(6, h); err != nil {
							return err
						}
						if v[k], err = r.SpeedAlong(downhill(alpha)); err != nil {
							return err
						}
						line.X, line.Y = append(line.X, line.X[len(line.X)-1]+6*h), append(line.Y, v[k])
					}
				}
				r.Close()
				e.Check(name, fmt.Sprintf("tan α = %g μ: acceleration", ratio), "m/s²", want, (v[1]-v[0])/(30*h), .01)
				if kind == Unstructured && n == 4 {
					fig.Lines = append(fig.Lines, line, report.Line{X: []float64{0, .5}, Y: []float64{0, .5 * want}, Dashed: true})
				}
			}
		}
	}
	e.Plot(fig)
	return nil
}

// drum is a fixed closed cylinder about the z axis.
type drum struct {
	x   []r3.Vec
	tri [][3]int32
}

func newDrum(radius, half float64, n int32) *drum {
	d := &drum{x: []r3.Vec{{Z: -half}, {Z: half}}}
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		d.x = append(d.x, r3.Vec{X: radius * cos, Y: radius * sin, Z: -half}, r3.Vec{X: radius * cos, Y: radius * sin,
			Z: half})
		a, b := 2+2*i, 2+2*((i+1)%n)
		d.tri = append(d.tri, [3]int32{a, b, b + 1}, [3]int32{a, b + 1, a + 1}, [3]int32{0, b, a}, [3]int32{1, a + 1, b + 1})
	}
	return d
}

func (d *drum) NumVertices() int                  { return len(d.x) }
func (d *drum) Triangles() [][3]int32             { return d.tri }
func (d *drum) Positions(dst []r3.Vec, _ float64) { copy(dst, d.x) }

var _ step.Surface = (*drum)(nil)

// wrap is a case of the capstan.
type wrap struct {
	kind      MeshKind
	nv        int // cells across
	angle, mu float64
}

func capstan(e *Env) error {
	middle := func(angle, mu float64) wrap { return wrap{Unstructured, 3, angle, mu} }
	list := []wrap{middle(math.Pi, .3)}
	if e.OnCPU() || e.Full {
		list = append(list, middle(math.Pi/2, .3), middle(1.5*math.Pi, .3), middle(math.Pi/2, .5), middle(math.Pi, .5),
			middle(1.5*math.Pi, .5))
		for _, kind := range kinds {
			for _, nv := range Pick(e, []int{2, 3, 4}, []int{3}, nil) {
				if q := (wrap{kind, nv, math.Pi, .3}); q != list[0] {
					list = append(list, q)
				}
			}
		}
	}
	fig := report.Plot{Title: "Tension ratio over wrap angle", X: "angle [rad]", Y: "ratio", LogY: true}
	points, curves := map[float64]*report.Line{}, []report.Line(nil)
	for _, mu := range []float64{.3, .5} {
		points[mu] = &report.Line{Name: fmt.Sprintf("μ = %g", mu), Points: true}
		curve := report.Line{Name: "e^{μφ}", Dashed: true}
		for i := range 101 {
			phi := 5 * float64(i) / 100
			curve.X, curve.Y = append(curve.X, phi), append(curve.Y, math.Exp(mu*phi))
		}
		curves = append(curves, curve)
	}
	for _, q := range list {
		name, ratio, turn, err := pulledAround(e, q)
		if err != nil {
			return fmt.Errorf("%s, %.0f°, μ = %g: %w", name, q.angle*180/math.Pi, q.mu, err)
		}
		// A chain whose links turn by α has the ratio (1 + μ tan(α/2))/(1 − μ tan(α/2)) at each joint, which is (1 +
		// μ²)α²/12 of μφ more than that of the band. Half a per cent is for the normal forces, which friction takes
		// from the first iterations of a step, and for rows that reach the drum one by one.
		more := (1 + q.mu*q.mu) * turn * turn / 12 * q.mu * q.angle
		e.Check(name, fmt.Sprintf("tension ratio over %.0f°, μ = %g", q.angle*180/math.Pi, q.mu), "1", math.Exp(q.mu*q.angle),
			ratio, .005+more)
		if q.nv == 3 && q.kind == Unstructured {
			points[q.mu].X, points[q.mu].Y = append(points[q.mu].X, q.angle), append(points[q.mu].Y, ratio)
		}
	}
	fig.Lines = append(curves, *points[.3], *points[.5])
	e.Plot(fig)
	return nil
}

// pulledAround pulls a strip over a drum and returns the ratio of its tensions, and the angle between successive rows.
// Both ends move at a speed far above that of smoothed friction, so that all of the strip slips.
func pulledAround(e *Env, q wrap) (name string, ratio, turn float64, err error) {
	const (
		radius, thickness = .03, .001
		speed, h          = .1, 1. / 250
		tail, width       = .05, .012
		stiffness, strain = 1000., .01 // [N/m]
	)
	f := stringFabric(stiffness)
	f.BendWarp.Elastic, f.BendWeft.Elastic = law.Elastic{K1: 1e-6}, law.Elastic{K1: 1e-6}
	// The strip is symmetric about the top, on the drum over the angle, and straight beyond. Beyond half a turn the
	// tails cross. They pass through each other, since self-contact is off.
	r0 := radius + .93*thickness
	long := 2*tail + q.angle*r0
	place := func(p r2.Vec) r3.Vec {
		s := p.X*(1+strain) - long/2
		phi := math.Max(-q.angle/2, math.Min(q.angle/2, s/r0))
		rest := s - phi*r0
		sin, cos := math.Sincos(phi)
		return r3.Vec{X: r0*sin + rest*cos, Y: r0*cos - rest*sin, Z: width/2 - p.Y}
	}
	length := long / (1 + strain)
	rows := RowsFor(q.kind, length, width/float64(q.nv))
	s := RectSheet(q.kind, SheetBox{U1: length, V1: width}, rows, q.nv)
	p := s.Part(f, place)
	sin, cos := math.Sincos(q.angle / 2)
	for i, uv := range s.UV {
		switch uv.X {
		case 0:
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i], Velocity: r3.Vec{X: speed * cos, Y: speed * sin}})
		case length:
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i], Velocity: r3.Vec{X: speed * cos,
				Y: -speed * sin}})
		}
	}
	set := Settings()
	set.Gravity, set.AirDensity, set.Thickness, set.Tolerance = r3.Vec{}, 0, thickness, e.Tol(1e-8, 1e-7)
	set.MaxNewton = 60
	r, err := e.Sim(p, []step.Collider{{Surface: newDrum(radius, 2*width, 256), Friction: q.mu}}, set)
	if err != nil {
		return s.Name(), 0, 0, err
	}
	defer r.Close()
	// Tensions oscillate as rows of vertices reach and leave the drum one by one, so their mean over the last pitch of
	// the rows counts.
	const steps = 30
	pitch := long / float64(rows)
	count := int(math.Round(pitch / (speed * h)))
	var sum float64
	for k := range steps {
		if err := r.Steps(1, h); err != nil {
			return s.Name(), 0, 0, err
		}
		if k < steps-count {
			continue
		}
		st, err := r.State()
		if err != nil {
			return s.Name(), 0, 0, err
		}
		sum += math.Log(tension(r.Model, st.X, stiffness, length-.7*tail, length-.2*tail) / tension(r.Model, st.X, stiffness,
			.2*tail, .7*tail))
	}
	return s.Name(), math.Exp(sum / float64(count)), pitch / r0, nil
}

// tension returns the tension along the warp of the triangles with middles between two lines u: the mean Piola stress
// [N/m].
func tension(m *cloth.Model, x []r3.Vec, stiffness, from, to float64) float64 {
	var sum, area float64
	for t, q := range m.UV {
		if u := (q[0].X + q[1].X + q[2].X) / 3; u < from || u > to {
			continue
		}
		wu, _ := gradient(m, t, x)
		w := m.Rest[t].Area
		area += w
		sum += w * stiffness * (r3.Norm2(wu) - 1) / 2 * r3.Norm(wu)
	}
	return sum / area
}
