package scenes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
)

// TestJumpingBody: a clip of a ball that goes 2 cm in each frame jumps 8 cm back where it is looped: the frame and the
// way are named. The same clip without its loop, and the walk of the mannequin, do not jump.
func TestJumpingBody(t *testing.T) {
	dir := t.TempDir()
	for k := range 6 {
		text := "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
		for _, v := range [][3]float64{{0, 0, 0}, {.2, 0, 0}, {0, .2, 0}, {0, 0, .2}} {
			text += fmt.Sprintf("v %g %g %g\n", v[0]+.02*float64(k), v[1], v[2])
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("b-%04d.obj", k+1)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	clip := "kind = \"character\"\nfile = \"b-0001.obj\"\ntrack = \"b-####.obj\"\nsettle_s = 0\n"
	for keys, want := range map[string]string{
		clip + "loop = true\n": "m: warning: body jumps: moves 0.08 m from frame 5 to 6, and " +
			"0.02 m in the frames beside it",
		clip: "",
		"kind = \"mannequin\"\nclip = \"walk\"\n": "",
	} {
		s, err := Parse(filepath.Join(dir, "b.toml"), []byte("up_axis = \"y\"\nfps = 24\nframes = 20\n[[body]]\n"+
			"name = \"m\"\n"+keys+"[[sheet]]\nname = \"s\"\nfabric = \"cotton\"\nsize_m = [0.5, 0.5]\nedge_length_m = 0.25\n"+
			"centre_m = [0, 3, 0]\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range u.Problems() {
			if p.Kind == JumpingBody && p.Severity == formats.Warning {
				got += p.String()
			}
		}
		if (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, expected %q", keys, got, want)
		}
	}
}
