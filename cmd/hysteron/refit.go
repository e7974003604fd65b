package main

import (
	"strings"

	"hysteron/fit/page"
	"hysteron/law"
)

// forgetLaws removes the laws of some roles from a part of a fabric, so that measured ones can be set. Unless whole is
// set, numbers of the default laws stay, since only some of them are replaced.
func forgetLaws(set map[string]any, part string, whole bool, roles ...law.Role) {
	measure := law.Membrane
	if strings.HasPrefix(part, "bend_") {
		measure = law.Bending
	}
	for _, role := range roles {
		table := part + "."
		if role == law.Yarns {
			table += "friction."
			for _, other := range []string{"eps_per", "eps_sat", "eps_per_1_m", "eps_sat_1_m"} { // alternatives to a and tau
				set[table+other] = nil
			}
		}
		if role == law.Relaxation {
			table += "relaxation."
		}
		set[table+"law"] = nil
		for i := range law.Kinds {
			k := &law.Kinds[i]
			if k.Role != role || !whole && k.Name == law.Names(role)[0] {
				continue
			}
			for _, p := range law.Params(k.Zero) {
				if p.Key != "" {
					set[table+p.FileKey(measure)] = nil
				}
			}
		}
	}
}

// put sets the identified numbers of a part, rounded. In the law of traction, f_1 is clamped to the range that the
// other rounded numbers allow, since a fit may end at a bound.
func put(set map[string]any, part string, numbers []fitted) {
	v := map[string]float64{}
	for _, n := range numbers {
		v[n.Key] = page.Tidy(n.Value)
	}
	if k, ok := v["k_t_n_m"]; ok {
		v["f_1_n_m"] = max(k*v["eps_1_primed"]/2, min(k*v["eps_1"], v["f_1_n_m"]))
	}
	for key, value := range v {
		set[part+"."+key] = value
	}
}
