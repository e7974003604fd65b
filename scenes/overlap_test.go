package scenes

import (
	"strings"
	"testing"
)

// A ball goes 0.05 m/s toward another one, 0.15 m from it, and both have radii of 0.1 m, so that they are 0.05 m in
// each other at the start: after 1 s they are 0.1 m deep. Bodies that stay as they are, and those that part, are not
// named.
func TestOverlappingBodies(t *testing.T) {
	for _, c := range []struct {
		speed, more, want string
	}{
		{"-0.05", "", `b: note: bodies overlap: with "a" in 21 frames from frame 5 on, by up to 0.1 m in frame 25 near (`},
		{"-0.05", "priority = 1\n", "cloth stays out of b there and comes into a (priority)"},
		{"0", "", ""}, {"0.1", "", ""},
	} {
		ball := "kind = \"sphere\"\nradius_m = 0.1\nsubdivisions = 3\n"
		s, err := Parse("s.toml", []byte("up_axis = \"y\"\nfps = 24\nframes = 25\n[[body]]\nname = \"a\"\n"+ball+
			"[[body]]\nname = \"b\"\n"+ball+"centre_m = [0.15, 0, 0]\nvelocity_m_s = ["+c.speed+", 0, 0]\n"+c.more+
			"[[sheet]]\nname = \"s\"\nfabric = \"cotton\"\nsize_m = [0.5, 0.5]\nedge_length_m = 0.25\n"+
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
			if p.Kind == OverlappingBodies {
				got += p.String()
			}
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("at %s m/s: %q, expected %q", c.speed, got, c.want)
		}
	}
}
