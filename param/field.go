// Package param declares parameters once. A parameter is a field of a struct with tags, on one line:
//
//	Thickness float64 `key:"thickness_m" unit:"m" default:"0.004" check:"above=0 max=0.1" doc:"contact layer"`
//
// From that line follow reading it from a file (Decode), writing it (Encode), its default (SetDefaults), its bounds
// (Check) and its row in a page of all keys (Of).
//
//	key      name in files, with its unit; a field without it is not a parameter
//	unit     of a number, as in the key: m, kg/m², N/m³, deg, 1/m
//	default  value where the key is absent: a number, true, false, a list [0, 1], else text.
//	         Without it the zero value says that the key was absent
//	check    words apart by spaces: above=, min=, max=, below= (each number, and each component of a
//	         list), one=a|b (text), name (text fit for a file name), required (key must be there)
//	only     kinds that the key belongs to: sphere|capsule. The kind is the text of key "kind" beside it
//	free     "true": the motion does not depend on it, see Diff
//	point    "true": a vector is a position in space, which moves with it; without it a direction, which only turns
//	doc      its meaning, in one sentence
//	try      value at which tests can observe its effect, where the default has none
//
// Structs are tables, slices of structs lists of tables, pointers are optional. An embedded struct without key adds its
// keys to those around it. All numbers are finite.
package param

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"
)

// Field is a declared parameter, or a table of them.
type Field struct {
	Key, Unit, Doc string
	Default        *string // nil: none
	TestValue      *string // nil: none
	Bounds         Bounds
	Required       bool
	Kinds          []string // nil: all
	Free           bool
	Point          bool
	Type           reflect.Type

	index []int
	name  bool // text fit for a file name
}

// Bounds are the allowed values of a field.
type Bounds struct {
	Low, High float64  // of numbers
	Open      bool     // Low itself is not allowed
	Below     bool     // nor is High
	Words     []string // nil: any text
}

// allow reports whether a number is allowed.
func (b *Bounds) allow(f float64) bool {
	return !math.IsInf(f, 0) && (f < b.High || !b.Below && f == b.High) && (f > b.Low || !b.Open && f == b.Low)
}

// Ends returns the numbers at the ends of the allowed range, and the next one above the lower end, which may be a
// divisor.
func (b *Bounds) Ends() (list []float64) {
	next := math.Nextafter(b.Low, math.Inf(1))
	for _, f := range []float64{b.Low, next, math.Nextafter(b.High, math.Inf(-1)), b.High} {
		if b.allow(f) && (f != math.Nextafter(b.High, math.Inf(-1)) || b.Below) {
			list = append(list, f)
		}
	}
	return list
}

// exponent writes 1e+09 as 1e9.
var exponent = strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e")

// String returns, for example, "> 0 and ≤ 1", or empty text without bounds.
func (b Bounds) String() string {
	var parts []string
	number := func(sign string, f float64) {
		if !math.IsInf(f, 0) {
			parts = append(parts, sign+exponent.Replace(strconv.FormatFloat(f, 'g', -1, 64)))
		}
	}
	if b.Open {
		number("> ", b.Low)
	} else {
		number("≥ ", b.Low)
	}
	if b.Below {
		number("< ", b.High)
	} else {
		number("≤ ", b.High)
	}
	return strings.Join(parts, " and ")
}

var fieldsOf sync.Map // reflect.Type → []Field

// Of returns the parameters of a struct in the order of their declaration.
func Of(t reflect.Type) []Field {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]Field)
	}
	var fields []Field
	for i := range t.NumField() {
		f := t.Field(i)
		switch key := f.Tag.Get("key"); {
		case key != "":
			fields = append(fields, newField(key, f))
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			for _, inner := range Of(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				fields = append(fields, inner)
			}
		}
	}
	fieldsOf.Store(t, fields)
	return fields
}

// newField reads the tags. It panics on an invalid tag, which is a mistake in the program.
func newField(key string, s reflect.StructField) Field {
	f := Field{
		Key: key, Unit: s.Tag.Get("unit"), Doc: s.Tag.Get("doc"), Free: s.Tag.Get("free") == "true",
		Point: s.Tag.Get("point") == "true", Type: s.Type, index: s.Index,
		Bounds: Bounds{Low: math.Inf(-1), High: math.Inf(1)},
	}
	if d, ok := s.Tag.Lookup("default"); ok {
		f.Default = &d
	}
	if t, ok := s.Tag.Lookup("try"); ok {
		f.TestValue = &t
	}
	if only := s.Tag.Get("only"); only != "" {
		f.Kinds = strings.Split(only, "|")
	}
	for _, word := range strings.Fields(s.Tag.Get("check")) {
		name, text, _ := strings.Cut(word, "=")
		bound := func() float64 {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				panic(fmt.Sprintf("param: %s: check %q: %v", key, word, err))
			}
			return v
		}
		switch name {
		case "required":
			f.Required = true
		case "name":
			f.name = true
		case "one":
			f.Bounds.Words = strings.Split(text, "|")
		case "above":
			f.Bounds.Low, f.Bounds.Open = bound(), true
		case "min":
			f.Bounds.Low = bound()
		case "max":
			f.Bounds.High = bound()
		case "below":
			f.Bounds.High, f.Bounds.Below = bound(), true
		default:
			panic(fmt.Sprintf("param: %s: check %q: unknown word", key, word))
		}
	}
	return f
}

// of returns the field's value in a struct.
func (f *Field) of(v reflect.Value) reflect.Value { return v.FieldByIndex(f.index) }

