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
	far := "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nv 60 0 0\nv 60.2 0 0\nv 60 0.2 0\nv 60 0 0.2\n"
	if err := os.WriteFile(filepath.Join(dir, "far.obj"), []byte(far), 0o666); err != nil {
		t.Fatal(err)
	}
	clip := "kind = \"character\"\nfile = \"b-0001.obj\"\ntrack = \"b-####.obj\"\nsettle_s = 0\n"
	for keys, want := range map[string]string{
		clip + "loop = true\n": "m: warning: body jumps: moves 0.08 m from frame 5 to 6, and " +
			"0.02 m in the frames before and after",
		clip: "",
		strings.NewReplacer("b-0001", "far", "settle_s = 0\n", "").Replace(clip): "m: warning: body jumps: its motion " +
			"begins 60 m from where its mesh is, 1.2 s before",
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

// TestJumpingPin: a track that begins elsewhere than its mesh, or leaps on the way, is told, of pins that hold and of
// soft ones; one that goes on evenly is not.
func TestJumpingPin(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, up float64) {
		text := "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
		for _, v := range [][2]float64{{0, 0}, {.5, 0}, {.5, .5}, {0, .5}} {
			text += fmt.Sprintf("v %g %g 0\n", v[0], v[1]+up)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("m.obj", 0)
	for k := range 5 {
		write(fmt.Sprintf("on-%04d.obj", k), .02*float64(k))
		write(fmt.Sprintf("far-%04d.obj", k), 5+.02*float64(k))
		write(fmt.Sprintf("leap-%04d.obj", k), []float64{0, 0, 0, 2, 2}[k])
	}
	for track, want := range map[string]string{
		"on":   "",
		"far":  "m: warning: pin jumps: the first frame of a track is up to 5 m from the mesh that it moves",
		"leap": "m: warning: pin jumps: a track moves its pins 2 m from frame 3 to 4, and ",
	} {
		for _, soft := range []string{"", "stiffness_n_m = 10\n"} {
			u := build(t, filepath.Join(dir, "s.toml"), "up_axis = \"y\"\nfps = 24\nframes = 5\n[[mesh]]\nname = \"m\"\n"+
				"file = \"m.obj\"\nfabric = \"cotton\"\n[[mesh.pin]]\nvertices = [2, 3]\ntrack = \""+track+"-####.obj\"\n"+soft)
			got := ""
			for _, p := range u.Problems() {
				if p.Kind == JumpingPin {
					got += p.String()
				}
			}
			if (got == "") != (want == "") || !strings.HasPrefix(got, want) {
				t.Errorf("%s %s: %q, expected %q", track, soft, got, want)
			}
		}
	}
}
