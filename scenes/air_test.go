package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes/scenestest"
)

// TestAirRefused: air belongs to one closed piece of cloth, with an amount or a pressure.
func TestAirRefused(t *testing.T) {
	const cover = "[[garment]]\nname = \"cover\"\npattern = \"cushion\"\nfabric = \"cotton\"\nedge_length_m = 0.1\n" +
		"[[sheet]]\nname = \"sheet\"\nfabric = \"cotton\"\nsize_m = [0.2, 0.2]\nedge_length_m = 0.05\n"
	for text, words := range map[string][]string{
		"garment = \"cover\"\n":  nil,
		"garment = \"pillow\"\n": {"air_layer.0.garment", "pillow", "cover", "sheet"},
		"":                       {"air_layer.0", "garment"},
		"garment = \"sheet\"\n":  {"air_layer.0.garment", "sheet is not closed", "edges"},
		"garment = \"cover\"\n[[air_layer]]\ngarment = \"cover\"\n": {"air_layer.1.garment", "air_layer.0"},
		"garment = \"cover\"\npressure_pa = 100\ninlet_m3_s = 1\n":  {"pressure_pa", "inlet_m3_s"},
		"garment = \"cover\"\nmin_gap_m = 0\n":                      {"min_gap_m"},
		"garment = \"cover\"\nmin_gap_m = 0.004\n":                  nil,
		"garment = \"cover\"\nmin_gap_m = 0.1\n":                    {"air_layer.0.min_gap_m", "starts with", "at most"},
		"garment = \"cover\"\ninitial_overpressure_pa = -2e5\n":     {"initial_overpressure_pa"},
	} {
		path := filepath.Join(t.TempDir(), "scene.toml")
		if err := os.WriteFile(path, []byte(cover+"[[air_layer]]\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Load(path, nil)
		if err == nil {
			_, err = s.Build()
		}
		if words == nil && err == nil {
			continue
		}
		scenestest.ExpectInput(t, err, words...)
	}
}

// TestVacuum: cloth that is sucked empty is warned of, by pressure, by an amount, or by a flow that does not end
// before; air that is blown in, and a little that is sucked out, are not.
func TestVacuum(t *testing.T) {
	for air, warned := range map[string]bool{
		"pressure_pa = -2000": true, "initial_overpressure_pa = -1e5": true, "inlet_m3_s = -0.01": true,
		"inlet_m3_s = -0.01\ninlet_until_s = 60": true, "inlet_m3_s = -1e-6\ninlet_until_s = 0.1": false,
		"pressure_pa = 2000": false, "pressure_pa = -10": false, "inlet_m3_s = 0.01": false,
	} {
		u := build(t, "s.toml", "[dress]\nverify = false\n[[garment]]\nname = \"cover\"\n"+
			"pattern = \"cushion\"\nfabric = \"cotton\"\nedge_length_m = 0.1\n[[air_layer]]\ngarment = \"cover\"\n"+air+"\n")
		found := false
		for _, p := range u.Problems() {
			found = found || p.Kind == Vacuum && strings.HasPrefix(p.String(), "cover: warning: vacuum: ")
		}
		if found != warned {
			t.Errorf("%s: warned %t, expected %t", air, found, warned)
		}
	}
}
