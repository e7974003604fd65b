package law_test

import (
	"fmt"

	"hysteron/law"
)

// A strain that goes up to 2 % and back leaves a friction stress behind: the cloth remembers.
func ExampleDahl() {
	friction := law.Dahl{A: 2.2, Tau: 0.006} // N/m, 1
	kept := []float64{0}                     // the friction stress
	now := 0.
	for _, to := range []float64{0.01, 0.02, 0.01, 0} {
		s := law.Strain{Eps: to, EpsN: now, H: 1. / 240, History: kept}
		var r law.Response
		friction.Respond(&s, &r)
		friction.Commit(&s) // the step is taken
		now = to
		fmt.Printf("ε = %.2f: σ = %+.2f N/m\n", to, r.Sigma)
	}
	// Output:
	// ε = 0.01: σ = +1.78 N/m
	// ε = 0.02: σ = +2.12 N/m
	// ε = 0.01: σ = -1.38 N/m
	// ε = 0.00: σ = -2.05 N/m
}
