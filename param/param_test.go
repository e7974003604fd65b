package param

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"
)

type air struct {
	Density float64 `key:"density_kg_m3" unit:"kg/m³" default:"1.225" check:"min=0 max=2000" doc:"of air"`
	Wind    r3.Vec  `key:"wind_m_s" unit:"m/s" default:"[1, 0, -2.5]" check:"min=-300 max=300" doc:"its velocity"`
}

type common struct {
	Name string `key:"name" check:"required name" doc:"a name"`
}

type thing struct {
	common
	Kind   string   `key:"kind" check:"required one=ball|box" doc:"what it is"`
	Radius float64  `key:"radius_m" unit:"m" only:"ball" check:"required above=0 max=10" doc:"of a ball"`
	Rounds int      `key:"rounds" only:"ball" default:"5" check:"min=1 max=7" doc:"of refinement"`
	Size   [2]int   `key:"size" only:"box" check:"min=1 max=9" doc:"of a box"`
	Gap    *float64 `key:"gap_m" unit:"m" check:"min=0 max=1" doc:"without it none"`
	Labels []string `key:"labels" check:"one=a|b|c" doc:"some"`
	_      int      // no parameter
}

type file struct {
	Mode   string  `key:"mode" default:"fast" check:"one=fast|slow" doc:"how"`
	Self   bool    `key:"self" default:"true" doc:"contact"`
	Air    air     `key:"air" doc:"the air"`
	Ground *air    `key:"ground" doc:"without it none"`
	Things []thing `key:"thing" doc:"many"`
	Other  float64 // no parameter
}

// Absent keys take their defaults, at every depth, and what is no parameter stays.
func TestDefaults(t *testing.T) {
	f := file{Other: 3, Mode: "slow", Things: []thing{{}}}
	SetDefaults(&f)
	want := file{Mode: "fast", Self: true, Air: air{1.225, r3.Vec{X: 1, Z: -2.5}}, Other: 3}
	if diff := cmp.Diff(want, f, cmp.AllowUnexported(thing{})); diff != "" {
		t.Error(diff)
	}
	tree := map[string]any{"ground": map[string]any{"density_kg_m3": int64(7)}, "thing": []any{
		map[string]any{"name": "b", "kind": "ball", "radius_m": 0.5},
		map[string]any{"name": "c", "kind": "box", "size": []any{int64(2), int64(3)}, "gap_m": int64(0),
			"labels": []any{"c", "a"}},
	}}
	if found := Decode(tree, &f); found != nil {
		t.Fatal(found)
	}
	want.Ground = &air{7, r3.Vec{X: 1, Z: -2.5}}
	want.Things = []thing{
		{common: common{"b"}, Kind: "ball", Radius: 0.5, Rounds: 5},
		{common: common{"c"}, Kind: "box", Rounds: 5, Size: [2]int{2, 3}, Gap: new(float64), Labels: []string{"c", "a"}},
	}
	if diff := cmp.Diff(want, f, cmp.AllowUnexported(thing{}, common{})); diff != "" {
		t.Error(diff)
	}
}

// Encode writes what Decode reads, with the defaults, and without what belongs to another kind or is absent.
func TestEncode(t *testing.T) {
	zero := 0.0
	f := file{Mode: "slow", Air: air{0, r3.Vec{Y: math.Copysign(0, -1), Z: 0.1}}, Things: []thing{
		{common: common{"b"}, Kind: "ball", Radius: 0.3, Rounds: 2, Gap: &zero, Labels: []string{"b"}},
		{common: common{"c"}, Kind: "box", Rounds: 5},
	}}
	tree := Encode(&f)
	want := map[string]any{
		"mode": "slow", "self": false, "air": map[string]any{"density_kg_m3": 0.0,
			"wind_m_s": []any{0.0, math.Copysign(0, -1), 0.1}},
		"thing": []any{
			map[string]any{"name": "b", "kind": "ball", "radius_m": 0.3, "rounds": int64(2), "gap_m": 0.0, "labels": []any{"b"}},
			map[string]any{"name": "c", "kind": "box"},
		},
	}
	if diff := cmp.Diff(want, tree); diff != "" {
		t.Error(diff)
	}
	var again file
	if found := Decode(tree, &again); found != nil {
		t.Fatal(found)
	}
	if diff := cmp.Diff(f, again, cmp.AllowUnexported(thing{}, common{})); diff != "" || !math.Signbit(again.Air.Wind.Y) {
		t.Error(diff)
	}
}

