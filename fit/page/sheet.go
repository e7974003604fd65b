package page

import (
	"fmt"
	"math"
	"strings"

	"hysteron/fit"
)

// Sheet describes in everyday words the sheet that a list comes from: elongations under a force [N/m], or from the
// stiffness if the force is 0, and shear, bending and mass.
func Sheet(list []fit.Converted, force float64, long [2]float64) string {
	of, used := map[string]float64{}, map[string]bool{}
	for _, n := range list {
		used[n.Part] = true
		of[strings.TrimPrefix(n.Part+"."+n.Key, ".")] = n.Value
	}
	var says []string
	say := func(format string, args ...any) { says = append(says, fmt.Sprintf(format, args...)) }
	for d, part := range []string{"warp", "weft"} {
		if k := of[part+".k1_n_m"]; long[d] > 0 && used[part] {
			say("10 cm of the %s get %.3g mm longer under %s", part, 100*long[d], pull(force))
		} else if k > 0 && force == 0 {
			say("10 cm of the %s get 1 mm longer under %s", part, pull(0.01*k))
		}
	}
	if k := of["shear.k1_n_m"]; k > 0 {
		say("shear by 1° takes %s", pull(k*math.Pi/180))
	}
	for _, part := range []string{"warp", "weft"} {
		if k := of["bend_"+part+".k1_nm"]; k > 0 {
			say("a strip of the %s, 10 cm wide, is bent to a circle of 10 mm radius by %s on a lever of 1 cm", part,
				weight(3*k*100*0.1/0.01))
		}
	}
	if v := of["density_kg_m2"]; v > 0 {
		says = append(says, square(v))
	}
	if v := of["thickness_m"]; v > 0 {
		say("ten layers are %.3g mm thick", 1e4*v)
	}
	if says == nil {
		return "nothing of stretch, shear, bending, mass or thickness"
	}
	return strings.Join(says, "; ")
}
