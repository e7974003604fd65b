package sweep

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"hysteron/param"
)

// Any text is a sweep whose tasks have overrides that can be read, or an input error.
func FuzzParse(f *testing.F) {
	f.Add("scene = \"flag\"\n[[axis]]\npath = \"frames\"\nvalues = [1, \"a\", true, [1.5, -2]]\n")
	f.Add("scene = \"flag\"\nsamples = 2\n[[random]]\npath = \"a.b\"\nfrom = 1e-300\nto = 1e300\nscale = " +
		"\"log\"\n[[case]]\nname = \"c\"\nset = [\"x=1\"]\n")
	f.Add("scene = \"flag\"\n[[axis]]\npath = \"n\"\nfrom = -1e308\nto = 1e308\ncount = 5\nwhole = true\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("fuzz.toml", []byte(text))
		if err != nil {
			if s != nil || !param.IsInputError(err) || !strings.Contains(text, "%!") && strings.Contains(err.Error(), "%!") {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if s.count() > 2000 {
			return
		}
		m := s.Manifest()
		if len(m.Tasks) != int(s.count()) {
			t.Fatalf("%d tasks: expected %g", len(m.Tasks), s.count())
		}
		for i := range m.Tasks {
			if m.Tasks[i].Frames == 0 {
				m.Tasks[i].Frames = 1 // as its scene says
			}
			for _, v := range m.Tasks[i].Values {
				if _, ok := overrideText(v.V, 0); !ok {
					t.Fatalf("%v cannot be written", v.V)
				}
			}
		}
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseManifest(data); err != nil || len(again.Tasks) != len(m.Tasks) {
			t.Fatalf("its manifest: %v", err)
		}
	})
}

// Any bytes are a manifest that comes back as it was, or an error.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"hysteron":"sweep-1","name":"s","backend":"cpu","pictures":false,"axes":["a"],"tasks":[{"task":1,"name":"a=1","frames":2,"values":[[1,"x",true,2.5]],"set":["a=1"]}],"text":""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ParseManifest(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseManifest(text)
		if err != nil || !reflect.DeepEqual(m.Tasks, again.Tasks) {
			t.Fatalf("%v: %v", again, err)
		}
	})
}
