package scenes

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Struct tags steer the strict decoding:
//
//	key:"edge_length_m"       the TOML key; fields without it are not in files
//	check:"above=0 max=1"     bounds of numbers, each component of a vector
//	check:"one=y|z"           the words that are allowed
//	check:"required"          the key must be there
//	check:"name"              text fit for a file name
//	only:"sphere|mannequin"   the key belongs to tables of these kinds (see kinded)
//
// Every number must be finite. Keys that are not there keep the value of defaults.

// defaulter is a table with values other than zero for absent keys.
type defaulter interface{ defaults() }

// kinded is a table whose keys depend on a kind.
type kinded interface{ kind() string }

// decoder collects all errors of a document.
type decoder struct {
	*document
	errs []*InputError
}

// decode fills the struct that dst points to, strictly. The error joins an *InputError for
// each key that is wrong.
func (d *document) decode(dst any) error {
	c := &decoder{document: d}
	c.table("", d.root, reflect.ValueOf(dst).Elem())
	return joinErrors(c.errs)
}

// joinErrors joins errors in the order of their places.
func joinErrors(found []*InputError) error {
	slices.SortStableFunc(found, func(a, b *InputError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	errs := make([]error, len(found))
	for i, e := range found {
		errs[i] = e
	}
	return errors.Join(errs...)
}

func (c *decoder) fail(path, format string, args ...any) {
	c.errs = append(c.errs, c.errorAt(path, format, args...))
}

func (c *decoder) table(path string, tree map[string]any, dst reflect.Value) {
	if d, ok := dst.Addr().Interface().(defaulter); ok {
		d.defaults()
	}
	fields := map[string]reflect.StructField{}
	var order []string
	for _, f := range reflect.VisibleFields(dst.Type()) {
		if key := f.Tag.Get("key"); key != "" {
			fields[key] = f
			order = append(order, key)
		}
	}
	for _, key := range sortedKeys(tree) {
		if _, ok := fields[key]; !ok {
			c.fail(join(path, key), "unknown key: expected %s", expectedKeys(key, order))
		}
	}
	for _, key := range order {
		value, there := tree[key]
		switch f := fields[key]; {
		case there:
			c.value(join(path, key), value, dst.FieldByIndex(f.Index), f.Tag.Get("check"))
		case has(f.Tag.Get("check"), "required"):
			c.fail(path, "key %q is missing: expected %s", key, typeName(f.Type, f.Tag.Get("check")))
		}
	}
	if k, ok := dst.Addr().Interface().(kinded); ok {
		kind := k.kind()
		for _, key := range order {
			only := fields[key].Tag.Get("only")
			if _, there := tree[key]; there && only != "" && !slices.Contains(strings.Split(only, "|"), kind) {
				c.fail(join(path, key), "does not belong to kind %q: expected kind %s", kind, quoteList(strings.Split(only, "|")))
			}
		}
	}
}

func sortedKeys(tree map[string]any) []string {
	keys := make([]string, 0, len(tree))
	for k := range tree {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func has(check, word string) bool { return slices.Contains(strings.Fields(check), word) }

// namePattern is what is safe as a file name, and cannot be taken for an index.
var namePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,63}$`)

var vecType = reflect.TypeFor[r3.Vec]()

func (c *decoder) value(path string, value any, dst reflect.Value, check string) {
	wrong := func() {
		c.fail(path, "%s: expected %s", describe(value), typeName(dst.Type(), check))
	}
	switch {
	case dst.Type() == vecType:
		list, ok := value.([]any)
		if !ok || len(list) != 3 {
			wrong()
			return
		}
		for i := range list {
			c.value(join(path, strconv.Itoa(i)), list[i], dst.Field(i), check)
		}
	case dst.Kind() == reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		c.value(path, value, dst.Elem(), check)
	case dst.Kind() == reflect.Struct:
		tree, ok := value.(map[string]any)
		if !ok {
			wrong()
			return
		}
		c.table(path, tree, dst)
	case dst.Kind() == reflect.Slice, dst.Kind() == reflect.Array:
		list, ok := value.([]any)
		if !ok || dst.Kind() == reflect.Array && len(list) != dst.Len() {
			wrong()
			return
		}
		if dst.Kind() == reflect.Slice {
			dst.Set(reflect.MakeSlice(dst.Type(), len(list), len(list)))
		}
		for i := range list {
			c.value(join(path, strconv.Itoa(i)), list[i], dst.Index(i), check)
		}
	case dst.Kind() == reflect.String:
		s, ok := value.(string)
		if !ok {
			wrong()
			return
		}
		if words, ok := oneOf(check); ok && !slices.Contains(words, s) {
			c.fail(path, "%q: expected %s", s, typeName(dst.Type(), check))
			return
		}
		if has(check, "name") && !namePattern.MatchString(s) {
			c.fail(path, "%q: expected a name of at most 64 letters, digits, '-', '_' and '.', starting with a letter", s)
			return
		}
		dst.SetString(s)
	case dst.Kind() == reflect.Bool:
		b, ok := value.(bool)
		if !ok {
			wrong()
			return
		}
		dst.SetBool(b)
	case dst.CanInt():
		n, ok := value.(int64)
		if !ok || dst.OverflowInt(n) || !inRange(float64(n), check) {
			wrong()
			return
		}
		dst.SetInt(n)
	case dst.CanFloat():
		f, ok := number(value)
		if !ok || !cloth.Finite(f) || !inRange(f, check) {
			wrong()
			return
		}
		dst.SetFloat(f)
	default:
		panic("scenes: no decoding for " + dst.Type().String())
	}
}

// number is the value of a TOML float or integer.
func number(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// oneOf lists the words that a check allows.
func oneOf(check string) ([]string, bool) {
	for _, w := range strings.Fields(check) {
		if list, ok := strings.CutPrefix(w, "one="); ok {
			return strings.Split(list, "|"), true
		}
	}
	return nil, false
}

// inRange tests the bounds of a check.
func inRange(f float64, check string) bool {
	for _, w := range strings.Fields(check) {
		name, text, ok := strings.Cut(w, "=")
		if !ok || name == "one" {
			continue
		}
		bound, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("scenes: check " + check)
		}
		if name == "above" && !(f > bound) || name == "min" && !(f >= bound) || name == "max" && !(f <= bound) {
			return false
		}
	}
	return true
}

// typeName says what a field takes, for "expected …".
func typeName(t reflect.Type, check string) string {
	var bounds []string
	for _, w := range strings.Fields(check) {
		name, text, _ := strings.Cut(w, "=")
		if sign := map[string]string{"above": "> ", "min": "≥ ", "max": "≤ "}[name]; sign != "" {
			bounds = append(bounds, sign+text)
		}
	}
	suffix := ""
	if len(bounds) > 0 {
		suffix = " " + strings.Join(bounds, " and ")
	}
	switch {
	case t == vecType:
		return "three numbers [x, y, z]" + suffix
	case t.Kind() == reflect.Pointer:
		return typeName(t.Elem(), check)
	case t.Kind() == reflect.Struct:
		return "a table"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return "tables [[…]]"
	case t.Kind() == reflect.Slice:
		return "a list, each entry " + typeName(t.Elem(), check)
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("a list of %d, each entry %s", t.Len(), typeName(t.Elem(), check))
	case t.Kind() == reflect.String:
		if words, ok := oneOf(check); ok {
			return "one of " + quoteList(words)
		}
		return "text in quotes"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float64:
		return "a finite number" + suffix
	default:
		return "a whole number" + suffix
	}
}

// describe shows a wrong value with its type, in TOML's terms.
func describe(value any) string {
	switch v := value.(type) {
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

func quoteList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return strings.Join(quoted, ", ")
}

// expectedKeys names the known key that an unknown one is closest to, if it looks like a
// slip, and else all of them.
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

// editDistance is Levenshtein's distance between two keys, in bytes.
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
