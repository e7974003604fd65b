//go:build slow

package lab

import (
	"testing"

	"hysteron/fit/instruments"
)

// A strip over an edge: the stiffness of cloth without friction.
func TestCantilever(t *testing.T) {
	f := fabric(t, "silk")
	f.BendWarp.Friction = nil
	c, err := instruments.ReadOverhang("cantilever.csv", measured(t, "cantilever", f, "bend_warp"))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bending stiffness", instruments.FitOverhang(c).Value, 3*f.BendWarp.Spring().K1, 0.01)
}