// Bound leaves out what is free, at every depth, and changes nothing of the tree.
func TestBound(t *testing.T) {
	type inner struct {
		A int    `key:"a" doc:"counts"`
		B string `key:"b" free:"true" doc:"does not"`
	}
	type outer struct {
		Title string  `key:"title" free:"true" doc:"free"`
		One   inner   `key:"one" doc:"a table"`
		Many  []inner `key:"many" doc:"tables"`
		All   *inner  `key:"all" free:"true" doc:"a free table"`
		Size  float64 `key:"size" doc:"counts"`
	}
	tree := Encode(&outer{"x", inner{1, "y"}, []inner{{2, "z"}}, &inner{}, 3})
	want := map[string]any{"one": map[string]any{"a": int64(1)}, "many": []any{map[string]any{"a": int64(2)}}, "size": 3.0}
	if diff := cmp.Diff(want, Bound(reflect.TypeFor[outer](), tree)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Encode(&outer{"x", inner{1, "y"}, []inner{{2, "z"}}, &inner{}, 3}), tree); diff != "" {
		t.Errorf("the tree was changed: %s", diff)
	}
}

// What is wrong is told by its path, with what was expected.
func TestProblems(t *testing.T) {
	ball := func(key string, value any) map[string]any {
		b := map[string]any{"name": "b", "kind": "ball", "radius_m": 0.5}
		if b[key] = value; value == nil {
			delete(b, key)
		}
		return map[string]any{"thing": []any{b}}
	}
	for _, c := range []struct {
		tree map[string]any
		want string
	}{
		{map[string]any{"mod": "fast"}, `mod: unknown key: expected "mode"?`},
		{map[string]any{"mode": "fats"}, `mode: "fats": expected one of "fast", "slow"`},
		{map[string]any{"mode": int64(1)}, `mode: 1: expected one of "fast", "slow"`},
		{map[string]any{"self": "yes"}, `self: text "yes": expected true or false`},
		{map[string]any{"air": []any{}}, `air: a list of 0: expected a table`},
		{map[string]any{"air": map[string]any{"density_kg_m3": math.NaN()}}, `air.density_kg_m3: NaN: expected a finite number ≥ 0 and ≤ 2000`},
		{map[string]any{"air": map[string]any{"wind_m_s": []any{1., 2.}}}, `air.wind_m_s: a list of 2: expected three numbers [x, y, z] ≥ -300 and ≤ 300`},
		{map[string]any{"air": map[string]any{"wind_m_s": []any{1., 2., 301.}}}, `air.wind_m_s.2: 301: expected a finite number ≥ -300 and ≤ 300`},
		{map[string]any{"thing": map[string]any{}}, `thing: a table: expected tables [[…]]`},
		{ball("name", nil), `thing.0: key "name" is missing: expected text in quotes`},
		{ball("name", "../b"), `thing.0.name: "../b": expected a name of at most 64 letters, digits, '-', '_' and '.', starting with a letter`},
		{ball("radius_m", nil), `thing.0: key "radius_m" of kind "ball" is missing: expected a finite number > 0 and ≤ 10`},
		{ball("radius_m", 0.), `thing.0.radius_m: 0: expected a finite number > 0 and ≤ 10`},
		{ball("radius_m", ".5"), `thing.0.radius_m: text ".5" (a number has digits on both sides of its point: 0.5): expected a finite number > 0 and ≤ 10`},
		{ball("radius_m", "3.e2"), `thing.0.radius_m: text "3.e2" (a number has digits on both sides of its point: 300): expected a finite number > 0 and ≤ 10`},
		{ball("rounds", "03"), `thing.0.rounds: text "03" (a number stands without quotes, and does not begin with 0): expected a whole number ≥ 1 and ≤ 7`},
		{ball("radius_m", "inf"), `thing.0.radius_m: text "inf": expected a finite number > 0 and ≤ 10`},
		{ball("radius_m", "wide"), `thing.0.radius_m: text "wide": expected a finite number > 0 and ≤ 10`},
		{ball("rounds", 2.), `thing.0.rounds: 2.0: expected a whole number ≥ 1 and ≤ 7`},
		{ball("size", []any{int64(1), int64(1)}), `thing.0.size: does not belong to kind "ball": expected kind "box"`},
		{ball("labels", []any{"a", "d"}), `thing.0.labels.1: "d": expected one of "a", "b", "c"`},
	} {
		found := Decode(c.tree, new(file))
		if len(found) == 0 || found[0].String() != c.want {
			t.Errorf("%v:\n%v, expected\n%s", c.tree, found, c.want)
		}
	}
}

