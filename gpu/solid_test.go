//go:build cgo

package gpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
	"hysteron/step/steptest"
	"hysteron/tetra"
)

// TestSolidCantilever: the twin of that of the CPU, under a weight that single precision resolves.
func TestSolidCantilever(t *testing.T) {
	const a, l, g, young, density = .02, .2, .1, steptest.SpongeYoung, steptest.SpongeDensity
	want := density*g*(12*l*l*l*l/(8*young*a*a)) + density*g*l*l/(2*5./6*young/2)
	var got [3]float64
	for k, n := range []int{1, 2, 4} {
		beam := tetra.BoxOf(r3.Vec{X: l, Y: a, Z: a}, [3]int{10 * n, n, n})
		p := steptest.SolidPart(beam, steptest.Sponge("corotational", 0))
		for i, x := range p.X {
			if x.X < -l/2+1e-9 {
				p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: x})
			}
		}
		set := step.DefaultSettings()
		set.Gravity, set.AirDensity, set.SelfContact, set.Tolerance = r3.Vec{Y: -g}, 0, false, 1e-8
		s := newGPU(t, open(t, true), model(t, p), nil, nil, set)
		for range 4 { // so long that each step ends at rest
			if _, err := s.Step(10); err != nil {
				t.Fatal(err)
			}
		}
		tip, count := 0., 0.
		for i, x := range gpuState(t, s).X {
			if p.X[i].X > l/2-1e-9 {
				tip, count = tip+p.X[i].Y-x.Y, count+1
			}
		}
		got[k] = want * count / tip
	}
	order, limit := math.Log2((got[0]-got[1])/(got[1]-got[2])), got[2]-(got[1]-got[2])/3 // of second order
	t.Logf("stiffness %.5g, %.5g, %.5g of the beam's, order %.3g, limit %.5g", got[0], got[1], got[2], order, limit)
	if !(got[0] > got[1] && got[1] > got[2]) || math.Abs(order-2) > .2 || math.Abs(limit-1) > .01 {
		t.Errorf("stiffness %v of the beam's: expected one that falls to 1 with the second order", got)
	}
}

// pressed is a ball of sponge with internal friction and damping on the ground, under a sheet.
func pressed(t *testing.T) (*cloth.Model, []step.Collider) {
	t.Helper()
	mesh, err := tetra.Stuff(tetra.Ball(.05), .03)
	if err != nil {
		t.Fatal(err)
	}
	for i := range mesh.X {
		mesh.X[i].Y += .052
	}
	of := steptest.Sponge("neo-hookean", .3)
	of.Strain = cloth.Component{Damping: law.Damping{Ratio: .01}, Friction: law.Dahl{A: 200, Tau: .02}}
	of.Friction, of.ClothFriction = .4, .4
	return model(t, steptest.SolidPart(mesh, of), shift(grid(9, 9, .16, .16, cotton()), r3.Vec{X: -.08, Y: .106, Z: .08})),
		[]step.Collider{{Normal: r3.Vec{Y: 1}, Friction: .4}}
}

// TestSolidTwins: a solid under cloth comes to the same place on both backends, and keeps the same.
func TestSolidTwins(t *testing.T) {
	m, colliders := pressed(t)
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, open(t, true), m, nil, colliders, set)
	a, b := w.both(t, 12, 1./240)
	st := gpuState(t, w.gpu)
	d := farthest(st.X, w.cpu.State.X)
	var kept, most float64
	got, want := st.Past[cloth.Tetrahedra].Data, w.cpu.State.Past[cloth.Tetrahedra].Data
	for i := range want {
		kept, most = max(kept, math.Abs(got[i]-want[i])), max(most, math.Abs(want[i]))
	}
	t.Logf("%.3g m apart, history %.3g of %.3g; cpu %+v; gpu %+v", d, kept, most, a, b)
	if !(d < 2e-6) || !(kept < .002*most) || most < 10 {
		t.Errorf("%.3g m apart, what strains keep is off by %.3g of %.3g", d, kept, most)
	}
}

// TestSolidResumes: a run resumed from a state between two steps has the bits of an uninterrupted run.
func TestSolidResumes(t *testing.T) {
	m, colliders := pressed(t)
	ctx := open(t, true)
	on := newGPU(t, ctx, m, nil, colliders, step.DefaultSettings())
	take := func(s *Sim, n int) *cloth.State {
		for range n {
			if _, err := s.Step(1. / 240); err != nil {
				t.Fatal(err)
			}
		}
		return gpuState(t, s)
	}
	middle := take(on, 5).Clone()
	if err := on.SetState(middle); err != nil { // what is remembered beside the state begins anew in both
		t.Fatal(err)
	}
	want := take(on, 3)
	got := take(newGPU(t, ctx, m, middle, colliders, step.DefaultSettings()), 3)
	if d := farthest(got.X, want.X); d != 0 {
		t.Errorf("resumed it ends %g m from where it would have", d)
	}
	for i, v := range want.Past[cloth.Tetrahedra].Data {
		if got.Past[cloth.Tetrahedra].Data[i] != v {
			t.Fatalf("number %d that strains keep is %g: expected %g", i, got.Past[cloth.Tetrahedra].Data[i], v)
		}
	}
}

// TestGluedTwins: a sheet that shares vertices with a solid pulls it alike on both backends.
func TestGluedTwins(t *testing.T) {
	f := cotton()
	f.Drag, f.DragSkin = 0, 0
	sheet := grid(3, 5, .1, .1, f)
	for i := range sheet.X { // from the edge x = .05 of the top of a box around the origin
		sheet.X[i] = r3.Vec{X: .05 + .05*float64(i/5), Y: .05, Z: .025*float64(i%5) - .05}
		if i/5 == 2 {
			sheet.Pins = append(sheet.Pins, cloth.Pin{Vertex: int32(i), Point: sheet.X[i]})
		}
	}
	parts := steptest.Glued(sheet, tetra.BoxOf(r3.Vec{X: .1, Y: .1, Z: .1}, [3]int{2, 2, 4}),
		steptest.Sponge("neo-hookean", .3))
	set := step.DefaultSettings()
	set.Tolerance = 1e-6
	w := newTwins(t, open(t, true), model(t, parts...), nil, nil, set)
	start := centre(w.cpu.Model, w.cpu.State)
	w.both(t, 12, 1./240)
	st := gpuState(t, w.gpu)
	if d := farthest(st.X, w.cpu.State.X); !(d < 2e-6) {
		t.Errorf("%.3g m apart", d)
	}
	if fall := start.Y - centre(w.cpu.Model, w.cpu.State).Y; !(fall > 1e-3) {
		t.Errorf("the centre fell by %.3g m: expected more", fall)
	}
}
