package body

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func TestMannequinSurface(t *testing.T) {
	m := mustMannequin(t, "stand")
	p := positionsAt(m, 0)
	if err := CheckClosed(m.Triangles(), m.NumVertices()); err != nil {
		t.Fatal(err)
	}
	if n := len(m.Triangles()); n < 6000 || n > 14000 {
		t.Errorf("%d triangles; expected 6000…14000", n)
	}
	if e := m.NumVertices() - len(m.Triangles())/2; e != 2 {
		t.Errorf("Euler characteristic %d; expected 2: one sphere without handles", e)
	}
	// Bodies float just below the surface: 1.72 m of the default girths weigh 70–85 kg.
	if v := volume(p, m.Triangles()); v < 0.070 || v > 0.085 {
		t.Errorf("volume %.4f m³; expected 0.070…0.085", v)
	}
	lo, hi := p[0], p[0]
	for _, q := range p {
		lo = r3.Vec{X: min(lo.X, q.X), Y: min(lo.Y, q.Y), Z: min(lo.Z, q.Z)}
		hi = r3.Vec{X: max(hi.X, q.X), Y: max(hi.Y, q.Y), Z: max(hi.Z, q.Z)}
	}
	if math.Abs(lo.Y) > 1e-6 || math.Abs(hi.Y-1.72) > 0.002 {
		t.Errorf("body reaches from %.4f to %.4f m: expected 0 to 1.72", lo.Y, hi.Y)
	}
	t.Logf("box %.3v … %.3v, %d vertices, %d triangles", lo, hi, m.NumVertices(), len(m.Triangles()))
	if s := selfIntersections(p, m.Triangles()); len(s) > 0 {
		t.Errorf("%d self-intersections at rest, first between triangles %v", len(s), s[0])
	}
}

func TestMannequinTriangleQuality(t *testing.T) {
	m := mustMannequin(t, "stand")
	p := positionsAt(m, 0)
	worst, sum := math.Pi, 0.0
	for _, tri := range m.Triangles() {
		least := math.Pi
		for k := range tri {
			a, b := r3.Sub(p[tri[(k+1)%3]], p[tri[k]]), r3.Sub(p[tri[(k+2)%3]], p[tri[k]])
			least = min(least, math.Acos(r3.Cos(a, b)))
			if d := r3.Norm(a); d < 0.004 || d > 0.032 {
				t.Errorf("edge %d–%d is %.4f m: expected 0.004…0.032", tri[k], tri[(k+1)%3], d)
			}
		}
		worst = min(worst, least)
		sum += least
	}
	mean := sum / float64(len(m.Triangles())) / degree
	t.Logf("smallest angle %.1f°, mean of the smallest angles %.1f°", worst/degree, mean)
	if worst < 20*degree {
		t.Errorf("smallest angle %.1f°; expected at least 20°", worst/degree)
	}
	if mean < 48 {
		t.Errorf("mean smallest angle %.1f°; expected at least 48°", mean)
	}
}

