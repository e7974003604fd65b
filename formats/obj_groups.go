package formats

import "strings"

// materials lists the materials of groups, by first use, and returns each group's index; nil if there are none.
func (o *OBJ) materials(groups []objNames) (of []int32) {
	index := map[string]int32{}
	for _, n := range groups {
		k, ok := index[n.material]
		if !ok {
			k = int32(len(o.Materials))
			index[n.material] = k
			o.Materials = append(o.Materials, Material{Name: n.material, Colour: grey})
		}
		of = append(of, k)
	}
	if len(o.Materials) == 0 || len(o.Materials) == 1 && o.Materials[0].Name == "" {
		o.Materials = nil
		return nil
	}
	return of
}

// objGroupNames chooses one name per group, see OBJ.Groups, and returns each group's index into the names.
func objGroupNames(groups []objNames) (label []int32, names []string) {
	keep := func(n objNames, parts [3]bool) objNames {
		if !parts[0] {
			n.group = ""
		}
		if !parts[1] {
			n.object = ""
		}
		if !parts[2] {
			n.material = ""
		}
		return n
	}
	count := func(parts [3]bool) int {
		seen := map[objNames]bool{}
		for _, n := range groups {
			seen[keep(n, parts)] = true
		}
		return len(seen)
	}
	var parts [3]bool
	told := min(1, len(groups))
	for i := range parts {
		with := parts
		with[i] = true
		if n := count(with); n > told {
			parts, told = with, n
		}
	}
	index := map[string]int32{}
	for _, n := range groups {
		k := keep(n, parts)
		if parts == ([3]bool{}) {
			switch {
			case n.group != "":
				k.group = n.group
			case n.object != "":
				k.object = n.object
			default:
				k.material = n.material
			}
		}
		var words []string
		for _, w := range []string{k.object, k.group, k.material} {
			if w != "" {
				words = append(words, w)
			}
		}
		name := strings.Join(words, "/")
		i, ok := index[name]
		if !ok {
			i = int32(len(names))
			index[name] = i
			names = append(names, name)
		}
		label = append(label, i)
	}
	return label, names
}
