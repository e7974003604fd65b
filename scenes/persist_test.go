package scenes

import (
	"math"
	"os"
	"strings"
	"testing"

	"hysteron/scenes/scenestest"
)

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
	if w := f.Warp.Dahl(); math.Abs(w.A-(135.6+64.03*.02)*.02) > 1e-12 || w.B != 0 ||
		math.Abs(w.Tau-.04/math.Log(40)) > 1e-12 {
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
		{warp, "eps_per = 0.02\neps_sat = 0.06\ntau = 0.01", "f.toml:17:1: warp.friction.eps_per: expected either a_n_m " +
			"and tau, or eps_per and eps_sat"},
		{warp, "a_n_m = 1\neps_sat = 0.06", "f.toml:18:1: warp.friction.eps_sat: expected either"},
		{warp, "eps_per = 0.02", `warp.friction: key "eps_sat" is missing: expected both eps_per and eps_sat`},
		{warp, "b_n_m = 1", `warp.friction: key "a_n_m" is missing: expected a_n_m and tau, or eps_per and eps_sat`},
		{warp, "a_n_m = 1", `warp.friction: key "tau" is missing`},
		{warp, "eps_per = 0.02\neps_sat = 0.02",
			"f.toml:18:1: warp.friction.eps_sat: 0.02: expected more than eps_per, 0.02"},
		{warp, "eps_per = 0\neps_sat = 0.02", "warp.friction.eps_per: 0: expected a finite number > 0"},
		{warp, "eps_per = 0.02\neps_sat = 0.06\nb_n_m = 1000", "warp.friction.eps_per: b = 1000 makes more friction than " +
			"that: expected at most about 88.8"},
		{bend, "eps_per = 0.02\neps_sat = 0.02", `bend_warp.friction.eps_per: unknown key: expected "eps_per_1_m"?`},
		{bend, "eps_per_1_m = 3", `bend_warp.friction: key "eps_sat_1_m" is missing`},
		{"k1_nm = 3.857e-6\nk2_nm2 = 0.0\ndamping_s = 0.001\n[bend_warp.friction]\n" + bend,
			"k1_nm = 0\n[bend_warp.friction]\neps_per_1_m = 3\neps_sat_1_m = 9", "no strain persists against no stiffness"},
	} {
		_, err := ParseFabric("f.toml", []byte(swap(c.old, c.new)))
		scenestest.ExpectInput(t, err, c.want)
	}
}
