package cpu

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestFrictionAlongPlane: friction has no part along the normal of its plane, however points move.
func TestFrictionAlongPlane(t *testing.T) {
	for _, of := range steptest.Subjects() {
		if of.Name != "friction" {
			continue
		}
		s := crumpled(t, 1, of)
		s.obstacles = s.obstacles[:1]
		s.energyAt(s.x)
		s.gatherGradient()
		n, most := s.obstacles[0].Normal, 0.
		for i, g := range s.g {
			if most = max(most, r3.Norm(g)); !(max(r3.Dot(g, n), -r3.Dot(g, n)) <= 1e-12*most) {
				t.Errorf("vertex %d: friction %v, %g N of it along the normal", i, g, r3.Dot(g, n))
			}
		}
		if most == 0 {
			t.Error("nothing rubs: the test would prove nothing")
		}
	}
}

// TestWallsAreKept: in a groove both walls of the bottom row are known from the first look-up of a step on, and a state
// that starts anew knows them too; a body that has gone takes them along.
func TestWallsAreKept(t *testing.T) {
	s := inGroove(t)
	take(t, s, 30, 1./120)
	two := func(s *Sim) (count int) {
		for i := range s.obstacles[0].near {
			if q := &s.obstacles[0].near[i]; q.active && q.count == 2 {
				count++
			}
		}
		return count
	}
	start := two(s)
	if start < 9 {
		t.Fatalf("%d points lie between two walls: expected the bottom row", start)
	}
	again, err := New(s.Model, s.State.Clone(), []step.Collider{s.obstacles[0].Collider}, s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for name, sim := range map[string]*Sim{"the same": s, "a new one": again} {
		sim.begin(1. / 120)
		sim.guess()
		sim.lookUpContacts(true)
		if n := two(sim); n != start {
			t.Errorf("%s: %d points between two walls at the first look-up of the next step: expected %d", name, n, start)
		}
	}
}

// TestFailedStepKeepsSlip: a step that fails leaves what contacts keep as it was.
func TestFailedStepKeepsSlip(t *testing.T) {
	s := inGroove(t)
	take(t, s, 30, 1./120)
	before := s.State.Clone()
	s.begin(1. / 120)
	s.guess()
	s.x[0].X += .001
	s.lookUpContacts(true)
	s.energyAt(s.x)
	s.x[0].X, s.evaluated = math.NaN(), true
	if _, finite := (machine{s}).Commit(); finite {
		t.Fatal("positions that are no numbers were committed")
	}
	if len(before.Touches) == 0 || !sameTouches(before.Touches, s.State.Touches) {
		t.Errorf("%d touches before the step that failed, %d after it, or others", len(before.Touches), len(s.State.Touches))
	}
}

func sameTouches(a, b []cloth.Touch) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// groove is a block with a wedge of 60° cut out along x.
type groove struct{ drum }

func newGroove() *groove {
	g := &groove{}
	profile := [][2]float64{{0, 0}, {.05, -.0289}, {.05, -.1}, {-.05, -.1}, {-.05, .1}, {.05, .1}, {.05, .0289}}
	n := int32(len(profile))
	for i, q := range profile {
		g.x = append(g.x, r3.Vec{X: -1, Y: q[0], Z: q[1]}, r3.Vec{X: 1, Y: q[0], Z: q[1]})
		a, b := int32(2*i), 2*((int32(i)+1)%n)
		g.tri = append(g.tri, [3]int32{a, b + 1, a + 1}, [3]int32{a, b, b + 1})
		if 0 < i && i < int(n)-1 {
			g.tri = append(g.tri, [3]int32{0, b, a}, [3]int32{1, a + 1, b + 1})
		}
	}
	return g
}

// drum is a surface at rest.
type drum struct {
	x   []r3.Vec
	tri [][3]int32
}

func (d *drum) NumVertices() int                  { return len(d.x) }
func (d *drum) Triangles() [][3]int32             { return d.tri }
func (d *drum) Positions(dst []r3.Vec, _ float64) { copy(dst, d.x) }

// inGroove is a narrow strip that stands in a groove.
func inGroove(t *testing.T) *Sim {
	t.Helper()
	p := grid(9, 2, .04, .004, cotton(), false)
	for i, x := range p.X {
		p.X[i] = r3.Vec{X: x.X, Y: .0078 - x.Z}
	}
	set := step.DefaultSettings()
	set.SelfContact = false
	return newSim(t, p, []step.Collider{{Surface: newGroove(), Friction: .3}}, set)
}
