package param

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// Diff returns the differences between two trees by Encode of structs of type t: "garment.tee.layer: 1, now 2".
// Parameters that are free may differ. A list entry is named by its name, if both have the same.
func Diff(t reflect.Type, before, now map[string]any) []string {
	d := &differ{}
	d.table("", t, before, now)
	return d.found
}

type differ struct{ found []string }

func (d *differ) table(path string, t reflect.Type, before, now map[string]any) {
	for _, f := range Of(t) {
		if f.Free {
			continue
		}
		inner, _, _, ok := f.table()
		if !ok {
			inner = nil
		}
		d.value(Join(path, f.Key), inner, before[f.Key], now[f.Key])
	}
}

// value compares two values; t is the struct that they encode, or their entries, or nil.
func (d *differ) value(path string, t reflect.Type, before, now any) {
	switch b := before.(type) {
	case map[string]any:
		n, ok := now.(map[string]any)
		switch {
		case !ok:
			break
		case t != nil:
			d.table(path, t, b, n)
			return
		default:
			for _, key := range keysOfBoth(b, n) {
				d.value(Join(path, key), nil, b[key], n[key])
			}
			return
		}
	case []any:
		n, ok := now.([]any)
		if !ok || len(n) != len(b) {
			break
		}
		for i := range b {
			d.value(Join(path, entryOf(b[i], n[i], i)), t, b[i], n[i])
		}
		return
	default:
		if same(before, now) {
			return
		}
	}
	d.found = append(d.found, fmt.Sprintf("%s: %s, now %s", path, brief(before), brief(now)))
}

func keysOfBoth(a, b map[string]any) []string {
	keys := append(sortedKeys(a), sortedKeys(b)...)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// entryOf returns the name of a list entry if it is the same in both, else its number.
func entryOf(before, now any, i int) string {
	b, _ := before.(map[string]any)
	n, _ := now.(map[string]any)
	if name, ok := b["name"].(string); ok && name != "" && n["name"] == name {
		return name
	}
	return strconv.Itoa(i)
}

// same compares values other than tables and lists; 2 and 2.0 are the same, and so are 0 and -0.
func same(a, b any) bool {
	x, xok := Number(a)
	y, yok := Number(b)
	if xok && yok {
		return x == y
	}
	return reflect.DeepEqual(a, b)
}

// brief returns a value as text, truncated.
func brief(v any) string {
	text, err := json.Marshal(v)
	if v == nil || err != nil {
		return "absent"
	}
	const most = 60
	if runes := []rune(string(text)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(text)
}

// Bound returns a tree by Encode of a struct of type t, without the parameters that are free.
func Bound(t reflect.Type, tree map[string]any) map[string]any {
	out := maps.Clone(tree)
	for _, f := range Of(t) {
		value, ok := tree[f.Key]
		switch inner, _, _, table := f.table(); {
		case !ok:
		case f.Free:
			delete(out, f.Key)
		case table:
			out[f.Key] = boundOf(inner, value)
		}
	}
	return out
}

func boundOf(t reflect.Type, value any) any {
	switch v := value.(type) {
	case map[string]any:
		return Bound(t, v)
	case []any:
		list := slices.Clone(v)
		for i := range v {
			list[i] = boundOf(t, v[i])
		}
		return list
	}
	return value
}
