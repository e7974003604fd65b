package body

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

func TestClipsStartAtRest(t *testing.T) {
	for _, name := range Clips() {
		m := mustMannequin(t, name)
		for _, at := range []float64{0, -leadStill, m.Duration(), m.Duration() + 5} {
			p := positionsAt(m, at)
			shift := r3.Vec{}
			if at > 0 && name == "walk" { // the walk ends elsewhere, but standing
				shift.Z = m.Joints(at)[0].Z - m.model.skeleton.rest[pelvis].Z
			}
			for v := range p {
				if d := r3.Norm(r3.Sub(r3.Sub(p[v], shift), m.model.rest[v])); !(d < 1e-6) {
					t.Fatalf("%s at %g s: vertex %d is %g m from the rest pose", name, at, v, d)
				}
			}
		}
	}
}

// TestClipsMotion follows every clip: finite, velocities that match the positions,
// bounded speed and acceleration (a jump in a pose shows as thousands of m/s²), nothing
// through the floor, and no surface passing through itself.
func TestClipsMotion(t *testing.T) {
	for _, name := range Clips() {
		m := mustMannequin(t, name)
		n := m.NumVertices()
		const h = 1.0 / 240
		a, b, c := make([]r3.Vec, n), positionsAt(m, 0), positionsAt(m, h)
		v := make([]r3.Vec, n)
		var speed, accel, worst, dip float64
		var when float64
		for i := 1; float64(i+1)*h < m.Duration()+0.1; i++ {
			at := float64(i) * h
			a, b, c = b, c, a
			m.Positions(c, at+h)
			m.Velocities(v, at)
			for k := range b {
				if !cloth.FiniteVec(b[k]) || !cloth.FiniteVec(v[k]) {
					t.Fatalf("%s at %g s: vertex %d is not finite", name, at, k)
				}
				speed = max(speed, r3.Norm(v[k]))
				mean := r3.Scale(1/(2*h), r3.Sub(c[k], a[k]))
				worst = max(worst, r3.Norm(r3.Sub(mean, v[k])))
				acc := r3.Norm(r3.Add(r3.Sub(c[k], r3.Scale(2, b[k])), a[k])) / (h * h)
				if acc > accel {
					accel, when = acc, at
				}
				dip = min(dip, b[k].Y)
			}
		}
		t.Logf("%-12s %.2f s: speed up to %.2f m/s, acceleration %.0f m/s² (at %.2f s), lowest point %.1f mm",
			name, m.Duration(), speed, accel, when, 1000*dip)
		if speed > 9 || accel > 160 {
			t.Errorf("%s: speed %.2f m/s, acceleration %.0f m/s² at %.3f s; expected at most 9 and 160", name, speed, accel,
				when)
		}
		// Third derivatives of some 1e4 m/s³ make the two differ by h²/6 of them.
		if worst > 0.06 {
			t.Errorf("%s: velocities differ from position differences by %.3f m/s", name, worst)
		}
		if dip < -0.006 {
			t.Errorf("%s: dips %.1f mm into the floor", name, -1000*dip)
		}
		for at := 0.0; at < m.Duration(); at += 0.3 {
			if s := selfIntersections(positionsAt(m, at), m.Triangles()); len(s) > 0 {
				t.Errorf("%s at %.2f s: %d self-intersections, first between triangles %v", name, at, len(s), s[0])
			}
		}
	}
}

// TestClipsVelocities compares with a five-point difference of the positions.
func TestClipsVelocities(t *testing.T) {
	const h = 1e-3
	for _, name := range Clips() {
		m := mustMannequin(t, name)
		v := make([]r3.Vec, m.NumVertices())
		for _, at := range []float64{0.37, 0.61, 0.93, 1.71, 2.29} {
			m.Velocities(v, at)
			p := [4][]r3.Vec{positionsAt(m, at-2*h), positionsAt(m, at-h), positionsAt(m, at+h), positionsAt(m, at+2*h)}
			for k := range v {
				d := r3.Add(r3.Scale(8, r3.Sub(p[2][k], p[1][k])), r3.Sub(p[0][k], p[3][k]))
				if e := r3.Norm(r3.Sub(r3.Scale(1/(12*h), d), v[k])); e > 2e-3 {
					t.Fatalf("%s at %g s: velocity of vertex %d is off by %g m/s", name, at, k, e)
				}
			}
		}
	}
}

