package dress

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
	"hysteron/pattern"
	"hysteron/placement"
	"hysteron/scenes/scenestest"
	"hysteron/step"
)

const tubeScene = `
[[body]]
name = "post"
kind = "cylinder"
radius_m = 0.1
height_m = 1
rim_m = 0.02
[[tube]]
name = "sleeve"
radius_m = 0.115
rest_radius_m = REST
length_m = 0.3
edge_length_m = 0.02
fabric = "cotton"
`

// A plane through a tube around a cylinder measures both, and the tube's pattern where it is smaller than the tube is
// now. A plane that misses the tube finds nothing.
func TestGirths(t *testing.T) {
	setup := load(t, strings.Replace(tubeScene, "REST", "0.105", 1))
	x := setup.Model.X0
	g, ok := girthsAt(setup, x, 0, 40)
	if !ok || g.body != 0 {
		t.Fatalf("%+v, %v: expected the post", g, ok)
	}
	if want := 2 * math.Pi * 0.1; math.Abs(g.flesh-want) > 0.01*want {
		t.Errorf("the post is %.4f m round: expected %.4f", g.flesh, want)
	}
	if want := 2 * math.Pi * 0.105; math.Abs(g.cloth-want) > 0.03*want { // chords between vertices on the circle
		t.Errorf("the sleeve is %.4f m round: expected %.4f", g.cloth, want)
	}
	if c, ok := cut(x, setup.Model.Tri, nil, r3.Vec{Y: 2}, r3.Vec{Y: 1}, 0); ok {
		t.Errorf("a plane above it cuts %+v", c)
	}
}

// A pocket that is nearer is not the garment around the body, unless nothing is.
func TestCutPassesPockets(t *testing.T) {
	sleeve, pocket := scenestest.Upright(0.1, 0, 0.5), scenestest.Upright(0.02, 0.1, 0.3)
	x, tri := slices.Clone(sleeve.X), slices.Clone(sleeve.Tri)
	for _, p := range pocket.X {
		x = append(x, r3.Add(p, r3.Vec{X: 0.13}))
	}
	for _, v := range pocket.Tri {
		n := int32(len(sleeve.X))
		tri = append(tri, [3]int32{v[0] + n, v[1] + n, v[2] + n})
	}
	uv := (&pattern.Surface{X: x, Tri: tri}).ShapeUV()
	for least, want := range map[float64]float64{0: 2 * math.Pi * 0.02, 0.3: 2 * math.Pi * 0.1, 1: 2 * math.Pi * 0.02} {
		if c, ok := cut(x, tri, uv, r3.Vec{X: 0.151, Y: 0.21}, r3.Vec{Y: 1}, least); !ok ||
			math.Abs(c.rest-want) > 0.02*want {
			t.Errorf("of at least %g m: %.4f m round, %v: expected %.4f", least, c.rest, ok, want)
		}
	}
}

// Each cause of stretched cloth has its advice.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		name, text string
		change     func(x []r3.Vec)
		want       []string
	}{
		{"too small", strings.Replace(tubeScene, "REST", "0.06", 1), nil, []string{"sleeve: at (", "still stretched 1.9",
			"the pattern is 0.37", "m round there, body \"post\" 0.62",
			"expected a larger scale of the garment, or a smaller body"}},
		{"no room", strings.Replace(tubeScene, "REST", "0.102", 1) + "gap_m = 0.01\n", func(x []r3.Vec) {
			x[0].X += .05
		}, []string{"with the layer of contact around it", "smaller gap_m"}},
		{"inside", strings.Replace(tubeScene, "REST", "0.115", 1), func(x []r3.Vec) {
			x[0] = r3.Vec{Y: x[0].Y}
		}, []string{"1 vertices start up to 0.100 m inside a body"}},
		{"wrong side", strings.Replace(tubeScene, "REST", "0.115", 1), func(x []r3.Vec) {
			x[0].X += .05
		}, []string{"so that it would fit", "wrong side of a limb"}},
		{"ground", strings.Replace(tubeScene, "REST", "0.115", 1) + "[ground]\nheight_m = 0\n", func(x []r3.Vec) {
			x[0].X += .05
		}, []string{"start up to 0.15 m below the ground", "lift it with offset_m = [0, 0.15, 0] or more"}},
		{"no body", strings.Replace(strings.Replace(tubeScene, "REST", "0.115", 1), "radius_m = 0.1\n", "radius_m = "+
			"0.001\nrim_m = 0.0005\n", 1), func(x []r3.Vec) {
			x[0].X += .05
		}, []string{"no body is near"}},
	} {
		if c.name == "no body" {
			c.text = strings.Replace(c.text, "rim_m = 0.02\n", "", 1)
		}
		setup := load(t, c.text)
		if c.change != nil {
			c.change(setup.Model.X0)
		}
		s, err := cpu.New(setup.Model, nil, nil, setup.Settings)
		if err != nil {
			t.Fatal(err)
		}
		d := &dresser{setup: setup, sim: s}
		got := d.stretched()
		s.Close()
		for _, want := range c.want {
			if !strings.Contains(got.Error(), want) {
				t.Errorf("%s: %v\nexpected it to say %q", c.name, got, want)
			}
		}
		if len(got.Marked) == 0 || !slices.Equal(got.X, setup.Model.X0) {
			t.Errorf("%s: %d triangles are marked: expected those that are stretched, and where the cloth was", c.name,
				len(got.Marked))
		}
	}
}

