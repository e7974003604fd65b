package sweep_test

import (
	"fmt"

	"hysteron/sweep"
)

func ExampleParse() {
	f, err := sweep.Parse("s.toml", []byte(`
scene = "hanging-sheet"
[[axis]]
path = "sheet.0.fabric"
values = ["silk", "cotton"]
[[axis]]
path = "step_s"
from = 0.001
to = 0.004
count = 3
scale = "log"
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range f.Manifest().Tasks {
		fmt.Println(t.Number, t.Name)
	}
	// Output:
	// 1 fabric=silk, step_s=0.001
	// 2 fabric=silk, step_s=0.002
	// 3 fabric=silk, step_s=0.004
	// 4 fabric=cotton, step_s=0.001
	// 5 fabric=cotton, step_s=0.002
	// 6 fabric=cotton, step_s=0.004
}
