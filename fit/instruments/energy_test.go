package instruments

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hysteron/fit"
	"hysteron/law"
)

// biaxial are rows of three protocols, each direction with the other held and both together, of known curves.
func biaxial(c [3]law.Curve, top, noise float64) *Biaxial {
	b := &Biaxial{file: "x.csv"}
	rng := rand.New(rand.NewPCG(3, 3))
	most := 0.
	for _, way := range [][2]float64{{1, 0}, {0, 1}, {1, 1}} {
		for i := 1; i <= 24; i++ {
			for d := range 2 {
				b.Elongation[d] = append(b.Elongation[d], way[d]*top*float64(i)/24)
			}
			s := b.strains(len(b.Elongation[0]) - 1)
			area, _ := respond(&c[2], s[2])
			for d := range 2 {
				own, _ := respond(&c[d], s[d])
				f := (own + area) * (1 + b.Elongation[d][len(b.Elongation[d])-1])
				b.Force[d] = append(b.Force[d], f)
				most = max(most, f)
			}
		}
	}
	for d := range 2 {
		for i := range b.Force[d] {
			b.Force[d][i] += noise * most * rng.NormFloat64()
		}
	}
	return b
}

// The energies of a knit come back: forces to 1 % from as many points as they have, less with each point, and nowhere
// concave.
func TestEnergyRecovers(t *testing.T) {
	top := 0.35
	high := top + top*top/2
	truth := [3]law.Curve{
		{High: high, K1: 20, K2: 50, K3: 160, K4: -1, K5: -1}, {High: high, K1: 30, K2: 40, K3: 90, K4: -1, K5: -1},
		{High: 2 * high, K1: 10, K2: 30, K3: -1, K4: -1, K5: -1},
	}
	b := biaxial(truth, top, 0)
	e, err := FitEnergy(b, fit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("points %v, residuals %.3g N/m, least eigenvalue over the largest %.3g, cut %v", e.Points, e.Gains, e.Convex,
		e.Bounded)
	most := 0.
	for i := range b.Force[0] {
		most = max(most, b.Force[0][i])
	}
	if e.Left > 0.01*most || e.Convex < 0 {
		t.Errorf("%.3g N/m are left of %.3g; least eigenvalue %g", e.Gains[len(e.Gains)-1], most, e.Convex)
	}
	for i := 1; i < len(e.Gains); i++ {
		if e.Gains[i] > e.Gains[i-1] {
			t.Errorf("point %d makes the fit worse: %v", i, e.Gains)
		}
	}
	// One energy of each direction alone cannot: what couples them is seen.
	if e.Gains[0] < 2*e.Gains[len(e.Gains)-1] {
		t.Errorf("points gain nothing: %v", e.Gains)
	}
}

func TestBiaxialTable(t *testing.T) {
	good := "warp [%], weft [%], force_warp [N/m], force_weft [N/m]\n5, 0, 10, 2\n0, 5, 2, 12\n5, 5, 14, 16\n8, 8, 30, " +
		"33\n"
	b, err := ReadBiaxial("x.csv", strings.NewReader(good))
	if err != nil || b.Elongation[1][3] != 0.08 || b.Force[1][1] != 12 || math.Abs(b.strains(0)[0]-0.05125) > 1e-12 {
		t.Errorf("%+v, %v", b, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"force_weft [N/m]", "force_weft [N]", `unit "N"`},
		{"8, 8, 30", "8, 800, 30", "x.csv:5: elongation along the weft of 800 %: expected -90 to 500 %"}, {"weft [%]", "width [%]", `no column "weft"`},
	} {
		if _, err := ReadBiaxial("x.csv", strings.NewReader(strings.Replace(good, c.from, c.to, 1))); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, expected %q", c.to, c.from, err, c.want)
		}
	}
}

