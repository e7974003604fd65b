package param

import (
	"reflect"
	"slices"
	"strings"
)

// Table is a table of a file, for a page of all keys.
type Table struct {
	Paths  []string // such as [air], [[sheet.pin]]; several with the same keys; empty for the top of the file
	Docs   []string // of each path
	Fields []Field  // without tables
	Type   reflect.Type
}

// Tables returns the tables of a file whose top is the struct t, in the order of their declaration.
func Tables(t reflect.Type) []Table {
	var types []reflect.Type
	var tables []Table
	var visit func(path, doc, open, end string, t reflect.Type)
	visit = func(path, doc, open, end string, t reflect.Type) {
		i := slices.Index(types, t)
		if i < 0 {
			i = len(types)
			types, tables = append(types, t), append(tables, Table{Type: t})
			for _, f := range Of(t) {
				if _, _, _, ok := f.table(); !ok {
					tables[i].Fields = append(tables[i].Fields, f)
				}
			}
		}
		if path != "" {
			tables[i].Paths, tables[i].Docs = append(tables[i].Paths, open+path+end), append(tables[i].Docs, doc)
		}
		for _, f := range Of(t) {
			if inner, open, end, ok := f.table(); ok {
				visit(Join(path, f.Key), f.Doc, open, end, inner)
			}
		}
	}
	visit("", "", "", "", t)
	return tables
}

// table returns the struct that the field reads from a table or from tables.
func (f *Field) table() (t reflect.Type, open, end string, ok bool) {
	t, open, end = f.Type, "[", "]"
	switch t.Kind() {
	case reflect.Pointer:
		t = t.Elem()
	case reflect.Slice:
		t, open, end = t.Elem(), "[[", "]]"
	}
	if isValuer(t) {
		if v, ok := reflect.New(t).Interface().(Tabler); ok {
			return v.Table(), open, end, true
		}
	}
	return t, open, end, IsTable(t)
}

// Tabler is a Valuer that reads tables with the keys of a struct.
type Tabler interface {
	Valuer
	Table() reflect.Type
}

// Takes returns the kind of a value, with its unit and without its bounds.
func (f *Field) Takes() string {
	what := takes(f.Type)
	if f.Bounds.Words != nil {
		what = strings.Replace(what, "text", strings.Join(f.Bounds.Words, ", "), 1)
	}
	if f.Unit != "" {
		what += " [" + f.Unit + "]"
	}
	return what
}

func takes(t reflect.Type) string {
	switch {
	case t == vecType:
		return "x, y, z"
	case isValuer(t):
		return reflect.New(t).Interface().(Valuer).Expected()
	case t.Kind() == reflect.Pointer:
		return takes(t.Elem())
	case t.Kind() == reflect.Array:
		return strings.TrimSuffix(strings.Repeat(takes(t.Elem())+", ", t.Len()), ", ")
	case t.Kind() == reflect.Slice:
		return "list: " + takes(t.Elem())
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "true, false"
	case t.Kind() == reflect.Float64:
		return "number"
	default:
		return "whole number"
	}
}
