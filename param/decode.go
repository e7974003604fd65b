package param

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Problem is an invalid value.
type Problem struct {
	Path string // keys and indices joined by dots: garment.0.edge_length_m
	Text string // what is wrong and what was expected
}

// String returns, for example, "air.gust: -1: expected a finite number ≥ 0".
func (p Problem) String() string { return p.Path + ": " + p.Text }

// Valuer is a type with its own encoding of values.
type Valuer interface {
	DecodeValue(path string, value any, fail func(path, format string, args ...any))
	EncodeValue() any
	Expected() string
}

var valuerType = reflect.TypeFor[Valuer]()

// decoder collects all problems of a tree.
type decoder struct{ found []Problem }

// Decode fills the struct that p points to from a tree of tables (map[string]any), lists ([]any), text, bool, int64 and
// float64, strictly: an unknown key is a problem. Absent keys take their defaults.
func Decode(tree map[string]any, p any) []Problem {
	v := reflect.ValueOf(p).Elem()
	setDefaults(v)
	d := &decoder{}
	d.table("", tree, v)
	return d.found
}

// mostSuggestions is the largest number of unknown keys with a suggestion.
const mostSuggestions = 100

func (d *decoder) fail(path, format string, args ...any) {
	d.found = append(d.found, Problem{path, fmt.Sprintf(format, args...)})
}

// table fills a struct that has its defaults.
func (d *decoder) table(path string, tree map[string]any, dst reflect.Value) {
	fields := Of(dst.Type())
	var known []string
	for i := range fields {
		known = append(known, fields[i].Key)
	}
	for _, key := range sortedKeys(tree) {
		if slices.Contains(known, key) {
			continue
		}
		expected := "none of that name"
		if len(d.found) < mostSuggestions {
			expected = expectedKeys(key, known)
		}
		d.fail(Join(path, key), "unknown key: expected %s", expected)
	}
	for i := range fields {
		if value, there := tree[fields[i].Key]; there {
			d.value(Join(path, fields[i].Key), value, fields[i].of(dst), &fields[i])
		}
	}
	kind := kindOf(dst, fields)
	for i := range fields {
		switch f, there := &fields[i], tree[fields[i].Key] != nil; {
		case there && !f.belongs(kind):
			d.fail(Join(path, f.Key), "does not belong to kind %q: expected kind %s", kind, QuoteList(f.Kinds))
		case !there && f.Required && f.belongs(kind):
			of := ""
			if f.Kinds != nil {
				of = fmt.Sprintf(" of kind %q", kind)
			}
			d.fail(path, "key %q%s is missing: expected %s", f.Key, of, f.Expected())
		}
	}
}

