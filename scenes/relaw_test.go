package scenes

import (
	"testing"

	"hysteron/law"
	"hysteron/scenes/scenestest"
)

// Another law for a strain of a built-in fabric: what only the law before has makes way, in a scene and in the input of
// a run; what is set beside the law has to be its own.
func TestOtherLaw(t *testing.T) {
	const warp = "sheet.0.fabric.warp."
	plastic := []string{warp + "law=plastic", warp + "yield=0.02", warp + "yield_max=0.1", warp + "friction.law=fibres",
		warp + "friction.f_c_n_m=2", warp + "friction.eps_fr=0.01"}
	once, err := Parse("s.toml", []byte(scenestest.Minimal), nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := once.Build()
	if err != nil {
		t.Fatal(err)
	}
	input, err := u.Input("", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := u.Model.Parts[0].Fabric.Warp
	want := law.Plastic{K: before.Elastic.(law.Elastic).K1, Yield: .02, YieldMax: .1}
	for name, load := range map[string]func(set []string) (*Scene, error){
		"scene": func(set []string) (*Scene, error) { return Parse("s.toml", []byte(scenestest.Minimal), set) },
		"input": func(set []string) (*Scene, error) { return ParseInput("input.json", input, set) },
	} {
		t.Run(name, func(t *testing.T) {
			build := func(set ...string) (*Setup, error) {
				s, err := load(set)
				if err != nil {
					t.Fatal(err)
				}
				return s.Build()
			}
			u, err := build(plastic...)
			if err != nil {
				t.Fatal(err)
			}
			f := u.Model.Parts[0].Fabric
			if f.Warp.Elastic != want || f.Warp.Friction != (law.Fibres{FC: 2, EpsFr: .01, W0: 1}) ||
				f.Warp.Damping != before.Damping {
				t.Errorf("warp %+v, expected %+v with fibres and the damping before", f.Warp, want)
			}
			_, err = build(append(plastic, warp+"k2_n_m=3")...)
			scenestest.ExpectInput(t, err, warp+"k2_n_m: unknown key")
			_, err = build(warp + "law=plastic")
			scenestest.ExpectInput(t, err, `warp: key "yield" is missing`)
			_, err = build(warp + "yield=0.02")
			scenestest.ExpectInput(t, err, warp+"yield: unknown key")
		})
	}
}
