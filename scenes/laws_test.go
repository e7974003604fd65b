package scenes

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hysteron/law"
	"hysteron/param"

	"hysteron/scenes/scenestest"
)

// cubic and plastic are laws that the program does not have.
type cubic struct {
	K1 float64 `key:"k1" unit:"stress/strain" check:"required above=0 max=1e9" try:"1" doc:"as of elastic"`
	C  float64 `key:"c" unit:"stress/strain2" default:"7" check:"min=0 max=1e9" try:"1" doc:"a cube"`
}

func (l cubic) Respond(s *law.Strain, r *law.Response) {
	r.Sigma += l.K1*s.Eps + l.C*s.Eps*s.Eps*s.Eps
	r.Slope += l.K1 + 3*l.C*s.Eps*s.Eps
}

type plastic struct {
	Yield float64 `key:"yield" unit:"strain" check:"required above=0 max=10" try:"1" doc:"strain at which it gives way"`
}

func (plastic) Respond(*law.Strain, *law.Response) {}

// A law that is added to the list is chosen by its name, with its keys in their units, their defaults, bounds and
// places in errors, in the page of keys and back to a file.
func TestLawsByName(t *testing.T) {
	kinds := law.Kinds
	defer func() { law.Kinds = kinds }()
	law.Kinds = append(append([]law.Kind{}, kinds...),
		law.Kind{Name: "cubic", Role: law.Elasticity, Zero: cubic{}}, law.Kind{Name: "plastic", Role: law.Yarns,
			Zero: plastic{}})
	data, err := shipped.ReadFile("fabrics/cotton.toml")
	if err != nil {
		t.Fatal(err)
	}
	_, warp, _ := strings.Cut(string(data), "[warp]")
	warp, _, _ = strings.Cut(warp, "[weft]")
	_, bend, _ := strings.Cut(string(data), "[bend_warp]")
	bend, _, _ = strings.Cut(bend, "[bend_weft]")
	with := func(inWarp, inBend string) string {
		text := strings.Replace(string(data), warp, "\nsource = \"assumed: a test\"\n"+inWarp+"\n", 1)
		if inBend != "" {
			text = strings.Replace(text, bend, "\nsource = \"assumed: a test\"\n"+inBend+"\n", 1)
		}
		return text
	}
	text := with("law = \"cubic\"\nk1_n_m = 3\nfriction = { law = \"plastic\", yield = 0.1 }", "")
	d, err := param.Parse("f.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, values, err := readFabric(d)
	if err != nil {
		t.Fatal(err)
	}
	if f.Warp.Elastic != (cubic{3, 7}) || f.Warp.Friction != (plastic{0.1}) ||
		f.Weft.Elastic != (law.Elastic{K1: 135.6, K2: 64.03}) {
		t.Errorf("warp %+v, weft %+v", f.Warp, f.Weft)
	}
	var again fabricFile
	if found := param.Decode(values, &again); found != nil || again.Warp.Laws != f.Warp ||
		again.BendWeft.Laws != f.BendWeft {
		t.Errorf("%v, %s", found, cmp.Diff(f.Warp, again.Warp.Laws))
	}
	for _, c := range []struct{ warp, bend, want string }{
		{"law = \"cubik\"\nk1_n_m = 3", "", `warp.law: "cubik": expected one of "elastic", `},
		{"law = \"cubic\"\nk1_n_m = -3", "", "f.toml:14:1: warp.k1_n_m: -3: expected a finite number > 0"},
		{"law = \"cubic\"\nk1_n_m = 3\nk2_n_m = 1", "", "warp.k2_n_m: unknown key"},
		{"k1_n_m = 3\nc_n_m = 1", "", "warp.c_n_m: unknown key"},
		{"k1_n_m = 3\nfriction = { law = \"plastic\" }", "", `warp.friction: key "yield" is missing`},
		{"k1_n_m = 3\nfriction = { law = \"plastic\", tau = 1 }", "", "warp.friction.tau: unknown key"},
		{"k1_n_m = 0", "", "warp: no stiffness at zero strain"},
		{"k1_n_m = 3", "k1_nm = 1e-6\nfriction = { law = \"plastic\", yield = 0.1 }", `bend_warp.friction.yield: unknown key: expected "yield_1_m"?`},
		{"k1_n_m = 3", "law = \"cubic\"\nk1_nm = 1e-6", `bend_warp is "cubic" and bend_weft "elastic": expected the same law`},
	} {
		_, err := ParseFabric("f.toml", []byte(with(c.warp, c.bend)))
		scenestest.ExpectInput(t, err, c.want)
	}
	if page := KeysPage(); !strings.Contains(page, "cubic | `elastic` |") ||
		!strings.Contains(page, "| `c_nm2` | number [N·m²] | `7` | ≥ 0 and ≤ 1e9 | *cubic:* a cube |") {
		t.Errorf("page of keys:\n%s", page[strings.Index(page, "### `[warp]"):])
	}
}

// What a law demands of its numbers is said where they stand, and laws of yarns are none of shear.
func TestLawsOfYarns(t *testing.T) {
	good, err := os.ReadFile("fabrics/worsted.toml")
	if err != nil {
		t.Fatal(err)
	}
	knit, err := os.ReadFile("fabrics/balanced-knit.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, text string }{
		{"k_3_n_m = 50.0\n\n[shear]", "k_3_n_m = 0.0\n\n[shear]", "area: the stress falls with the strain"},
		{"k_1_n_m = 10.0\nk_2", "k_2", `area: key "k_1_n_m" is missing`},
		{"rises to a half as loops narrow\"\nlaw = \"curve\"", "\"\nlaw = \"plastic\"", `area.law: "plastic": expected`},
		{"rises to a half as loops narrow\"\n", "\"\ndamping_s = 1\n", "area.damping_s: unknown key"},
	} {
		text := strings.Replace(string(knit), c.old, c.new, 1)
		if _, err := ParseFabric("f.toml", []byte(text)); text == string(knit) || err == nil ||
			!strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v: expected an error with %q", c.new, err, c.text)
		}
	}
	for _, c := range []struct{ old, new, key, text string }{
		{"f_1_n_m = 230", "f_1_n_m = 200", "warp.f_1_n_m", "below which cloth would push before it pulls"},
		{"f_1_n_m = 230", "f_1_n_m = 400", "warp.f_1_n_m", "above which it would soften"},
		{"eps_1_primed = 0.034", "eps_1_primed = 0.02", "warp.eps_1_primed", "expected at least eps_1 = 0.03"},
		{"f_2_n_m = 0.36", "f_2_n_m = 0.9", "shear.friction.f_2_n_m", "expected at most f_1 = 0.8"},
		{"eps_2 = 0.02", "eps_2 = 0.001", "shear.friction.eps_2", "expected at least eps_1 = 0.004"},
		{"k1_n_m = 36.5\nk2_n_m = 0.0", "law = \"traction\"\nk_t_n_m = 100\nf_1_n_m = 4\neps_1 = 0.05\neps_1_primed = 0.05", "shear.law", `"elastic"`},
	} {
		text := strings.Replace(string(good), c.old, c.new, 1)
		if text == string(good) {
			t.Fatalf("%q is not in the file", c.old)
		}
		_, err := ParseFabric("f.toml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), c.key) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v: expected an error about %s with %q", c.new, err, c.key, c.text)
		}
	}
}
