package main

import (
	"strings"

	"hysteron/fit/page"
	"hysteron/law"
)

// forgetLaws takes the laws of some roles out of a part of a fabric, whichever they are, so that those can be set that
// were measured. Unless whole, the numbers stay of laws that fabrics mean where they name none: some of them are set.
func forgetLaws(set map[string]any, part string, whole bool, roles ...law.Role) {
	measure := law.Membrane
	if strings.HasPrefix(part, "bend_") {
		measure = law.Bending
	}
	for _, role := range roles {
		table := part + "."
		if role == law.Yarns {
			table += "friction."
			for _, other := range []string{"eps_per", "eps_sat", "eps_per_1_m", "eps_sat_1_m"} { // which stand for a and tau
				set[table+other] = nil
			}
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

// put sets numbers that were found of a part, rounded. Of traction f_1 stays within what its law allows of the rounded
// others, where the best fit stands on an end of that.
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
