package main

import (
	"fmt"

	"hysteron/cloth"
	"hysteron/fit"
)

// cantilever finds the stiffness of strips over an edge. Of strips that were only let down, the friction of a base that was named is taken off, since
// it looks like stiffness.
func (f *fitCommand) cantilever(s *fit.Cantilever, base cloth.Fabric, parts []string, named bool) *fitResult {
	b := fit.FitCantilever(s)
	r := &fitResult{Unit: "N·m"}
	component := base.BendWarp
	if parts[0] == "bend_weft" {
		component = base.BendWeft
	}
	if dahl := component.Dahl(); s.LetDown() && b.N > 0 {
		const both = "read each strip let up from below as well, then friction cancels"
		rest := fit.Mean{}
		if named && (dahl.A > 0 || dahl.B > 0) {
			rest = fit.FitLetDown(s, dahl.A, dahl.B, dahl.Tau)
		}
		switch {
		case !named:
			r.Notes = append(r.Notes, "strips that were only let down show stiffness and friction together, so that k1 may be up to several times too large: "+both+", or name a fabric by --base whose friction is taken off")
		case dahl.A == 0 && dahl.B == 0:
			r.Notes = append(r.Notes, "strips that were only let down show stiffness and friction together, and "+f.Base+" has no friction of bending: "+both)
		case !(rest.Value > 0):
			r.Notes = append(r.Notes, fmt.Sprintf("strips that were only let down show stiffness and friction together, and the friction of %s (a = %.3g N) would hold them alone, so none is taken off: %s", f.Base, dahl.A, both))
		default:
			r.Notes = append(r.Notes, fmt.Sprintf("strips that were only let down show stiffness and friction together: the friction of %s (a = %.3g N) is taken off; with it k1 would be %.4g N·m; %s", f.Base, dahl.A, b.Value/3, both))
			b = rest
		}
	}
	r.Readings, r.Numbers = b.N, []fitted{{Key: fit.BendKeys[0], Unit: fit.BendUnits[0], Value: b.Value / 3, Lo: b.Lo / 3, Hi: b.Hi / 3}}
	if b.N < 2 {
		r.Undetermined = []string{"one reading leaves no scatter to judge by"}
	}
	return r
}
