package scenes

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes/scenestest"
)

// Overrides reach values by key, index and name, make tables that the file does not have, and
// take text without quotes.
func TestOverrides(t *testing.T) {
	s, err := Load("tee-trousers-knee-lift", []string{
		"frames=7",
		"friction.internal=false",
		"garment.tee.fabric=silk",
		"garment.0.edge_length_m = 0.05",
		"gravity_m_s2=[0, 0, 0]",
		"gravity_m_s2.1=-1.5",
		"body.mannequin.clip=stand",
		"body.0.measurements.waist_m=0.8",
		`title="a = b"`,
		"camera.eye_m=[0, 1, 3]", "camera.target_m=[0, 1, 0]",
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Frames != 7 || s.Friction.Internal || s.Garments[1].Fabric.Base != "silk" || s.Garments[0].EdgeLength != 0.05 ||
		s.Gravity != (r3.Vec{Y: -1.5}) || s.Bodies[0].Clip != "stand" || s.Bodies[0].Measurements.Waist != 0.8 ||
		s.Title != "a = b" || s.Camera == nil || s.Camera.Eye.Z != 3 {
		t.Errorf("%+v", s)
	}
}

func TestOverrideErrors(t *testing.T) {
	for _, c := range []struct {
		set   string
		words []string
	}{
		{"frames", []string{"--set frames: ", "expected path=value"}},
		{"=3", []string{"expected path=value"}},
		{"", []string{`--set "": expected path=value`}},
		{"frmes=3", []string{"--set frmes=3: frmes: unknown key", `"frames"?`}},
		{"air..gust=3", []string{"empty key"}},
		{"foo.bar=3", []string{"--set foo.bar=3: foo: unknown key"}},
		{"frames=x", []string{"--set frames=x: frames: text \"x\": expected a whole number"}},
		{"frames=", []string{"frames: text \"\""}},
		{"frames=3 # no\nfps = 2", []string{"frames: text"}},
		{"frames=[1]", []string{"frames: a list of 1"}},
		{"frames.x=1", []string{"frames is a single value"}},
		{"garment=1", []string{"garment: 1: expected tables"}},
		{"garment.2.layer=1", []string{"no entry 2: expected 0..1"}},
		{"garment.-1.layer=1", []string{"no entry -1"}},
		{"garment.shirt.layer=1", []string{`no entry named "shirt"`, `"trousers", "tee"`}},
		{"garment.tee=1", []string{"garment.1 is a table"}},
		{"ground=1", []string{"ground is a table"}},
		{"garment.tee.layr=1", []string{"--set garment.tee.layr=1: garment.1.layr: unknown key", `"layer"?`}},
		{"fps=nan", []string{"--set fps=nan: fps: NaN"}},
		{"body.0.clip=fly", []string{"--set body.0.clip=fly: body.0.clip: unknown clip"}},
		{"body.0.radius_m=1", []string{"--set body.0.radius_m=1: body.0.radius_m: does not belong"}},
		{"gravity_m_s2.3=1", []string{"no entry 3"}},
	} {
		t.Run(c.set, func(t *testing.T) {
			_, err := Load("tee-trousers-knee-lift", []string{c.set})
			scenestest.ExpectInput(t, err, c.words...)
		})
	}
	t.Run("ambiguous name", func(t *testing.T) {
		_, err := Parse("s.toml", []byte(scenestest.Minimal+"[[body]]\nkind = \"sphere\"\nradius_m = 1\n[[body]]\nkind = "+
			"\"sphere\"\nradius_m = 1\n"), []string{"body.sphere.radius_m=2"})
		scenestest.ExpectInput(t, err, "entries 0 and 1")
	})
	t.Run("fabric of an override", func(t *testing.T) {
		s, err := Load("hanging-sheet", []string{"sheet.sheet.fabric=chiffon"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Build()
		scenestest.ExpectInput(t, err, "--set sheet.sheet.fabric=chiffon: sheet.0.fabric", "chiffon")
	})
}
