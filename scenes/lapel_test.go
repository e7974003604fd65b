package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
	"hysteron/scenes/scenestest"
)

// Seams of a right side to a wrong one, and of three layers, are sewn: cloth turns freely over them, and check finds no
// fault. Of other edges they stay faults.
func TestLapel(t *testing.T) {
	for name, c := range map[string]struct {
		stitches string
		loose    bool
	}{
		"plain":        {`[{"panel":"front","edge":2},{"panel":"collar","edge":0}],[{"panel":"collar","edge":2},{"panel":"facing","edge":0}]`, false},
		"right, wrong": {`[{"panel":"front","edge":2},{"panel":"collar","edge":2},"right_wrong"],[{"panel":"collar","edge":0},{"panel":"facing","edge":2}]`, true},
		"three layers": {`[{"panel":"front","edge":2},{"panel":"collar","edge":0}],[{"panel":"front","edge":2},{"panel":"facing","edge":0}]`, true},
	} {
		path := filepath.Join(t.TempDir(), "p.json")
		if err := os.WriteFile(path, []byte(strings.Replace(scenestest.Lapel, "STITCHES", c.stitches, 1)),
			0o666); err != nil {
			t.Fatal(err)
		}
		u := build(t, filepath.Join(filepath.Dir(path), "s.toml"), "[[garment]]\nname = \"g\"\npattern = "+
			"\"p.json\"\nfabric = \"cotton\"\nedge_length_m = 0.05\n")
		p := &u.Parts[0]
		if got := len(p.Loose); got != map[bool]int{false: 0, true: 6}[c.loose] {
			t.Errorf("%s: %d loose edges: expected the six of the seam, if any", name, got)
		}
		onSeam := map[[2]int32]bool{}
		for _, e := range p.Loose {
			onSeam[e] = true
		}
		for _, h := range u.Model.Hinges {
			if onSeam[[2]int32{min(h.V[0], h.V[1]), max(h.V[0], h.V[1])}] {
				t.Errorf("%s: a loose edge has a hinge", name)
			}
		}
		for _, q := range u.Problems() {
			if q.Severity == formats.Error {
				t.Errorf("%s: %s", name, q)
			}
		}
		if !c.loose {
			continue
		}
		p.Loose = p.Loose[1:]
		n := 0
		for _, q := range u.Problems() {
			if q.Severity == formats.Error {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %d errors without one loose edge: expected one", name, n)
		}
	}
}
