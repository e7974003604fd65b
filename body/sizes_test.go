package body

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
)

// soundBody checks a mannequin at rest and in every clip.
func soundBody(t *testing.T, what string, ms Measurements) {
	t.Helper()
	for _, clip := range Clips() {
		m, err := NewMannequin(ms, clip)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		if clip == "stand" {
			if err := CheckClosed(m.Triangles(), m.NumVertices()); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if s := selfIntersections(m.model.rest, m.Triangles()); len(s) > 0 {
				t.Errorf("%s: %d self-intersections at rest, first between triangles %v", what, len(s), s[0])
			}
		}
		for u := 0.0; u <= 1; u += 0.125 {
			p := positionsAt(m, u*m.Duration())
			// Turned inside out or torn apart it would have another volume.
			if v, rest := volume(p, m.Triangles()), volume(m.model.rest, m.Triangles()); math.Abs(v/rest-1) > 0.15 {
				t.Errorf("%s, %s at %.2f s: volume %.4f m³, at rest %.4f m³", what, clip, u*m.Duration(), v, rest)
			}
		}
	}
}

func TestMannequinHeights(t *testing.T) {
	for _, h := range []float64{1.05, 1.60, 1.83, 2.05} {
		ms := Measurements{Height: h}.Fill()
		soundBody(t, Measurements{Height: h}.name(), ms)
	}
}

func (m Measurements) name() string {
	out := ""
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		if x := v.Field(i).Float(); x != 0 {
			out += v.Type().Field(i).Name + "=" + strconv.FormatFloat(x, 'g', 4, 64) + " "
		}
	}
	return out
}

// A random size: a height, some of the circumferences of a body more or less full, some lengths.
func randomSize(r *rand.Rand) Measurements {
	for {
		m := Measurements{Height: 0.95 + 1.15*r.Float64()}
		ref := m.Fill()
		v, rv := reflect.ValueOf(&m).Elem(), reflect.ValueOf(ref)
		full := math.Exp(-0.2 + 0.6*r.Float64())
		for i := 1; i < v.NumField(); i++ {
			x := rv.Field(i).Float()
			switch girth := false; {
			case r.Float64() < 0.5:
			default:
				for _, f := range follow {
					if f.name == v.Type().Field(i).Name {
						x *= math.Pow(full, f.follow) * (0.94 + 0.12*r.Float64())
						girth = true
					}
				}
				if !girth {
					x *= 0.97 + 0.06*r.Float64()
				}
				v.Field(i).SetFloat(x)
			}
		}
		if m.Fill().Validate() == nil {
			return m
		}
	}
}

// Bodies whose thumbs a coarse lattice joins to the hand where the field does not: meshed from it alone they pass
// through themselves there.
func TestMannequinThumbs(t *testing.T) {
	for _, m := range []Measurements{
		{Height: 1.649, Waist: 0.6221, Biceps: 0.2546, Calf: 0.312, Ankle: 0.2162, ShoulderToElbow: 0.3327,
			ShoulderToWrist: 0.5751, WaistToArmpit: 0.1969, WaistToSeat: 0.2442, Inseam: 0.7169},
		{Height: 1.221, Waist: 0.4904, Hips: 0.5211},
	} {
		g, err := newFigure(m.Fill())
		if err != nil {
			t.Fatal(err)
		}
		pos, tris := g.surface()
		if s := selfIntersections(pos, tris); len(s) > 0 {
			t.Errorf("%s: %d self-intersections", m.name(), len(s))
		}
		if err := CheckClosed(tris, len(pos)); err != nil {
			t.Errorf("%s: %v", m.name(), err)
		}
	}
}

func TestMannequinRandomSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range randomSizes {
		m := randomSize(r)
		soundBody(t, m.name(), m)
	}
}

// Slender bodies, tall ones and children, have a shape: what is sculpted of the seat must not be wider than its
// circumference.
func TestMannequinSlender(t *testing.T) {
	for _, m := range []Measurements{
		{Height: 2.098, Chest: 1.034, Biceps: 0.3349, Ankle: 0.272},
		{Height: 0.9895, Chest: 0.4196, Hips: 0.429, Seat: 0.4269, Calf: 0.172, Ankle: 0.1211},
	} {
		g, err := newFigure(m.Fill())
		if err != nil {
			t.Errorf("%s: %v", m.name(), err)
			continue
		}
		for _, q := range g.girths() {
			if r := g.tape(q.part, q.station) / q.target; math.Abs(r-1) > 0.01 {
				t.Errorf("%s: %.3f m round at %.3f m: expected %.3f m", m.name(), r*q.target, q.station, q.target)
			}
		}
	}
}

// What is not given follows what is.
func TestFill(t *testing.T) {
	if got := (Measurements{}).Fill(); got != DefaultMeasurements() {
		t.Errorf("nothing given: %+v", got)
	}
	full := Measurements{Chest: 1.20, Seat: 1.25}.Fill()
	ref := DefaultMeasurements()
	if full.Thigh < 1.15*ref.Thigh || full.Waist < 1.15*ref.Waist || full.Wrist > full.Biceps*ref.Wrist/ref.Biceps {
		t.Errorf("chest 1.20 and seat 1.25 m give %+v", full)
	}
	if full.Chest != 1.20 || full.Seat != 1.25 || full.Inseam != ref.Inseam {
		t.Errorf("what was given has changed: %+v", full)
	}
	child := Measurements{Height: 1.2}.Fill()
	if l := child.levels(); l.crown-l.chin < 1.1*(ref.levels().crown-ref.levels().chin)*1.2/1.72 {
		t.Errorf("a child of 1.2 m has a head of %.3f m", l.crown-l.chin)
	}
	if got := (Measurements{Chest: math.NaN()}).Fill(); !math.IsNaN(got.Chest) || math.IsNaN(got.Waist) {
		t.Errorf("a chest that is not a number gives %+v", got)
	}
}

func TestSizes(t *testing.T) {
	m, err := Measurements{Waist: 0.75}.OfSize("en-38")
	if err != nil || m.Chest != 0.88 || m.Waist != 0.75 || m.Seat != 0.96 || m.Height != 1.68 || m.Thigh != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := m.OfSize("EN-37"); err == nil {
		t.Error("EN-37 was accepted")
	}
	for name := range sizes {
		m, _ := Measurements{}.OfSize(name)
		if err := m.Fill().Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if m, _ := (Measurements{}).OfSize("EN-54"); m.Chest != 1.28 || m.Seat != 1.32 {
		t.Errorf("EN-54: %+v", m)
	}
	soundBody(t, "EN-38", m)
}