// namePattern matches names that are safe as file names, and are not indices.
var namePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,63}$`)

// value fills dst, a field or an entry of its list.
func (d *decoder) value(path string, value any, dst reflect.Value, f *Field) {
	if v, ok := dst.Addr().Interface().(Valuer); ok {
		v.DecodeValue(path, value, d.fail)
		return
	}
	ok := false
	switch kind := dst.Kind(); {
	case kind == reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		d.value(path, value, dst.Elem(), f)
		return
	case kind == reflect.Struct && dst.Type() != vecType:
		var tree map[string]any
		if tree, ok = value.(map[string]any); ok {
			setDefaults(dst)
			d.table(path, tree, dst)
		}
	case kind == reflect.Slice, kind == reflect.Array, kind == reflect.Struct:
		ok = d.list(path, value, dst, f)
	case kind == reflect.String:
		ok = d.text(path, value, dst, f)
	case kind == reflect.Bool:
		var b bool
		if b, ok = value.(bool); ok {
			dst.SetBool(b)
		}
	case dst.CanInt():
		var n int64
		if n, ok = value.(int64); ok && !dst.OverflowInt(n) && f.Bounds.allow(float64(n)) {
			dst.SetInt(n)
		} else {
			ok = false
		}
	case dst.CanFloat():
		var x float64
		if x, ok = Number(value); ok && f.Bounds.allow(x) {
			dst.SetFloat(x)
		} else {
			ok = false
		}
	default:
		panic("param: no decoding for " + dst.Type().String())
	}
	if !ok {
		said := describe(value)
		if _, decimal := value.(float64); decimal && dst.CanInt() && !strings.ContainsAny(said, ".eIN") {
			said += ".0" // as written, since 4.0 is not a whole number
		}
		if text, is := value.(string); is && (dst.CanFloat() || dst.CanInt()) {
			said += likeNumber(text)
		}
		d.fail(path, "%s: expected %s", said, f.expected(dst.Type()))
	}
}

// list fills a slice, an array or a vector; false if the number of entries is wrong.
func (d *decoder) list(path string, value any, dst reflect.Value, f *Field) bool {
	list, ok := value.([]any)
	if !ok {
		return false
	}
	at := dst.Index
	switch dst.Kind() {
	case reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), len(list), len(list)))
	case reflect.Array:
		ok = len(list) == dst.Len()
	default:
		at, ok = dst.Field, len(list) == dst.NumField()
	}
	for i := range list {
		if !ok {
			break
		}
		d.value(Join(path, strconv.Itoa(i)), list[i], at(i), f)
	}
	return ok
}

// text fills a string; false if the value is no text, or not one of the words.
func (d *decoder) text(path string, value any, dst reflect.Value, f *Field) bool {
	s, ok := value.(string)
	switch {
	case !ok:
		return false
	case f.Bounds.Words != nil && !slices.Contains(f.Bounds.Words, s):
		d.fail(path, "%q: expected %s", s, f.expected(dst.Type()))
	case f.name && !namePattern.MatchString(s):
		d.fail(path, "%q: expected a name of at most 64 letters, digits, '-', '_' and '.', starting with a letter", s)
	default:
		dst.SetString(s)
	}
	return true
}

// Number returns the value of a float or whole number.
func Number(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// Join appends a key to a path.
func Join(path, key string) string {
	switch "" {
	case path:
		return key
	case key:
		return path
	}
	return path + "." + key
}

func sortedKeys(tree map[string]any) []string {
	keys := make([]string, 0, len(tree))
	for k := range tree {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// likeNumber returns why text that looks like a number is not one.
func likeNumber(text string) string {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || !(math.Abs(x) <= math.MaxFloat64):
		return ""
	case strings.HasPrefix(strings.TrimLeft(text, "+-"), ".") || strings.HasSuffix(text, ".") ||
		strings.Contains(text, ".e") || strings.Contains(text, ".E"):
		return fmt.Sprintf(" (a number has digits on both sides of its point: %s)", strconv.FormatFloat(x, 'g', -1, 64))
	}
	return " (a number stands without quotes, and does not begin with 0)"
}

// describe returns a wrong value with its type, in the terms of TOML.
func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("text %q", v)
	case bool:
		return fmt.Sprint(v)
	case int64:
		return fmt.Sprint(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case map[string]any:
		return "a table"
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	default:
		return fmt.Sprintf("%v (a date or time)", v)
	}
}

// expectedKeys returns the known key closest to an unknown one, if it looks like a typing error, and else all of them.
func expectedKeys(key string, known []string) string {
	best, least := "", len(key)/3+2
	for _, k := range known {
		if n := editDistance(key, k); n < least || strings.HasPrefix(k, key+"_") && best == "" {
			best, least = k, min(n, least)
		}
	}
	if best != "" {
		return fmt.Sprintf("%q?", best)
	}
	return "one of " + strings.Join(known, ", ")
}

// editDistance returns Levenshtein's distance between two keys, in bytes.
func editDistance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := min(row[j], row[j+1]) + 1
			if a[i] == b[j] {
				next = min(next, diagonal)
			} else {
				next = min(next, diagonal+1)
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
