package placement_test

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes"
)

// inPose is the bare surface of a mannequin, in a pose against its own for dressing.
func inPose(t *testing.T, arms, legs float64) body.Body {
	t.Helper()
	m, err := body.NewMannequin(body.DefaultMeasurements(), "stand")
	if err != nil {
		t.Fatal(err)
	}
	b := body.JointsOf(m).Posed(arms, legs)
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, -body.LeadOf(b))
	k, err := body.NewClip(b.Triangles(), x, body.Frames{}, body.TrackOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// shipped is a pattern that ships, as it starts around the mannequin.
func shipped(t *testing.T, name string) *placement.Garment {
	t.Helper()
	p, err := scenes.ShippedPattern(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Mesh(pattern.MeshOptions{EdgeLength: 0.04})
	if err != nil {
		t.Fatal(err)
	}
	g := &placement.Garment{Surface: pattern.Surface{X: m.X, Tri: m.Tri, UV: m.UV}}
	for _, k := range m.Panel {
		g.Region = append(g.Region, m.Panels[k].Label)
	}
	return g
}

// Arms that are level, or hang down, come into the sleeves of a tee, which hang at 45°; legs that stand closed are
// spread for trousers; who stands as patterns are drawn for stays so.
func TestPoseFor(t *testing.T) {
	tee, trousers := shipped(t, "tee"), shipped(t, "trousers")
	for _, c := range []struct {
		name       string
		garment    *placement.Garment
		arms, legs float64 // of the body, against the mannequin's
		from, to   placement.Pose
	}{
		{"tee, arms level", tee, 45, 0, placement.Pose{Arms: -65}, placement.Pose{Arms: -30}},
		{"tee, arms down", tee, -22, 0, placement.Pose{Arms: 10}, placement.Pose{Arms: 40}},
		{"tee, as drawn", tee, 0, 0, placement.Pose{}, placement.Pose{}},
		{"trousers, legs closed", trousers, 0, -9, placement.Pose{Legs: 3}, placement.Pose{Legs: 12}},
		{"trousers, as drawn", trousers, 0, 0, placement.Pose{}, placement.Pose{}},
	} {
		b, p := placement.PoseFor(inPose(t, c.arms, c.legs), c.garment)
		if p.Arms < c.from.Arms || p.Arms > c.to.Arms || p.Legs < c.from.Legs || p.Legs > c.to.Legs {
			t.Errorf("%s: %+v, expected from %+v to %+v", c.name, p, c.from, c.to)
		}
		f, err := placement.New(b)
		if err != nil {
			t.Fatal(err)
		}
		if why := f.LegsAmiss(c.garment); why != "" {
			t.Errorf("%s: %s", c.name, why)
		}
		if wrong := f.Amiss(c.garment.Openings(), c.garment.X, c.garment.X, f); wrong != nil {
			t.Errorf("%s: %v", c.name, wrong)
		}
	}
}