// Check tells of values set in a program what Decode tells of files.
func TestCheck(t *testing.T) {
	good := Default[file]()
	good.Things = []thing{{common: common{"b"}, Kind: "ball", Radius: 1, Rounds: 1}}
	if err := Check(&good); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*file){
		"air.density_kg_m3: -1: expected":      func(f *file) { f.Air.Density = -1 },
		"air.wind_m_s.1: +Inf: expected":       func(f *file) { f.Air.Wind.Y = math.Inf(1) },
		"mode: \"\": expected":                 func(f *file) { f.Mode = "" },
		"thing.0.radius_m: 0: expected":        func(f *file) { f.Things[0].Radius = 0 },
		"thing.0.gap_m: NaN: expected a finit": func(f *file) { nan := math.NaN(); f.Things[0].Gap = &nan },
	} {
		bad := good
		bad.Things = []thing{good.Things[0]}
		change(&bad)
		if err := Check(bad); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// A tag that is no declaration does not stay unseen.
func TestBadTags(t *testing.T) {
	for _, v := range []any{
		struct {
			A int `key:"a" check:"mx=3"`
		}{},
		struct {
			A int `key:"a" check:"max=x"`
		}{},
		struct {
			A int `key:"a" default:"9" check:"max=3"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T: no panic", v)
				}
			}()
			SetDefaults(reflect.New(reflect.TypeOf(v)).Interface())
		}()
	}
}

// TestEnds: the ends of what a number may be are those that are allowed, with the next one above the lower end.
func TestEnds(t *testing.T) {
	tiny := math.SmallestNonzeroFloat64
	for _, c := range []struct {
		bounds Bounds
		want   []float64
	}{
		{Bounds{Low: 0, High: 1}, []float64{0, tiny, 1}},
		{Bounds{Low: 0, High: 1, Open: true}, []float64{tiny, 1}},
		{Bounds{Low: -1, High: 1, Open: true, Below: true}, []float64{math.Nextafter(-1, 0), math.Nextafter(1, 0)}},
	} {
		if got := c.bounds.Ends(); !slices.Equal(got, c.want) {
			t.Errorf("%v: ends %v, expected %v", c.bounds, got, c.want)
		}
	}
}

// TestNumbers: all numbers of a struct, of its vectors and of its tables come in one order.
func TestNumbers(t *testing.T) {
	set := struct {
		A     float64 `key:"a"`
		V     r3.Vec  `key:"v"`
		Words string  `key:"words"`
		Table struct {
			B float64 `key:"b"`
		} `key:"table"`
	}{}
	var keys string
	Numbers(&set, func(f *Field, v *float64) {
		keys += f.Key
		*v = float64(len(keys))
	})
	if keys != "avvvb" || set.A != 1 || set.V != (r3.Vec{X: 2, Y: 3, Z: 4}) || set.Table.B != 5 {
		t.Errorf("%s: %+v", keys, set)
	}
}
