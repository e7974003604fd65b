package dress

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/pattern"
)

// outcome is how a pattern is worn.
type outcome struct {
	drawn, worn float64 // heights of the highest opening, in the pattern and worn [m]
	stretch     float64 // the largest
	found       int     // intersections with itself and the body
	triangles   int
	notes       string
}

// wear puts a pattern on the standing mannequin, with measurements that differ, and checks how it is worn: nothing
// intersects, nothing is torn, and it has the openings that it has in the pattern. more are keys of the garment.
func wear(t *testing.T, name, measurements, more string, lift, edge float64) (o outcome) {
	t.Helper()
	setup := load(t, `
fps = 24
step_s = 0.0139
[[body]]
kind = "mannequin"
clip = "stand"
`+measurements+`
[[garment]]
name = "g"
pattern = "`+name+`"
edge_length_m = `+strconv.FormatFloat(edge, 'g', -1, 64)+`
offset_m = [0, `+strconv.FormatFloat(lift, 'g', -1, 64)+`, 0]
fabric = "cotton"
`+more)
	state, err := Start(setup, Options{Note: func(s string) { t.Log(s); o.notes += s + "\n" }})
	if err != nil {
		t.Fatal(err)
	}
	b := setup.Bodies[0]
	x := make([]r3.Vec, b.NumVertices())
	b.Positions(x, 0)
	found := check.Check(check.Mesh{X: state.X, Tri: setup.Model.Tri}, []check.Mesh{{X: x, Tri: b.Triangles()}}, nil)
	o.triangles, o.found, o.stretch = len(setup.Model.Tri), len(found.Self)+found.Penetrations(),
		setup.Model.MaxStretch(state.X)
	if o.found > 0 {
		t.Errorf("%d intersections, %d penetrations", len(found.Self), found.Penetrations())
	}
	if !(o.stretch < slack) {
		t.Errorf("stretched %.2f times", o.stretch)
	}
	s := pattern.Surface{X: setup.Model.X0, Tri: setup.Model.Tri}
	top := s.Rims()[0]
	for _, v := range top.Vertices {
		o.worn += state.X[v].Y / float64(len(top.Vertices))
	}
	o.drawn = top.Height
	return o
}

// The patterns that ship are put on, however coarse, and the waist of the trousers is about where the pattern has it:
// flat, it has no seat to go around.
func TestShippedPatterns(t *testing.T) {
	for _, name := range []string{"tee", "trousers", "shirt"} {
		t.Run(name, func(t *testing.T) {
			if o := wear(t, name, "", "", 0, 0.06); name == "trousers" && math.Abs(o.worn-o.drawn) > 0.07 {
				t.Errorf("the waist is at %.3f m, in the pattern at %.3f m", o.worn, o.drawn)
			}
		})
	}
}
