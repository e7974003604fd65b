package scenes

import (
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hysteron/law"
	"hysteron/scenes/scenestest"
)

// follow integrates dσ/dε = (a + b|ε| − sσ)/τ from (from, σ) to a strain by fourth-order Runge–Kutta.
func follow(f law.Dahl, from, sigma, to float64) float64 {
	const n = 4000
	s, h := 1.0, (to-from)/n
	if to < from {
		s = -1
	}
	rate := func(e, sigma float64) float64 { return (f.A + f.B*math.Abs(e) - s*sigma) / f.Tau * s }
	e, d := from, math.Abs(h)
	for range n {
		k1 := rate(e, sigma)
		k2 := rate(e+h/2, sigma+d/2*k1)
		k3 := rate(e+h/2, sigma+d/2*k2)
		k4 := rate(e+h, sigma+d*k3)
		sigma += d / 6 * (k1 + 2*k2 + 2*k3 + k4)
		e += h
	}
	return sigma
}

// What a fabric file asks for happens, by integrating the law itself: after unloading from a large
// strain, eps_per is left; and unloading from eps_sat, friction is at 95 % of its maximum there.
func TestPersistentStrain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k1, k2 := rapid.Float64Range(1, 1000).Draw(t, "k1"), rapid.Float64Range(0, 100).Draw(t, "k2")
		per := rapid.Float64Range(1e-3, 0.5).Draw(t, "per")
		sat := per * rapid.Float64Range(1.05, 4).Draw(t, "sat/per")
		elastic := (k1 + k2*per) * per
		b := rapid.Float64Range(0, 0.9).Draw(t, "b") * elastic / (per + (sat-per)/3)
		f, err := persistent(law.Elastic{K1: k1, K2: k2}, b, per, sat)
		if err != nil {
			t.Fatal(err)
		}
		if f.B != b || f.A < 0 || !(f.Tau > 0) {
			t.Fatalf("friction %+v", f)
		}
		if b == 0 && math.Abs(f.Tau*math.Log(40)/(sat-per)-1) > 1e-12 {
			t.Errorf("τ = %g: expected the paper's %g", f.Tau, (sat-per)/math.Log(40))
		}
		// Up to where the start is forgotten, and down again to eps_per.
		far := sat + 40*f.Tau
		balance := follow(f, far, follow(f, 0, 0, far), per)
		if e := balance + elastic; math.Abs(e) > 1e-6*elastic {
			t.Errorf("%+v: friction %g and elastic stress %g are left at eps_per: expected balance", f, balance, elastic)
		}
		// Friction is saturated at eps_sat on a path from far below.
		back := follow(f, sat, f.A+f.B*sat-f.B*f.Tau, per)
		if e := back + saturated*elastic; math.Abs(e) > 1e-6*elastic {
			t.Errorf("%+v: friction %g at eps_per, back from eps_sat: expected %g", f, back, -saturated*elastic)
		}
	})
}

// Fabric files may say what persists instead of the law's parameters; what contradicts itself is
// an error at its key.
func TestFabricPersistence(t *testing.T) {
	data, err := os.ReadFile("fabrics/cotton.toml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	swap := func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	warp, bend := "a_n_m = 2.22\nb_n_m = 3.16\ntau = 0.006", "a_n = 6.08e-4\nb_nm = 0.0\ntau_1_m = 15.0"
	f, err := ParseFabric("f.toml", []byte(swap(warp, "eps_per = 0.02\neps_sat = 0.06")))
	if err != nil {
		t.Fatal(err)
	}
	if w := f.Warp.Dahl(); math.Abs(w.A-(135.6+64.03*.02)*.02) > 1e-12 || w.B != 0 || math.Abs(w.Tau-.04/math.Log(40)) > 1e-12 {
		t.Errorf("warp %+v", w)
	}
	f, err = ParseFabric("f.toml", []byte(swap(bend, "eps_per_1_m = 30\neps_sat_1_m = 100\nb_nm = 1e-7")))
	if err != nil {
		t.Fatal(err)
	}
	if w := f.BendWarp.Dahl(); w.B != 1e-7 || math.Abs(w.A+w.B*30+w.B*w.Tau-3.857e-6*30) > 1e-15 {
		t.Errorf("bending %+v", w)
	}
	f, err = ParseFabric("f.toml", []byte(swap("[warp.friction]\n"+warp, "")))
	if err != nil || f.Warp.Dahl().Active() {
		t.Errorf("without a table: friction %+v, %v", f.Warp.Friction, err)
	}
	for _, c := range []struct{ old, new, want string }{
		{warp, "eps_per = 0.02\neps_sat = 0.06\ntau = 0.01", "f.toml:17:1: warp.friction.eps_per: expected either a_n_m and tau, or eps_per and eps_sat"},
		{warp, "a_n_m = 1\neps_sat = 0.06", "f.toml:18:1: warp.friction.eps_sat: expected either"},
		{warp, "eps_per = 0.02", `warp.friction: key "eps_sat" is missing: expected both eps_per and eps_sat`},
		{warp, "b_n_m = 1", `warp.friction: key "a_n_m" is missing: expected a_n_m and tau, or eps_per and eps_sat`},
		{warp, "a_n_m = 1", `warp.friction: key "tau" is missing`},
		{warp, "eps_per = 0.02\neps_sat = 0.02", "f.toml:18:1: warp.friction.eps_sat: 0.02: expected more than eps_per, 0.02"},
		{warp, "eps_per = 0\neps_sat = 0.02", "warp.friction.eps_per: 0: expected a finite number > 0"},
		{warp, "eps_per = 0.02\neps_sat = 0.06\nb_n_m = 1000", "warp.friction.eps_per: b = 1000 makes more friction than that: expected at most about 88.8"},
		{bend, "eps_per = 0.02\neps_sat = 0.02", `bend_warp.friction.eps_per: unknown key: expected "eps_per_1_m"?`},
		{bend, "eps_per_1_m = 3", `bend_warp.friction: key "eps_sat_1_m" is missing`},
		{"k1_nm = 3.857e-6\nk2_nm2 = 0.0\ndamping_s = 0.001\n[bend_warp.friction]\n" + bend, "k1_nm = 0\n[bend_warp.friction]\neps_per_1_m = 3\neps_sat_1_m = 9", "no strain persists against no stiffness"},
	} {
		_, err := ParseFabric("f.toml", []byte(swap(c.old, c.new)))
		scenestest.ExpectInput(t, err, c.want)
	}
}