// TestMannequinGirths slices the finished mesh: a tape around it must read the measurements.
func TestMannequinGirths(t *testing.T) {
	slim := DefaultMeasurements()
	slim.Chest, slim.Waist, slim.Hips, slim.Seat, slim.Thigh = 0.88, 0.70, 0.86, 0.95, 0.55
	slim.Biceps, slim.Neck, slim.Knee, slim.Calf = 0.27, 0.34, 0.37, 0.35
	tall := DefaultMeasurements()
	tall.Height, tall.WaistToFloor, tall.Inseam, tall.ShoulderToWrist, tall.WaistToKnee = 1.86, 1.19, 0.80, 0.64, 0.66
	for name, ms := range map[string]Measurements{"default": DefaultMeasurements(), "slim": slim, "tall": tall} {
		m, err := NewMannequin(ms, "stand")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p := positionsAt(m, 0)
		g, err := newFigure(ms)
		if err != nil {
			t.Fatal(err)
		}
		up := r3.Vec{Y: 1}
		for _, c := range []struct {
			what   string
			normal r3.Vec
			near   r3.Vec
			want   float64
		}{
			{"neck", up, g.neck.centre(g.l.neck), ms.Neck},
			{"chest", up, g.torso.centre(g.l.chest), ms.Chest},
			{"waist", up, g.torso.centre(g.l.waist), ms.Waist},
			{"hips", up, g.torso.centre(g.l.hips), ms.Hips},
			{"seat", up, g.torso.centre(g.l.seat), ms.Seat},
			{"thigh", up, g.leg.centre(g.l.thigh), ms.Thigh},
			{"knee", up, g.leg.centre(g.l.knee), ms.Knee},
			{"calf", up, g.leg.centre(g.l.calf), ms.Calf},
			{"ankle", up, g.leg.centre(g.l.ankle), ms.Ankle},
			{"biceps", g.armDir, g.arm.centre(g.bicepsStation()), ms.Biceps},
			{"wrist", g.armDir, g.arm.centre(g.wristStation()), ms.Wrist},
		} {
			got := girthAt(p, m.Triangles(), c.normal, c.near)
			t.Logf("%s %s: %.4f m, measured %.4f m (%+.2f %%)", name, c.what, got, c.want, 100*(got/c.want-1))
			if math.Abs(got/c.want-1) > 0.012 {
				t.Errorf("%s %s: %.4f m: expected %.4f m within 1.2 %%", name, c.what, got, c.want)
			}
		}
	}
}

// TestMannequinPlaces checks the places where the shipped patterns are laid around the body.
func TestMannequinPlaces(t *testing.T) {
	m := mustMannequin(t, "stand")
	p := positionsAt(m, 0)
	tris := m.Triangles()
	ms := DefaultMeasurements()

	// Shoulder line under the tee's shoulder seams (1.431 m at x = 0.12, 1.409 m at 0.2125).
	for _, c := range []struct{ x, lo, hi float64 }{{0.12, 1.405, 1.431}, {0.2125, 1.385, 1.412}} {
		top := 0.0
		for _, loop := range slice(p, tris, r3.Vec{X: 1}, c.x) {
			for _, q := range loop {
				top = max(top, q.Y)
			}
		}
		t.Logf("shoulder at x = %.4f m: %.4f m high", c.x, top)
		if top < c.lo || top > c.hi {
			t.Errorf("shoulder at x = %.4f m is %.4f m high; expected %.3f…%.3f", c.x, top, c.lo, c.hi)
		}
	}
	// Crotch: the saddle where the section of the two legs becomes one loop.
	crotch := math.Inf(1)
	for _, loop := range slice(p, tris, r3.Vec{X: 1}, 1e-9) {
		for _, q := range loop {
			crotch = min(crotch, q.Y)
		}
	}
	t.Logf("crotch %.4f m", crotch)
	if math.Abs(crotch-ms.Inseam) > 0.006 {
		t.Errorf("crotch at %.4f m: expected the inseam %.3f m within 6 mm", crotch, ms.Inseam)
	}
	// Thighs apart below the crotch.
	for _, y := range []float64{crotch - 0.03, crotch - 0.06, 0.5, 0.3} {
		gap := math.Inf(1)
		for _, loop := range slice(p, tris, r3.Vec{Y: 1}, y) {
			for _, q := range loop {
				gap = min(gap, 2*math.Abs(q.X))
			}
		}
		t.Logf("gap between the legs at %.3f m: %.4f m", y, gap)
		if gap < 0.025 {
			t.Errorf("legs are %.4f m apart at y = %.3f m: expected 0.025 m", gap, y)
		}
	}
	// Torso between the front and back panels; armpit above the tee's armhole.
	for v, r := range m.Region() {
		if r == Torso && (p[v].Z < -0.15 || p[v].Z > 0.16) {
			t.Errorf("torso vertex %d at z = %.3f m: expected −0.15…0.16", v, p[v].Z)
		}
	}
	loops := len(slice(p, tris, r3.Vec{Y: 1}, 1.27)) // torso and two arms
	if loops != 3 {
		t.Errorf("section at 1.27 m has %d loops; expected torso and two arms: the armpits are above", loops)
	}
}