// belongs reports whether the key is valid in a struct of this kind.
func (f *Field) belongs(kind string) bool { return f.Kinds == nil || slices.Contains(f.Kinds, kind) }

// absent reports whether v is the value of a key that was not given.
func (f *Field) absent(v reflect.Value) bool {
	return f.Default == nil && v.IsZero() && !IsTable(v.Type())
}

// Vectors calls f with every vector among the parameters of the struct that p points to, including those of nested
// tables.
func Vectors(p any, f func(field *Field, v *r3.Vec)) {
	v := reflect.ValueOf(p).Elem()
	fields := Of(v.Type())
	for i := range fields {
		switch at := fields[i].of(v); {
		case fields[i].Type == vecType:
			f(&fields[i], at.Addr().Interface().(*r3.Vec))
		case IsTable(fields[i].Type):
			Vectors(at.Addr().Interface(), f)
		}
	}
}

// Numbers calls f with every number among the parameters of the struct that p points to, including those of vectors and
// of nested tables, always in the same order.
func Numbers(p any, f func(field *Field, v *float64)) {
	v := reflect.ValueOf(p).Elem()
	fields := Of(v.Type())
	for i := range fields {
		switch at := fields[i].of(v).Addr().Interface().(type) {
		case *float64:
			f(&fields[i], at)
		case *r3.Vec:
			for _, c := range []*float64{&at.X, &at.Y, &at.Z} {
				f(&fields[i], c)
			}
		default:
			if IsTable(fields[i].Type) {
				Numbers(at, f)
			}
		}
	}
}

// kindOf returns the text of the key "kind", empty if there is none.
func kindOf(v reflect.Value, fields []Field) string {
	for i := range fields {
		if fields[i].Key == "kind" {
			return fields[i].of(v).String()
		}
	}
	return ""
}

var vecType = reflect.TypeFor[r3.Vec]()

// IsTable reports whether a type is read from a table.
func IsTable(t reflect.Type) bool { return t.Kind() == reflect.Struct && t != vecType && !isValuer(t) }

// isValuer reports whether a type has its own encoding of values.
func isValuer(t reflect.Type) bool { return reflect.PointerTo(t).Implements(valuerType) }

// Expected returns a description of the valid values.
func (f *Field) Expected() string { return f.expected(f.Type) }

func (f *Field) expected(t reflect.Type) string {
	bounds := f.Bounds.String()
	if bounds != "" {
		bounds = " " + bounds
	}
	switch {
	case t == vecType:
		return "three numbers [x, y, z]" + bounds
	case isValuer(t):
		return reflect.New(t).Interface().(Valuer).Expected()
	case t.Kind() == reflect.Pointer:
		return f.expected(t.Elem())
	case t.Kind() == reflect.Struct:
		return "a table"
	case t.Kind() == reflect.Slice && IsTable(t.Elem()):
		return "tables [[…]]"
	case t.Kind() == reflect.Slice:
		return "a list, each entry " + f.expected(t.Elem())
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("a list of %d, each entry %s", t.Len(), f.expected(t.Elem()))
	case t.Kind() == reflect.String:
		if f.Bounds.Words != nil {
			return "one of " + QuoteList(f.Bounds.Words)
		}
		return "text in quotes"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float64:
		return "a finite number" + bounds
	default:
		return "a whole number" + bounds
	}
}

// QuoteList returns, for example, "a", "b".
func QuoteList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return strings.Join(quoted, ", ")
}

// SetDefaults sets all parameters of the struct that p points to: to their defaults, else to zero.
func SetDefaults(p any) { setDefaults(reflect.ValueOf(p).Elem()) }

func setDefaults(v reflect.Value) {
	for _, f := range Of(v.Type()) {
		at := f.of(v)
		at.SetZero()
		if f.Default != nil {
			f.set(v, *f.Default)
		} else if IsTable(f.Type) {
			setDefaults(at)
		}
	}
}

// set sets the field to the value of a tag.
func (f *Field) set(v reflect.Value, text string) {
	d := decoder{}
	d.value(f.Key, literal(text), f.of(v), f)
	if d.found != nil {
		panic(fmt.Sprintf("param: tag of %s: %s", f.Key, d.found[0].Text))
	}
}

// SetTestValues sets the parameters with a tag try of the struct that p points to.
func SetTestValues(p any) { setTestValues(reflect.ValueOf(p).Elem()) }

func setTestValues(v reflect.Value) {
	for _, f := range Of(v.Type()) {
		if f.TestValue != nil {
			f.set(v, *f.TestValue)
		} else if IsTable(f.Type) {
			setTestValues(f.of(v))
		}
	}
}

// Default returns a struct of parameters with their defaults.
func Default[T any]() (v T) {
	SetDefaults(&v)
	return v
}

// literal parses the text of a default: JSON, which has the numbers and lists of TOML, or else text.
func literal(text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return text
	}
	if list, ok := v.([]any); ok {
		for i := range list {
			list[i] = plain(list[i])
		}
	}
	return plain(v)
}

// plain returns a number of JSON as int64 if it is whole, as in TOML, else as float64.
func plain(v any) any {
	if n, ok := v.(json.Number); ok {
		v, _ = JSONNumber(n)
	}
	return v
}

// JSONNumber returns a number of JSON as Decode expects it: int64 if it is whole, else float64.
func JSONNumber(n json.Number) (any, error) {
	if i, err := n.Int64(); err == nil && n != "-0" {
		return i, nil
	}
	return n.Float64()
}
