package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
	"hysteron/cpu"
	"hysteron/law"
	"hysteron/scenes"
)

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		v       []float64
		p, want float64
	}{
		{nil, 0.5, 0}, {[]float64{7}, 0.95, 7}, {[]float64{3, 1, 2}, 0.5, 2}, {[]float64{4, 1, 2, 3}, 0.5, 2.5},
		{[]float64{0, 10}, 0.95, 9.5}, {[]float64{5, 9, 1}, 1, 9},
	} {
		if got := quantile(c.v, c.p); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("quantile(%v, %g) = %g, expected %g", c.v, c.p, got, c.want)
		}
	}
}

func TestStrainOfKnownDeformation(t *testing.T) {
	setup := load(t, sheetScene)
	m := setup.Model
	// Stretch 1.3 along one axis of the plane, 0.9 along the other, then turned.
	x := make([]r3.Vec, len(m.X0))
	for i, p := range m.X0 {
		x[i] = r3.Rotate(r3.Vec{X: 1.3 * p.X, Y: p.Y, Z: 0.9 * p.Z}, 0.8, r3.Vec{X: 1, Y: 2, Z: -1})
	}
	if got := m.MaxStretch(x); math.Abs(got-1.3) > 1e-12 {
		t.Errorf("largest stretch %.15g, expected 1.3", got)
	}
	for tri, e := range GreenStrains(m, x) {
		if math.Abs(e-100*(1.3*1.3-1)/2) > 1e-9 {
			t.Fatalf("triangle %d: strain %g %%, expected %g", tri, e, 100*(1.3*1.3-1)/2)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range x {
		x[i] = r3.Add(x[i], r3.Scale(0.01, r3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}))
	}
	s, err := cpu.New(m, nil, nil, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	copy(s.State.X, x)
	if got, want := m.MaxStretch(x), s.MaxStretch(); math.Abs(got-want) > 1e-12 {
		t.Errorf("largest stretch %.15g, the solver says %.15g", got, want)
	}
}

func TestFrictionMagnitude(t *testing.T) {
	c := cloth.Component{Friction: law.Dahl{A: 10, Tau: 1}}
	m, err := cloth.NewModel([]cloth.Part{clothtest.Grid(2, 2, 1, 1, cloth.Fabric{Density: 1, Warp: c, Weft: c, Shear: c},
		false)})
	if err != nil {
		t.Fatal(err)
	}
	s := cloth.NewState(m)
	for i, sigma := range []float64{3, -4, 0, 0, 0, 2} {
		s.Past[cloth.Triangles].At(i/3, i%3)[1] = sigma
	}
	got := FrictionStresses(m, s)
	if got[0] != 5 || math.Abs(got[1]-2*math.Sqrt2) > 1e-15 { // shear counts twice in σ:σ
		t.Errorf("friction stresses %v, expected 5 and 2√2", got)
	}
}

func TestFileNamesAreSafeAndDiffer(t *testing.T) {
	setup := &scenes.Setup{Model: &cloth.Model{Parts: []cloth.PartInfo{{Name: "tee"}, {Name: "../../tee"}, {Name: "Tee"},
		{Name: ""}, {Name: "a b/c"}}}}
	want := []string{"tee", "______tee", "Tee-2", "cloth", "a_b_c"}
	for i, got := range fileNames(setup) {
		if got != want[i] {
			t.Errorf("part %q: file name %q, expected %q", setup.Model.Parts[i].Name, got, want[i])
		}
	}
}

func BenchmarkRunWithoutPictures(b *testing.B) {
	for b.Loop() {
		if _, err := Run(context.Background(), load(b, sheetScene), Options{Dir: b.TempDir(), NoRender: true}); err != nil {
			b.Fatal(err)
		}
	}
}
