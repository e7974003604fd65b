package scenes

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"hysteron/param"
)

// RefitFabric returns the text of a fabric file: that of base, a built-in name or path, with other values at some
// paths, such as "warp.friction.tau"; nil removes a key, and "fitted" contains [[fitted]] to add. Comments are not
// kept. The result is validated as a fabric.
func RefitFabric(base string, set map[string]any) ([]byte, error) {
	file := fabricKind.label(base)
	data, err := fabricKind.read(base)
	if err != nil {
		return nil, err
	}
	d, err := param.Parse(file, data)
	if err != nil {
		return nil, err
	}
	var was fabricFile
	if err := d.Decode(&was); err != nil {
		return nil, err
	}
	tables := refitted(was.Fitted, set)
	if delete(d.Root, "fitted"); tables != nil {
		d.Root["fitted"] = tables
	}
	for _, path := range slices.Sorted(maps.Keys(set)) {
		if path == "fitted" {
			continue
		}
		tree, keys := d.Root, strings.Split(path, ".")
		for _, key := range keys[:len(keys)-1] {
			inner, ok := tree[key].(map[string]any)
			if !ok {
				inner = map[string]any{}
				tree[key] = inner
			}
			tree = inner
		}
		if last := keys[len(keys)-1]; set[path] == nil {
			delete(tree, last)
		} else {
			tree[last] = set[path]
		}
	}
	var out bytes.Buffer
	d.Write(&out)
	if _, err := ParseFabric("the fabric to be written", out.Bytes()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// refitted returns the [[fitted]] of a fabric after values at some paths are set. Old entries of these paths are
// removed; new tables, if any, come last.
func refitted(old []Fitted, set map[string]any) (tables []any) {
	for _, t := range old {
		var stay []int
		for k, key := range t.Keys {
			if _, changed := set[key]; !changed {
				stay = append(stay, k)
			}
		}
		if stay == nil {
			continue
		}
		left := Fitted{Freedom: t.Freedom}
		for _, k := range stay {
			left.Keys, left.Low, left.High = append(left.Keys, t.Keys[k]), append(left.Low, t.Low[k]), append(left.High,
				t.High[k])
			for _, l := range stay {
				if t.Correlation != nil {
					left.Correlation = append(left.Correlation, t.Correlation[k*len(t.Keys)+l])
				}
			}
		}
		tables = append(tables, param.Encode(&left))
	}
	more, _ := set["fitted"].([]any)
	return append(tables, more...)
}