func TestMannequinSymmetric(t *testing.T) {
	m := mustMannequin(t, "stand")
	at := map[r3.Vec]Region{}
	p := m.model.rest
	for v, q := range p {
		at[q] = m.Region()[v]
	}
	other := map[Region]Region{Torso: Torso, Head: Head, ArmLeft: ArmRight, ArmRight: ArmLeft, LegLeft: LegRight,
		LegRight: LegLeft}
	for v, q := range p {
		mirrored := mirrorVec(q)
		if mirrored.X == 0 {
			mirrored.X = 0 // −0 = 0
		}
		r, ok := at[mirrored]
		if !ok {
			t.Fatalf("vertex %d at %v has no mirror image", v, q)
		}
		if r != other[m.Region()[v]] && q.X != 0 {
			t.Errorf("vertex %d is %v, its mirror image %v", v, m.Region()[v], r)
		}
	}
}

func TestMannequinDeterministic(t *testing.T) {
	a := mustMannequin(t, "walk").model
	b, err := buildModel(DefaultMeasurements())
	if err != nil {
		t.Fatal(err)
	}
	if len(a.rest) != len(b.rest) || len(a.tris) != len(b.tris) {
		t.Fatal("two builds differ in size")
	}
	for v := range a.rest {
		if a.rest[v] != b.rest[v] || a.weights[v] != b.weights[v] {
			t.Fatalf("two builds differ at vertex %d", v)
		}
	}
	for i := range a.tris {
		if a.tris[i] != b.tris[i] {
			t.Fatalf("two builds differ at triangle %d", i)
		}
	}
}

func TestMannequinWeights(t *testing.T) {
	m := mustMannequin(t, "stand")
	for v, w := range m.model.weights {
		var sum float64
		for i, x := range w.weight {
			sum += x
			if x < 0 || (i > 0 && x > w.weight[i-1]) {
				t.Errorf("vertex %d: weights %v; expected them positive, heaviest first", v, w.weight)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("vertex %d: weights sum to %.15f", v, sum)
		}
	}
	// Smooth over the surface: no edge carries more than a third of a joint's weight.
	dense := func(v int32) (d [numJoints]float64) {
		for i, j := range m.model.weights[v].joint {
			d[j] += m.model.weights[v].weight[i]
		}
		return d
	}
	for _, tri := range m.Triangles() {
		a, b := dense(tri[0]), dense(tri[1])
		for j := range a {
			if math.Abs(a[j]-b[j]) > 0.34 {
				t.Errorf("weight of %s jumps from %.2f to %.2f between vertices %d and %d", JointNames[j], a[j], b[j], tri[0],
					tri[1])
			}
		}
	}
}

func TestMannequinRegions(t *testing.T) {
	m := mustMannequin(t, "stand")
	var count [LegRight + 1]int
	for v, r := range m.Region() {
		count[r]++
		x := m.model.rest[v].X
		if (r == ArmLeft || r == LegLeft) && x < 0 || (r == ArmRight || r == LegRight) && x > 0 {
			t.Errorf("vertex %d at x = %.3f is %v", v, x, r)
		}
	}
	for r, n := range count {
		if n < 300 {
			t.Errorf("%v has %d vertices; expected hundreds", Region(r), n)
		}
	}
}

func TestMannequinErrors(t *testing.T) {
	infant := Measurements{Height: 0.6}
	tight := DefaultMeasurements() // of other lengths than a body of this height has
	tight.Height = 1.6
	nan := DefaultMeasurements()
	nan.Neck = math.NaN()
	millimetres := DefaultMeasurements()
	millimetres.Chest *= 1000
	order := DefaultMeasurements()
	order.WaistToSeat = 0.38
	for _, c := range []struct {
		ms   Measurements
		clip string
		want string
	}{
		{DefaultMeasurements(), "moonwalk", `unknown clip "moonwalk": expected one of stand`},
		{infant, "stand", "Height is 0.600 m: expected 0.85…2.30 m"},
		{tight, "stand", "no room in the torso"},
		{nan, "stand", "Neck is NaN"},
		{millimetres, "stand", "Chest is 998"},
		{order, "stand", "seat above crotch"},
	} {
		_, err := NewMannequin(c.ms, c.clip)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v; expected an error with %q", err, c.want)
		}
	}
}
