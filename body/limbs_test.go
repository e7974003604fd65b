package body

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// The mannequin has two arms, which reach from the shoulders to the fingers; folded, nothing of it is farther
// out than its shoulders, the rest is where it was, and its velocities are those of its positions.
func TestArms(t *testing.T) {
	m, err := NewMannequin(DefaultMeasurements(), "walk")
	if err != nil {
		t.Fatal(err)
	}
	arms := Arms(m)
	if len(arms) != 2 {
		t.Fatalf("%d arms: expected two", len(arms))
	}
	x, y := make([]r3.Vec, m.NumVertices()), make([]r3.Vec, m.NumVertices())
	m.Positions(x, 0)
	f := NewFolded(m, arms)
	f.Positions(y, 0)
	moved := 0
	for _, a := range arms {
		far := 0.
		for _, v := range a.Vertices {
			far = max(far, r3.Norm(r3.Sub(x[v], middle(x, a.Ring))))
		}
		if far < 0.6 || far > 0.8 {
			t.Errorf("%s: %.3f m long: expected shoulder to fingertips, about 0.7", a.Name, far)
		}
		if side := middle(x, a.Ring).X; (side > 0) != (a.Name == "left arm") {
			t.Errorf("%s begins at x = %.3f", a.Name, side)
		}
		moved += len(a.Vertices)
	}
	for v := range x {
		if math.Abs(y[v].X) > 0.3 {
			t.Fatalf("vertex %d of the folded body is %.3f m from the middle", v, y[v].X)
		}
		if y[v] == x[v] {
			moved++
		}
	}
	if moved != len(x) {
		t.Errorf("%d vertices of arms or unmoved: expected all %d", moved, len(x))
	}
	const at, h = 0.4, 1e-4
	v, a, b := make([]r3.Vec, len(x)), make([]r3.Vec, len(x)), make([]r3.Vec, len(x))
	f.Velocities(v, at)
	f.Positions(a, at-h)
	f.Positions(b, at+h)
	for i := range v {
		if d := r3.Norm(r3.Sub(v[i], r3.Scale(1/(2*h), r3.Sub(b[i], a[i])))); d > 1e-6 {
			t.Fatalf("vertex %d: velocity off by %g m/s", i, d)
		}
	}
}

func TestArmNames(t *testing.T) {
	for name, want := range map[string]bool{
		"arm-left": true, "elbow_L": true, "wrist_R": true, "LeftForeArm": true, "mixamorig:RightHandIndex1": true,
		"upperarm_l":   true,
		"lowerarm01.L": true, "hand.R": true, "LThumb": true, "UpperArm.L": true,
		"Armature": false, "spine": false, "LeftUpLeg": false, "torso": false, "clavicle_L": false, "charm": false,
		"handle": false, "LeftFoot": false, "head": false,
	} {
		if got := armNames.MatchString(name); got != want {
			t.Errorf("%q is of an arm: %v, expected %v", name, got, want)
		}
	}
}
