package capture

import (
	"fmt"
	"slices"
	"strings"

	"hysteron/fit"
	"hysteron/law"
)

// Number is a number of a fabric file.
type Number struct {
	Key, Unit    string
	Value, Error float64
}

// File returns the changes to a fabric file by path; nil removes a key. source is the source of each part, to which the
// range of the tests and the numbers of the lender are added.
func (f *Fitted) File(source, lender string) (set map[string]any, numbers []Number) {
	set = map[string]any{"density_kg_m2": f.Fabric.Density, "bending": "hinge"}
	for _, key := range []string{"stretch", "coupling", "bend_coupling", "area", "diagonal", "second", "second_weft",
		"second_diagonal", "bend_diagonal"} {
		if !slices.ContainsFunc(f.Parts, func(p *Part) bool { return p.Name == key }) {
			set[key] = nil
		}
	}
	if f.Model == Springs {
		set["stretch"] = "springs"
		for _, part := range []string{"bend_warp", "bend_weft"} {
			forget(set, part)
			set[part+".k1_nm"], set[part+".source"] = 0.0, source+": springs over the next vertex bend"
		}
	}
	for _, p := range f.Parts {
		l := p.Law(f.Model)
		forget(set, p.Name)
		set[p.Name+".law"], set[p.Name+".source"] = law.Of(l).Name, fmt.Sprintf("%s; %s; not measured: friction and "+
			"damping, as %s", source, p.reach(f.Model), lender)
		for i, q := range law.Params(l) {
			key, v := p.Name+"."+q.FileKey(measure(p.Name)), law.Values(l)[i]
			if v == -1 {
				continue // there is no such point
			}
			set[key] = v
			if at := p.at(i, l); at >= 0 {
				numbers = append(numbers, Number{key, q.UnitName(measure(p.Name)), v, p.Error[at]})
			}
		}
	}
	return set, numbers
}

// Bounds returns the bounds that points of curves are at.
func (f *Fitted) Bounds() (list []fit.Bound) {
	for _, p := range f.Parts {
		list = append(list, p.Bounds...)
	}
	return list
}

// forget removes all elasticity of a part.
func forget(set map[string]any, part string) {
	for _, k := range law.Kinds {
		if k.Role != law.Elasticity {
			continue
		}
		for _, p := range law.Params(k.Zero) {
			if p.Key != "" {
				set[part+"."+p.FileKey(measure(part))] = nil
			}
		}
	}
}

func measure(part string) law.Measure {
	if strings.HasPrefix(part, "bend_") {
		return law.Bending
	}
	return law.Membrane
}
