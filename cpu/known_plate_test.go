package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
)

const (
	plateMass = .143 // [kg/m²]
	plateLoad = 50.  // beside the air [Pa]
	plateGap  = .01  // at the start [m]
)

// plate is the lid of a square box of cloth with air in it. It is rigid and goes up and down only: its height is the
// one unknown of the step, of the potential of its inertia and load and that of the air. It alone lets air through.
type plate struct {
	*Sim
	d, speed, area float64
	up             []r3.Vec // change of positions with its height
}

func newPlate(t *testing.T, permeability float64) *plate {
	t.Helper()
	const n, l = 3, .4
	p := cloth.Part{Name: "box", Fabric: clothtest.Balloon(1).Fabric}
	p.Fabric.Permeability = permeability
	at := func(i, j, side int) int32 { return int32(((n+1)*i+j)*2 + side) }
	quad := func(a, b, c, d int32) { p.Tri = append(p.Tri, [3]int32{a, b, c}, [3]int32{a, c, d}) }
	q := &plate{d: plateGap, area: l * l}
	for i := range n + 1 {
		for j := range n + 1 {
			x := r3.Vec{X: l * float64(i) / n, Y: l * float64(j) / n}
			p.X = append(p.X, x, r3.Add(x, r3.Vec{Z: plateGap}))
			q.up = append(q.up, r3.Vec{}, r3.Vec{Z: 1})
		}
	}
	for i := range n {
		for j := range n {
			quad(at(i, j, 1), at(i+1, j, 1), at(i+1, j+1, 1), at(i, j+1, 1))
		}
	}
	lid := len(p.Tri)
	for i := range n {
		for j := range n {
			quad(at(i, j, 0), at(i, j+1, 0), at(i+1, j+1, 0), at(i+1, j, 0))
		}
		quad(at(i, 0, 0), at(i+1, 0, 0), at(i+1, 0, 1), at(i, 0, 1))
		quad(at(i+1, n, 0), at(i, n, 0), at(i, n, 1), at(i+1, n, 1))
		quad(at(0, i+1, 0), at(0, i, 0), at(0, i, 1), at(0, i+1, 1))
		quad(at(n, i, 0), at(n, i+1, 0), at(n, i+1, 1), at(n, i, 1))
	}
	for _, v := range p.Tri {
		p.UV = append(p.UV, clothtest.Flat(p.X[v[0]], p.X[v[1]], p.X[v[2]]))
	}
	m, err := cloth.NewModel([]cloth.Part{p})
	if err != nil {
		t.Fatal(err)
	}
	for i := lid; i < len(m.Rest); i++ {
		m.Rest[i].Area = 0 // of floor and walls, which do not leak
	}
	if err := m.Enclose(0, cloth.AirCell{}, 1e-4); err != nil {
		t.Fatal(err)
	}
	if q.Sim, err = New(m, nil, nil, alone()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// advance makes steps of h by Newton's method, with the force and the second derivative of the cell.
func (q *plate) advance(t *testing.T, steps int, h float64) {
	t.Helper()
	for range steps {
		q.begin(h)
		d, mass := q.d, plateMass*q.area
		for k := 0; ; k++ {
			for i := range q.x {
				q.x[i] = r3.Add(q.State.X[i], r3.Scale(d-q.d, q.up[i]))
			}
			q.evaluateAir(q.x)
			slope := mass*(d-q.d-h*q.speed)/(h*h) + plateLoad*q.area
			for i := range q.x {
				var g r3.Vec
				q.addAir(i, &g)
				slope += r3.Dot(g, q.up[i])
			}
			q.air.operator.update(q.Sim)
			q.air.operator.Prepare(q.pool, q.up)
			by := -slope / (mass/(h*h) + q.air.operator.AddRows(make([]r3.Vec, len(q.x)), q.up, 0, len(q.x)))
			if math.Abs(by) < 1e-15 {
				break
			}
			if k == 50 {
				t.Fatalf("Newton's method moves the plate by %g m yet", by)
			}
			d += by
		}
		q.commitAir()
		q.d, q.speed = d, (d-q.d)/h
		copy(q.State.X, q.x)
	}
}

// TestPlateSinks: a plate that lets air through sinks onto its layer of air at the speed σ·load/ΔP, with the pressure
// of its load: 10 mm are 3.7486 mm after .5 s.
func TestPlateSinks(t *testing.T) {
	for _, h := range []float64{1. / 60, 1. / 240, 1. / 1000} {
		q := newPlate(t, .05)
		q.advance(t, int(math.Round(.5/h)), h)
		if p := q.State.Air[0]; math.Abs(q.d-.0037486) > 1e-4*plateGap || math.Abs(p-plateLoad) > 1e-4*plateLoad ||
			math.Abs(q.speed+.05*plateLoad/cloth.PermeabilityAt) > 1e-3*.0125 {
			t.Errorf("steps of %.4g s: gap %.5f mm, %.5f Pa, %.6f m/s: expected 3.7486 mm, 50 Pa, -.0125 m/s", h, 1e3*q.d,
				p, q.speed)
		}
	}
}

// TestPlateSealed: on sealed air a plate rests where PV is that of the start.
func TestPlateSealed(t *testing.T) {
	q := newPlate(t, 0)
	for range 200 {
		q.advance(t, 1, 1./60)
		q.speed = 0
	}
	want := plateGap * cloth.Atmosphere / (cloth.Atmosphere + plateLoad)
	if math.Abs(q.d-want) > 1e-6*plateGap {
		t.Errorf("gap %.7f mm: expected %.7f mm", 1e3*q.d, 1e3*want)
	}
}