// A pattern's trouble names panel and seam.
func TestPlaceOf(t *testing.T) {
	setup := patternScene(t, circleSkirt(0.86, 0.4, 1.06), "")
	seam, inner := -1, -1
	for i, v := range setup.Model.Tri {
		on := slices.ContainsFunc(v[:], func(k int32) bool { return setup.Pieces[0].Seams[k] != "" })
		if on && seam < 0 {
			seam = i
		} else if !on && inner < 0 {
			inner = i
		}
	}
	if got := placeOf(setup, setup.Model.X0, int32(seam)); !strings.Contains(got, "at the seam of panels.front.edges[") ||
		!strings.Contains(got, " to panels.back.edges[") {
		t.Errorf("%q: expected the seam's edges", got)
	}
	if got := placeOf(setup, setup.Model.X0, int32(inner)); !strings.HasPrefix(got, "panel front, at (") {
		t.Errorf("%q: expected the panel alone", got)
	}
}

// A line meets a triangle where it passes through it, and not where it ends before it or passes beside it.
func TestCrosses(t *testing.T) {
	a, b, c := r3.Vec{}, r3.Vec{X: 1}, r3.Vec{Y: 1}
	for _, q := range []struct {
		line []r3.Vec
		want bool
	}{
		{[]r3.Vec{{X: .2, Y: .2, Z: -1}, {X: .2, Y: .2, Z: 1}}, true},
		{[]r3.Vec{{X: .2, Y: .2, Z: 1}, {X: .2, Y: .2, Z: -1}}, true},
		{[]r3.Vec{{X: .2, Y: .2, Z: -1}, {X: .2, Y: .2, Z: -.1}}, false},
		{[]r3.Vec{{X: .8, Y: .8, Z: -1}, {X: .8, Y: .8, Z: 1}}, false},
		{[]r3.Vec{{X: 3, Z: -1}, {X: .2, Y: .2, Z: -1}, {X: .2, Y: .2, Z: 1}}, true},
	} {
		if got := placement.Crosses(q.line, a, b, c); got != q.want {
			t.Errorf("%v: %v, expected %v", q.line, got, q.want)
		}
	}
}

// Dressing that gets on no farther ends, and says where, why, and how much is missing; the cloth is where it was last.
func TestStalled(t *testing.T) {
	was := seamWork
	defer func() { seamWork = was }()
	seamWork = 3
	setup := load(t, strings.Replace(strings.Replace(tubeScene, "REST", "0.09", 1), "radius_m = 0.115", "radius_m = "+
		"0.09\ncentre_m = [0, 0.5, 0]", 1))
	for i := range setup.Pieces {
		setup.Pieces[i].Garment, setup.Pieces[i].Sewn = true, true
	}
	_, err := Start(setup, Options{})
	var trouble *Trouble
	if !errors.As(err, &trouble) {
		t.Fatalf("%v: expected trouble", err)
	}
	for _, want := range []string{"dressing: sleeve: at (", "no progress: 3 Newton iterations", "bodies still have to " +
		"come out by ", "m round there, body \"post\""} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nexpected it to say %q", err, want)
		}
	}
	if len(trouble.Marked) == 0 || len(trouble.X) != len(setup.Model.X0) {
		t.Errorf("%d triangles are marked, of cloth of %d vertices", len(trouble.Marked), len(trouble.X))
	}
	seamWork = 40
	e := effort{}
	for range 10 {
		if err := e.look(step.Moment{Report: step.Report{Newton: 30}}); err != nil {
			t.Fatalf("%v of a step that gets on", err)
		}
		e.done(2*seamLong, 1, false)
	}
	e.done(0, 1, false)
	for k := range 2 {
		if err := e.look(step.Moment{Report: step.Report{Newton: 30}}); (err != nil) != (k == 1) {
			t.Errorf("step %d that is taken back: %v", k, err)
		}
		e.done(0, 1, false)
	}
	for _, nearer := range []bool{true, false} { // steps so short that they come to nothing
		e, stretch, ended := effort{first: seamFirst}, 3.0, false
		for range 4 * seamShort {
			ended = ended || e.look(step.Moment{}) != nil
			if nearer {
				stretch *= .9
			}
			e.done(1e-9, stretch, false)
		}
		if ended == nearer {
			t.Errorf("steps of 1e-9 s whose cloth comes nearer, %v: ended %v", nearer, ended)
		}
	}
}
