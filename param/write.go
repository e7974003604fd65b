package param

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Write writes the values as TOML, keys in the order of the document and new ones after them, tables last.
func (d *Document) Write(out *bytes.Buffer) { d.write(out, "", "", d.Root) }

// write writes the table of a path (with indices of arrays) under a header (without).
func (d *Document) write(out *bytes.Buffer, header, path string, tree map[string]any) {
	place := func(key string) int {
		if r, ok := d.places[Join(path, key)]; ok {
			return int(r.Offset)
		}
		return math.MaxInt
	}
	keys := slices.SortedFunc(maps.Keys(tree), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	for _, key := range keys {
		if _, table := tree[key].(map[string]any); !table && tablesIn(tree[key]) == nil {
			fmt.Fprintf(out, "%s = %s\n", key, TOML(tree[key]))
		}
	}
	for _, key := range keys {
		if inner, table := tree[key].(map[string]any); table {
			here := Join(header, key)
			fmt.Fprintf(out, "\n[%s]\n", here)
			d.write(out, here, Join(path, key), inner)
		}
		for i, inner := range tablesIn(tree[key]) {
			here := Join(header, key)
			fmt.Fprintf(out, "\n[[%s]]\n", here)
			d.write(out, here, Join(Join(path, key), strconv.Itoa(i)), inner)
		}
	}
}

// tablesIn returns the tables of an array that holds nothing else; nil otherwise.
func tablesIn(v any) (tables []map[string]any) {
	list, _ := v.([]any)
	for _, one := range list {
		table, ok := one.(map[string]any)
		if !ok {
			return nil
		}
		tables = append(tables, table)
	}
	return tables
}

// TOML returns a value in the syntax of TOML.
func TOML(v any) string {
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
			parts[i] = TOML(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// tomlText returns text in quotes; control characters are escaped as in TOML.
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
