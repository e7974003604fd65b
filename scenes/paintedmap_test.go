package scenes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/scenes/scenestest"
)

// A map painted on a mesh multiplies the friction of its vertices; what does not fit is an error.
func TestFrictionMap(t *testing.T) {
	dir := t.TempDir()
	paint := func(name string, n int, colour func(i int) string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "v %d %d 0 %s\n", i%3, i/3, colour(i))
		}
		b.WriteString("f 1 2 4\n")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	paint("ramp.obj", 9, func(i int) string { return fmt.Sprintf("%g %g 1", float64(i)/8, float64(i)/8) })
	paint("short.obj", 8, func(int) string { return "0 0 0" })
	paint("bare.obj", 9, func(i int) string { return []string{"0 0 0", ""}[i/8] })
	paint("bright.obj", 9, func(i int) string { return "0 1.5 0" })
	sheet := "[[sheet]]\nname = \"s\"\nsize_m = [1, 1]\nvertices = [3, 3]\nmesh = \"right\"\nfabric = " +
		"\"cotton\"\n[sheet.friction_map]\nfile = %q\n"
	u := build(t, filepath.Join(dir, "s.toml"), fmt.Sprintf(sheet, "ramp.obj")+"black = 0.5\nwhite = 2\n")
	for v, got := range u.Parts[0].FrictionScale {
		if want := 0.5 + 1.5*(float64(v)/4+1)/3; math.Abs(got-want) > 1e-12 {
			t.Errorf("vertex %d: %g: expected %g", v, got, want)
		}
	}
	if got := u.Model.Rest[0].FrictionScale; math.Abs(got-(0.5+1.5*((0+1+4)/12.+1)/3)) > 1e-12 {
		t.Errorf("triangle 0: %g", got)
	}
	for _, c := range []struct{ text, want string }{
		{"", `"file"`},
		{"file = \"short.obj\"", "sheet.0.friction_map.file: short.obj has 8 vertices: expected the 9 of s"},
		{"file = \"bare.obj\"", "bare.obj: expected a colour at every vertex"},
		{"file = \"bright.obj\"", "vertex 0 has the colour (0, 1.5, 0): expected numbers from 0 to 1"},
		{"file = \"none.obj\"", "sheet.0.friction_map.file)"},
		{"file = \"ramp.obj\"\nwhite = -1", "sheet.0.friction_map.white: -1: expected"},
	} {
		s, err := Parse(filepath.Join(dir, "s.toml"), []byte(strings.Replace(sheet, "file = %q", c.text, 1)), nil)
		if err == nil {
			_, err = s.Build()
		}
		scenestest.ExpectInput(t, err, c.want)
	}
	// Every kind of cloth takes one.
	for _, kind := range []string{
		"[[tube]]\nname = \"s\"\nradius_m = 1\nlength_m = 1\nvertices = [3, 3]\nfabric = \"cotton\"\n[tube.friction_map]\n",
		"[[sheet]]\nname = \"s\"\ncount = 2\nsize_m = [1, 1]\nvertices = [3, 3]\nmesh = \"right\"\nfabric = " +
			"\"cotton\"\n[sheet.friction_map]\n",
	} {
		u := build(t, filepath.Join(dir, "s.toml"), kind+"file = \"ramp.obj\"\n")
		if last := u.Parts[len(u.Parts)-1].FrictionScale; len(last) != 9 || last[8] != 1 {
			t.Errorf("scale %v", last)
		}
	}
	_, err := Parse("s.toml", []byte("[[garment]]\nname = \"g\"\npattern = \"tee\"\nfabric = "+
		"\"silk\"\n[garment.friction_map]\nfile = \"ramp.obj\"\n"), nil)
	if err != nil {
		t.Error(err)
	}
}
