package scenes

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"hysteron/param"
)

// RefitFabric is the text of a fabric file: that of base, a built-in name or path, with other values at some paths,
// such as "warp.friction.tau"; nil takes a key away. Comments are not kept. The result is checked as a fabric is.
func RefitFabric(base string, set map[string]any) ([]byte, error) {
	file := fabricKind.label(base)
	data, err := fabricKind.read(base)
	if err != nil {
		return nil, err
	}
	d, err := parseDocument(file, data)
	if err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(set)) {
		tree, keys := d.root, strings.Split(path, ".")
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
	d.write(&out, "", d.root)
	if _, err := ParseFabric("the fabric to be written", out.Bytes()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// write writes a tree as TOML, keys in the order of the document and new ones behind them, tables last.
func (d *document) write(out *bytes.Buffer, path string, tree map[string]any) {
	place := func(key string) int {
		if r, ok := d.places[param.Join(path, key)]; ok {
			return int(r.Offset)
		}
		return math.MaxInt
	}
	keys := slices.SortedFunc(maps.Keys(tree), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	for _, key := range keys {
		if _, table := tree[key].(map[string]any); !table {
			fmt.Fprintf(out, "%s = %s\n", key, tomlValue(tree[key]))
		}
	}
	for _, key := range keys {
		if inner, table := tree[key].(map[string]any); table {
			here := param.Join(path, key)
			fmt.Fprintf(out, "\n[%s]\n", here)
			d.write(out, here, inner)
		}
	}
}

// tomlValue is a value in TOML's words.
func tomlValue(v any) string {
	switch v := v.(type) {
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	case string:
		return tomlText(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = tomlValue(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// tomlText quotes text; control characters are escaped as TOML wants them.
func tomlText(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&out, "\\u%04x", r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
