//go:build slow

package experiments

import (
	"context"
	"testing"
)

// All that the experiment on paths says of the paper holds.
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
