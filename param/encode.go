package param

import (
	"errors"
	"reflect"
)

// Encode returns the tree from which Decode reads the struct v, with the values of all keys, defaults included. It
// omits keys of other kinds, and those without default that are zero, which means absent.
func Encode(v any) map[string]any { return encodeTable(reflect.Indirect(reflect.ValueOf(v))) }

func encodeTable(v reflect.Value) map[string]any {
	tree := map[string]any{}
	fields := Of(v.Type())
	kind := kindOf(v, fields)
	for i := range fields {
		f := &fields[i]
		at := f.of(v)
		if f.belongs(kind) && (f.Required || !f.absent(at)) {
			tree[f.Key] = encode(at)
		}
	}
	return tree
}

func encode(v reflect.Value) any {
	if w, ok := valuer(v); ok {
		return w.EncodeValue()
	}
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		return encode(v.Elem())
	case v.Type() == vecType:
		return []any{v.Field(0).Float(), v.Field(1).Float(), v.Field(2).Float()}
	case kind == reflect.Struct:
		return encodeTable(v)
	case kind == reflect.Slice, kind == reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = encode(v.Index(i))
		}
		return list
	case kind == reflect.String:
		return v.String()
	case kind == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return v.Int()
	case v.CanFloat():
		return v.Float()
	}
	panic("param: no encoding for " + v.Type().String())
}

// valuer returns the Valuer of a value; its methods have pointer receivers.
func valuer(v reflect.Value) (Valuer, bool) {
	if !isValuer(v.Type()) {
		return nil, false
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Interface().(Valuer), true
}

// Check returns an error with the key of the first parameter of the struct v that is outside its bounds: the check of
// Decode, for values set by a program.
func Check(v any) error {
	scratch := reflect.New(reflect.Indirect(reflect.ValueOf(v)).Type())
	if found := Decode(Encode(v), scratch.Interface()); found != nil {
		return errors.New(found[0].String())
	}
	return nil
}
