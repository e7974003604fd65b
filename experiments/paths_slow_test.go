//go:build slow

package experiments

import (
	"context"
	"testing"
)

// All claims of the experiment on paths hold.
func TestPaths(t *testing.T) {
	res, err := Run(context.Background(), paths, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range res.Findings {
		if f.Verdict == Fails {
			t.Errorf("%s: %s, expected %s", f.What, f.Measured, f.Claim)
		}
	}
}
