package scenes

import (
	"reflect"
	"strings"
	"testing"
)

// TestRefitFabric: every shipped fabric is written so that it reads back the same, with what is set replaced.
func TestRefitFabric(t *testing.T) {
	for _, name := range Fabrics() {
		want, err := LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := RefitFabric(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseFabric(name, text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	text, err := RefitFabric("cotton", map[string]any{"title": "a \"new\"\tone", "warp.k1_n_m": 77.0,
		"warp.friction.tau": 0.01, "weft.friction": nil, "weft.source": "measured: here"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := ParseFabric("new", text)
	if err != nil || f.Warp.Spring().K1 != 77 || f.Warp.Dahl().Tau != 0.01 || f.Weft.Dahl().Active() ||
		!f.Shear.Dahl().Active() {
		t.Errorf("%v: %+v\n%s", err, f, text)
	}
	if strings.Index(string(text), "title") > strings.Index(string(text), "density") {
		t.Errorf("not in the order of the base:\n%s", text)
	}
	if _, err := RefitFabric("cotton", map[string]any{"warp.k1_n_m": -1.0}); err == nil ||
		!strings.Contains(err.Error(), "warp.k1_n_m") {
		t.Errorf("a negative stiffness: %v", err)
	}
}