// TestKeysAreQuintic: between keys a curve is v₀ + (v₁ − v₀)(6u⁵ − 15u⁴ + 10u³). At every key it is at rest and its
// acceleration vanishes: over h it moves by (v₁ − v₀)·10(h/T)³ to first order, so that halving h leaves an eighth.
// A smoothstep has 0.15625 at a quarter, and leaves a quarter.
func TestKeysAreQuintic(t *testing.T) {
	k := keys{{1, 2}, {3, 10}, {3.5, -6}}
	for u, share := range map[float64]float64{
		0: 0, .25: .103515625, .5: .5, .75: .896484375, 1: 1,
	} {
		for i := range k[1:] {
			at, want := k[i].t+u*(k[i+1].t-k[i].t), k[i].v+share*(k[i+1].v-k[i].v)
			if got := k.at(at); math.Abs(got-want) > 1e-12 {
				t.Errorf("at %g s, %g of the way in time: %g, expected %g", at, u, got, want)
			}
		}
	}
	for i := range k[1:] {
		span, rise := k[i+1].t-k[i].t, k[i+1].v-k[i].v
		for _, h := range []float64{.01 * span, .005 * span} {
			want := rise * 10 * math.Pow(h/span, 3)
			from, to := k.at(k[i].t+h)-k[i].v, k[i+1].v-k.at(k[i+1].t-h)
			if math.Abs(from/want-1) > .02 || math.Abs(to/want-1) > .02 {
				t.Errorf("%g s from keys %d and %d: moved by %g and %g, expected %g", h, i, i+1, from, to, want)
			}
		}
	}
}

// TestClipsHaveNoJolt: accelerations of the joints are continuous, also where keys join: over steps of h they change in
// proportion to h. A jump of the acceleration changes them by as much, however small h is.
func TestClipsHaveNoJolt(t *testing.T) {
	for _, name := range Clips() {
		m := mustMannequin(t, name)
		change := func(h float64) (most, when float64) {
			var a, b []r3.Vec
			for i := 0; float64(i)*h < m.Duration(); i++ {
				at := float64(i) * h
				x, y, z := m.Joints(at-h), m.Joints(at), m.Joints(at+h)
				a, b = b, a[:0]
				for k := range y {
					b = append(b, r3.Scale(1/(h*h), r3.Add(r3.Sub(x[k], r3.Scale(2, y[k])), z[k])))
				}
				for k := range a {
					if d := r3.Norm(r3.Sub(b[k], a[k])); d > most {
						most, when = d, at
					}
				}
			}
			return most, when
		}
		coarse, _ := change(4e-3)
		fine, when := change(1e-3)
		t.Logf("%-12s accelerations change by %.2g m/s² over 4 ms, %.2g over 1 ms", name, coarse, fine)
		if fine > .4*coarse+.01 {
			t.Errorf("%s: the acceleration jumps by %.2g m/s² at %.3f s", name, fine, when)
		}
	}
}