// TestBiaxialUnits: forces whose unit changes on the way, or with the sign turned, have one message with the line.
func TestBiaxialUnits(t *testing.T) {
	c := [3]law.Curve{{K1: 100, K2: -1, K3: -1, K4: -1, K5: -1}, {K1: 40, K2: -1, K3: -1, K4: -1, K5: -1},
		{K1: 30, K2: -1, K3: -1, K4: -1, K5: -1}}
	for _, q := range []struct {
		by       float64
		from, to int
		want     string
	}{{1, 0, 0, ""}, {102, 50, 72, "x.csv:"}, {.01, 0, 40, "x.csv:"}, {-1, 0, 72, "x.csv:2: force_warp falls"}} {
		b := biaxial(c, .2, .02)
		for i := range b.Force[0] {
			b.lines = append(b.lines, i+2)
			for d := range 2 {
				if i >= q.from && i < q.to {
					b.Force[d][i] *= q.by
				}
			}
		}
		if err := b.check(); (err != nil) != (q.want != "") || err != nil && (!strings.Contains(err.Error(), q.want) ||
			q.by > 0 && !strings.Contains(err.Error(), "do units change on the way?")) {
			t.Errorf("× %g from %d: %v, expected %q", q.by, q.from, err, q.want)
		}
	}
}

// TestDoubts: units that make no cloth are told, and what ships is not: lengths as shares under %, forces of ten times
// as much.
func TestDoubts(t *testing.T) {
	b := func(far, most float64) *Biaxial {
		return &Biaxial{Elongation: [2][]float64{{0, far}, {0, .05}}, Force: [2][]float64{{0, most}, {0, 200}}}
	}
	for _, c := range []struct {
		far, most float64
		says      string
	}{
		{.047, 247, ""}, {.61, 247, ""}, {1.9, 247, ""},
		{4.74, 247, "warp: elongation of 474 %"}, {.047, 2467, "warp: force of 2516 gf/cm"},
		{.5, .2, "warp: force of 0.2039 gf/cm at most"},
	} {
		if got := b(c.far, c.most).Doubts().String(); (got == "") != (c.says == "") ||
			!strings.HasPrefix(got, c.says) {
			t.Errorf("%g, %g N/m: %q, expected %q", c.far, c.most, got, c.says)
		}
	}
}

// TestEnergyLoops: of a knit that is pulled and let go again, friction of both directions comes back within 2 %, and so
// does the stiffness at no strain, which friction adds a half to in the readings.
func TestEnergyLoops(t *testing.T) {
	const top = 0.3
	c := [3]law.Curve{{High: 0.345, K1: 20, K2: 50, K3: 160, K4: -1, K5: -1}, {High: 0.345, K1: 30, K2: 40, K3: 90, K4: -1,
		K5: -1}, {High: 0.69, K1: 10, K2: 30, K3: -1, K4: -1, K5: -1}}
	friction := [2]law.Dahl{{A: 0.5, B: 3, Tau: 0.03}, {A: 0.8, B: 1, Tau: 0.05}}
	b := &Biaxial{file: "x.csv"}
	for _, way := range [][2]float64{{1, 0}, {0, 1}, {1, 1}} {
		var at [2]fit.PathPoint
		for i := 1; i < 40; i++ {
			e := top * (1 - math.Abs(float64(i)/20-1))
			for d := range 2 {
				b.Elongation[d] = append(b.Elongation[d], way[d]*e)
			}
			row := len(b.Elongation[0]) - 1
			s := b.strains(row)
			for d, f := range friction {
				at[d].To([]float64{0, 0, f.A, f.B, f.Tau}, s[d])
				b.Force[d] = append(b.Force[d], (c[d].Stress(s[d])+c[2].Stress(s[2])+at[d].Sigma)*(1+b.Elongation[d][row]))
			}
		}
	}
	e, err := FitEnergy(b, fit.Options{})
	if err != nil || !e.Loops {
		t.Fatal(e, err)
	}
	for k, want := range []float64{0.5, 3, 0.03, 0.8, 1, 0.05} {
		if got := e.P[len(e.P)-6+k]; math.Abs(got/want-1) > 0.02 {
			t.Errorf("friction %d: %.4g, truth %g", k, got, want)
		}
	}
	for d, want := range []float64{30, 40} {
		if got := e.Curves[d].K1 + e.Curves[2].K1; math.Abs(got/want-1) > 0.02 {
			t.Errorf("direction %d: k = %.4g N/m at no strain, truth %g", d, got, want)
		}
	}
}
