package instruments_test

import (
	"fmt"
	"strings"

	"hysteron/fit/instruments"
)

// Three strips that hang over an edge until they touch a slope of 41.5°.
func ExampleFitOverhang() {
	c, err := instruments.ReadOverhang("strips.csv",
		strings.NewReader("# density = 143 g/m2\noverhang [mm]\n40\n42\n41\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	b := instruments.FitOverhang(c)
	fmt.Printf("B = %.2g N·m, 95 %% from %.2g to %.2g\n", b.Value, b.Lo, b.Hi)
	// Output:
	// B = 1.2e-05 N·m, 95 % from 9.9e-06 to 1.4e-05
}
