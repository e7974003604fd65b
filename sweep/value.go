package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"hysteron/param"
)

// Value is a value of a key: text, bool, int64, float64, or a list ([]any) of these.
type Value struct{ V any }

// maxDeep bounds the nesting of lists.
const maxDeep = 8

// DecodeValue accepts any value but a table.
func (v *Value) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	if _, ok := overrideText(value, 0); !ok {
		fail(path, "%v: expected %s", value, v.Expected())
		return
	}
	v.V = value
}

// EncodeValue returns the value.
func (v *Value) EncodeValue() any { return v.V }

// Expected describes the accepted values.
func (v *Value) Expected() string { return "a number, text, true or false, or a list of these" }

// number returns a value of an axis with ends.
func number(x float64, whole bool) Value {
	if whole {
		return Value{int64(math.Round(x))}
	}
	return Value{x}
}

// overrideText formats a value as in an override: as TOML on one line.
func overrideText(value any, deep int) (string, bool) {
	switch v := value.(type) {
	case string:
		var b bytes.Buffer
		e := json.NewEncoder(&b) // its output is a basic string of TOML
		e.SetEscapeHTML(false)
		err := e.Encode(v)
		return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`), err == nil
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s, !math.IsInf(v, 0) && !math.IsNaN(v)
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			ok := false
			if texts[i], ok = overrideText(v[i], deep+1); !ok || deep == maxDeep {
				return "", false
			}
		}
		return "[" + strings.Join(texts, ", ") + "]", true
	}
	return "", false
}

// Short formats the value for display.
func (v Value) Short() string {
	switch x := v.V.(type) {
	case string:
		return x
	case float64:
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	text, _ := overrideText(v.V, 0)
	return text
}

// full formats the value for tables.
func (v Value) full() string {
	if s, ok := v.V.(string); ok {
		return s
	}
	text, _ := overrideText(v.V, 0)
	return text
}

// Number returns a numeric value as float64.
func (v Value) Number() (float64, bool) {
	switch x := v.V.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

// MarshalJSON writes the value.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.V) }

// UnmarshalJSON reads the value.
func (v *Value) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v.V); err != nil {
		return err
	}
	plain, err := fromJSON(v.V, 0)
	v.V = plain
	return err
}

// fromJSON converts numbers of JSON to int64 and float64.
func fromJSON(value any, deep int) (any, error) {
	switch v := value.(type) {
	case json.Number:
		return param.JSONNumber(v)
	case []any:
		if deep > maxDeep {
			return nil, fmt.Errorf("more than %d lists inside each other", maxDeep)
		}
		for i := range v {
			var err error
			if v[i], err = fromJSON(v[i], deep+1); err != nil {
				return nil, err
			}
		}
	case nil, map[string]any:
		return nil, fmt.Errorf("expected %s", (&Value{}).Expected())
	}
	return value, nil
}
