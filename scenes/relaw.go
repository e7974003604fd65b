package scenes

import (
	"slices"

	"hysteron/law"
)

// places are the strains of the tables of a fabric file.
var places = map[string]law.StrainMask{
	"warp": law.Threads, "weft": law.Threads, "area": law.Areas, "diagonal": law.Diagonals, "principal": law.Principals,
	"shear":  law.Shears,
	"second": law.Segments, "second_weft": law.Segments, "second_diagonal": law.Segments, "bend_warp": law.Bends,
	"bend_weft": law.Bends, "bend_diagonal": law.Bends,
}

// Relaw removes keys of a previous law from the tables of a fabric file, if another law is chosen for the strain later:
// keys of laws other than the chosen one that were set before the law. later reports whether the first of two paths was
// set after the second.
func Relaw(file map[string]any, later func(law, key string) bool) {
	for name, on := range places {
		table, _ := file[name].(map[string]any)
		relaw(table, name, on, []law.Role{law.Elasticity, law.Viscosity}, later)
		friction, _ := table["friction"].(map[string]any)
		relaw(friction, name+".friction", on, []law.Role{law.Yarns}, later)
	}
}

func relaw(table map[string]any, path string, on law.StrainMask, roles []law.Role, later func(law, key string) bool) {
	roles = slices.DeleteFunc(roles, func(r law.Role) bool { return len(law.NamesOn(r, on)) == 0 })
	if table == nil {
		return
	}
	known := map[string]bool{}
	for _, role := range roles {
		known[lawKeys[role]] = true
		for _, key := range fileKeys(chosen(role, table), on) {
			known[key] = true
		}
	}
	for _, role := range roles {
		for _, name := range law.NamesOn(role, on) {
			for _, key := range fileKeys(law.Named(role, name), on) {
				if !known[key] && later(path+"."+lawKeys[role], path+"."+key) {
					delete(table, key)
				}
			}
		}
	}
}

// fileKeys returns the keys of a law in the table of a strain.
func fileKeys(k *law.Kind, on law.StrainMask) (keys []string) {
	t := law.File(on.Measure(), []law.Law{k.Zero})
	if _, isDahl := k.Zero.(law.Dahl); isDahl {
		t = dahlKeys(on)
	}
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("key"); key != "law" {
			keys = append(keys, key)
		}
	}
	return keys
}
