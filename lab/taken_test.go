package lab

import (
	"bytes"
	"context"
	"testing"

	"hysteron/fit"
	"hysteron/scenes"
)

// TestTaken: tables of all fabrics that ship, along both directions, are taken without a warning with the errors of
// instruments, by whatever law their cloth goes, and so are those of a suiting that a KES sheet makes, of which
// friction keeps 85 % of the elongation.
func TestTaken(t *testing.T) {
	n, err := InstrumentFor("stretch")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(scenes.Fabrics(), "testdata/suiting.toml") {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range n.Parts {
			table, err := n.Measure(context.Background(), f, way, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(7) { // as measure --seed has it: the weft's is one more
				var b bytes.Buffer
				if err := table.disturbed(0, seed+1).Write(&b); err != nil {
					t.Fatal(err)
				}
				s, err := fit.ReadStretch(name+" "+way, &b)
				if err != nil {
					t.Errorf("seed %d: %v", seed+1, err)
				} else if doubts := s.Doubts(0); doubts != nil {
					t.Errorf("%s %s, seed %d: %q", name, way, seed+1, doubts)
				}
			}
		}
	}
}