func TestKneeLiftPose(t *testing.T) {
	m := mustMannequin(t, "knee-lift")
	if d := m.Duration(); d != 3 {
		t.Errorf("duration %g s; expected 3 s", d)
	}
	j := m.Joints(1.2)
	thigh, shin := r3.Unit(r3.Sub(j[knee], j[hip])), r3.Unit(r3.Sub(j[ankle], j[knee]))
	if raise := math.Asin(-thigh.Y) / degree; math.Abs(raise) > 6 {
		t.Errorf("thigh points %.1f° below the horizontal; expected level", raise)
	}
	if hang := math.Acos(-shin.Y) / degree; hang > 6 {
		t.Errorf("shin %.1f° off the vertical", hang)
	}
	rest := m.Joints(0)
	for at := 0.0; at < 3; at += 0.05 {
		if d := r3.Norm(r3.Sub(m.Joints(at)[ankleRight], rest[ankleRight])); d > 1e-9 {
			t.Errorf("standing ankle moved by %g m at %g s", d, at)
		}
	}
	// Thigh and belly: the thigh's skin must keep clear of the torso outside the groin.
	p := positionsAt(m, 1.2)
	closest := math.Inf(1)
	for v, r := range m.Region() {
		if r != LegLeft || m.model.rest[v].Y > 0.70 {
			continue
		}
		for w, q := range m.Region() {
			if q == Torso && m.model.rest[w].Y > 0.90 {
				closest = min(closest, r3.Norm(r3.Sub(p[v], p[w])))
			}
		}
	}
	t.Logf("thigh to belly: %.3f m", closest)
	if closest < 0.02 {
		t.Errorf("thigh comes within %.3f m of the belly; expected 0.02 m for the cloth between", closest)
	}
}

func TestJumpingJackPose(t *testing.T) {
	m := mustMannequin(t, "jumping-jack")
	top := m.Joints(jackStart + 0.52)
	arm := r3.Unit(r3.Sub(top[wrist], top[shoulder]))
	if a := math.Acos(-arm.Y) / degree; math.Abs(a-150) > 6 {
		t.Errorf("arms at %.0f° from hanging; expected 150°", a)
	}
	if x := top[ankle].X; x < 0.28 {
		t.Errorf("feet at ±%.2f m; expected them apart", x)
	}
	bottom := m.Joints(jackStart + jackPeriod)
	if x := bottom[ankle].X; math.Abs(x-m.model.skeleton.rest[ankle].X) > 1e-3 {
		t.Errorf("feet at ±%.3f m after a cycle; expected them together", x)
	}
	lowest := func(at float64) float64 {
		low := math.Inf(1)
		for _, q := range positionsAt(m, at) {
			low = min(low, q.Y)
		}
		return low
	}
	for i := 0; i < 2*jackCycles; i++ {
		t0 := jackStart + float64(i)*jackPeriod/2
		if y := lowest(t0 + 0.52); math.Abs(y) > 1e-3 {
			t.Errorf("hop %d: soles at %.4f m when landed; expected 0", i, y)
		}
		if y := lowest(t0 + 0.29); y < 0.04 {
			t.Errorf("hop %d: only %.3f m above the floor in flight", i, y)
		}
	}
}

// TestWalkFeetHold: a sole vertex that touches the floor does not slide.
func TestWalkFeetHold(t *testing.T) {
	m := mustMannequin(t, "walk")
	v := make([]r3.Vec, m.NumVertices())
	var worst, speed float64
	for at := 0.0; at < m.Duration(); at += 0.01 {
		p := positionsAt(m, at)
		m.Velocities(v, at)
		slowest := math.Inf(1) // of the touching vertices: the foot must hold somewhere
		for k := range p {
			if p[k].Y < 1e-3 {
				slowest = min(slowest, math.Hypot(v[k].X, v[k].Z))
			}
		}
		worst = max(worst, slowest)
	}
	mid := walkStart + 3.5*walkBeat
	j0, j1 := m.Joints(mid-0.1), m.Joints(mid+0.1)
	speed = (j1[0].Z - j0[0].Z) / 0.2
	t.Logf("walking at %.2f m/s, largest slip %.3f m/s", speed, worst)
	if worst > 0.05 {
		t.Errorf("the standing foot slips at %.3f m/s", worst)
	}
	if speed < 1.1 || speed > 1.3 {
		t.Errorf("walks at %.2f m/s; expected about 1.2", speed)
	}
}
