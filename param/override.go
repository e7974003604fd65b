package param

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Set applies an override "path=value" to the tree. Path elements are keys, or for lists the index or the name of an
// entry (its name, pattern or kind). The value is TOML; text that is not TOML is a string, so that
// garment.tee.fabric=silk needs no quotes. The name of a fabric is replaced by a table with that base, so that
// garment.tee.fabric.drag=2 changes one of its numbers. Missing tables on the path are created; strict decoding detects
// unknown keys.
func (d *Document) Set(override string) error {
	fail := func(format string, args ...any) error {
		return &InputError{File: d.File, Override: override, Text: fmt.Sprintf(format, args...)}
	}
	path, text, ok := strings.Cut(override, "=")
	path = strings.TrimSpace(path)
	if override == "" {
		override = `""`
	}
	if !ok || path == "" {
		return fail("expected path=value, such as garment.0.edge_length_m=0.01")
	}
	value := overrideValue(strings.TrimSpace(text))
	keys := strings.Split(path, ".")
	var at any = d.Root
	done := "" // canonical path of at
	for i, k := range keys {
		if k == "" {
			return fail("empty key in path %q: expected keys separated by single dots", path)
		}
		last := i == len(keys)-1
		switch node := at.(type) {
		case map[string]any:
			done = Join(done, k)
			if last {
				_, isTable := node[k].(map[string]any)
				if _, isText := value.(string); isTable && !(isText && k == "fabric") {
					return fail("%s is a table: expected the path of a value in it", done)
				}
				node[k] = value
				break
			}
			if _, ok := node[k]; !ok {
				node[k] = map[string]any{}
				d.override[done] = override
			}
			if base, isText := node[k].(string); isText && k == "fabric" {
				node[k] = map[string]any{"base": base}
			}
			at = node[k]
		case []any:
			n, err := entry(node, k)
			if err != nil {
				return fail("%s: %v", done, err)
			}
			done = Join(done, strconv.Itoa(n))
			if last {
				if _, isTable := node[n].(map[string]any); isTable {
					return fail("%s is a table: expected the path of a value in it", done)
				}
				node[n] = value
				break
			}
			at = node[n]
		default:
			return fail("%s is a single value: expected a table or a list before %q", done, k)
		}
	}
	d.override[done], d.targets = override, append(d.targets, done)
	return nil
}

// overrideValue parses text as a TOML value; text that is none is a string.
func overrideValue(text string) any {
	var v map[string]any
	if !strings.ContainsAny(text, "\r\n") && toml.Unmarshal([]byte("v = "+text), &v) == nil && len(v) == 1 {
		if value, ok := v["v"]; ok {
			return value
		}
	}
	return text
}

// entry returns a list entry by index or name.
func entry(list []any, key string) (int, error) {
	if n, err := strconv.Atoi(key); err == nil {
		if n < 0 || n >= len(list) {
			return 0, fmt.Errorf("no entry %d: expected 0..%d", n, len(list)-1)
		}
		return n, nil
	}
	found, names := -1, []string{}
	for i, e := range list {
		table, _ := e.(map[string]any)
		name := entryName(table)
		names = append(names, strconv.Quote(name))
		if name != key {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("entries %d and %d are both named %q: expected an index", found, i, key)
		}
		found = i
	}
	if found < 0 {
		return 0, fmt.Errorf("no entry named %q: expected an index 0..%d or one of %s", key, len(list)-1,
			strings.Join(names, ", "))
	}
	return found, nil
}

// entryName returns the name of an entry of a list of tables: its name, else its pattern's or file's name without
// folder and extension, else its kind.
func entryName(table map[string]any) string {
	for _, key := range []string{"name", "pattern", "file", "kind"} {
		if s, ok := table[key].(string); ok && s != "" {
			base := filepath.Base(s)
			if key == "pattern" || key == "file" {
				return strings.TrimSuffix(base, filepath.Ext(base))
			}
			return s
		}
	}
	return ""
}
