package param

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// tree turns what encoding/json makes of a text into what Decode takes.
func tree(value any) any {
	switch v := value.(type) {
	case json.Number:
		n, err := JSONNumber(v)
		if err != nil {
			return nil
		}
		return n
	case []any:
		for i := range v {
			v[i] = tree(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = tree(v[k])
		}
	}
	return value
}

// Any tree is a struct whose values are within their bounds, and that comes back from what it is written as; or there
// are problems, each with what was expected.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"kind":"ball","name":"b","radius_m":0.5,"rounds":3,"gap_m":0,"labels":["a","c"]}`))
	f.Add([]byte(`{"kind":"box","name":"b","size":[3,-1],"radius_m":1e400,"labels":{},"air":{"wind_m_s":[1,2]}}`))
	f.Add([]byte(`{"kind":null,"name":1,"rounds":2.5,"size":[1,2,3],"gap_m":"x","knd":true}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var value any
		if d.Decode(&value) != nil {
			return
		}
		root, ok := tree(value).(map[string]any)
		if !ok {
			return
		}
		var v, again thing
		if found := Decode(root, &v); found != nil {
			for _, p := range found {
				if !strings.Contains(p.Text, "expected") {
					t.Errorf("%s: nothing is expected", p)
				}
			}
			return
		}
		if err := Check(&v); err != nil {
			t.Fatal(err)
		}
		if found := Decode(Encode(&v), &again); found != nil || !reflect.DeepEqual(v, again) {
			t.Fatalf("%+v came back as %+v: %v", v, again, found)
		}
	})
}
