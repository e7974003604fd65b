package page

import (
	"fmt"
	"strings"

	"hysteron/cloth"
	"hysteron/law"
)

// Borrowed names measured parts of a fabric whose friction is a base's. Tests without unloading determine stiffness and
// friction together, so the base's is added to that.
func Borrowed(f cloth.Fabric, set map[string]any, base string) []string {
	var list []string
	for _, p := range []struct {
		name    string
		of      cloth.Component
		measure law.Measure
	}{{"warp", f.Warp, law.Membrane}, {"weft", f.Weft, law.Membrane}, {"shear", f.Shear, law.Membrane},
		{"bend_warp", f.BendWarp, law.Bending}, {"bend_weft", f.BendWeft, law.Bending}} {
		source, _ := set[p.name+".source"].(string)
		if source == "" || strings.HasPrefix(source, "assumed: ") || p.of.Friction == nil {
			continue
		}
		own := false
		for key, value := range set {
			own = own || value != nil && strings.HasPrefix(key, p.name+".friction.")
		}
		if own {
			continue
		}
		var numbers []string
		friction := law.Beside(p.of.Friction, p.of.Elastic)
		for k, q := range law.Params(friction) {
			if v := law.Values(friction)[k]; q.Key != "" && q.Dim.Stress > 0 && v != 0 {
				numbers = append(numbers, fmt.Sprintf("%s = %.3g %s", q.Key, v, q.UnitName(p.measure)))
			}
		}
		if numbers != nil {
			list = append(list, p.name+" "+strings.Join(numbers, ", "))
		}
	}
	if list == nil {
		return nil
	}
	return []string{fmt.Sprintf("friction of these is that of %s (--base), on top of the stiffness that was found: %s",
		base, strings.Join(list, "; "))}
}
