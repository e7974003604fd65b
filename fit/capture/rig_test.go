package capture

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/law"
)

// plain is a fabric without friction: a diagonal StVK membrane with hinges.
func plain() cloth.Fabric {
	of := func(k, b float64) cloth.Component { return cloth.Component{Elastic: law.Elastic{K1: k, K2: b}} }
	return cloth.Fabric{Name: "plain", Density: .2, Bending: cloth.HingeBending, Warp: of(300, 200), Weft: of(200, 0),
		Shear: of(40, 0), BendWarp: of(8e-6, 0), BendWeft: of(5e-6, 0)}
}

// TestRigForces: long clips pull with (k₁ + k₂E)E·l·W, l the stretch and E = (l² − 1)/2, and carry half the sample
// each; a frame that shears pulls along its sides, and a table carries all of it.
func TestRigForces(t *testing.T) {
	f, ctx := plain(), context.Background()
	stretch, err := Rig{N: 7, Frames: 5}.Measure(ctx, f, "stretch-warp")
	if err != nil {
		t.Fatal(err)
	}
	weight := stretch.Mass * gravity
	near := func(what string, got, want, within float64) {
		t.Helper()
		if !(math.Abs(got-want) <= within) {
			t.Errorf("%s: %.9g, expected %.9g ± %.2g", what, got, want, within)
		}
	}
	near("mass", stretch.Mass, .2*.01, 1e-12)
	for k, q := range stretch.Frames {
		l := (q.X[6].X - q.X[0].X) / stretch.Side
		e := (l*l - 1) / 2
		want := (300 + 200*e) * e * l * stretch.Side
		near("pull", q.Force[1].X, want, 1e-3*want) // the middle sags, by 0.15 mm at first
		near("the other's", q.Force[0].X, -q.Force[1].X, 1e-9)
		near("weight", q.Force[0].Y+q.Force[1].Y, weight, 1e-7)
		if k == 4 {
			near("last pull", q.Force[1].X, 10, .2)
		}
	}
	shear, err := Rig{N: 7, Frames: 3}.Measure(ctx, f, "shear")
	if err != nil {
		t.Fatal(err)
	}
	q, angle := shear.Frames[0], .2/3
	// Of the plane deformation with sides (1 + e) at right angles less the shear: pulls along a side are S_uv and the
	// other side's share of S_vv.
	l := r3.Norm(r3.Sub(q.X[6], q.X[0])) / shear.Side
	if !(l > 1.001 && l < 1+pretension+1e-9) {
		t.Errorf("stretched by %g", l-1)
	}
	uv, vv := 40*l*l*math.Sin(angle), 200*(l*l-1)/2
	// of 7 points, 1 of which the other clip holds at each end
	near("along a side", r3.Dot(q.Force[3], q.along(4)), (uv*l+vv*l*math.Sin(angle))*shear.Side*6/7, .05*uv*l*shear.Side)
	table, err := Rig{N: 7, Frames: 3}.Measure(ctx, f, "bend-weft")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range table.Frames {
		near("on the table", q.Force[0].Y, weight, 1e-7)
	}
}

// TestTable: what is written is read; what is wrong with a file is said, with its line.
func TestTable(t *testing.T) {
	m, err := Rig{N: 5, Frames: 2, Back: true}.Measure(context.Background(), plain(), "stretch-weft")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Frames) != 3 || !m.Frames[2].Back {
		t.Fatalf("%d frames", len(m.Frames))
	}
	m.Disturb(0, 7, 2)
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := ReadTest("a.csv", text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != m.Kind || got.N != 5 || math.Abs(got.Side-.1) > 1e-9 || math.Abs(got.Mass-m.Mass) > 1e-9 ||
		len(got.Frames) != 3 {
		t.Errorf("%+v", got)
	}
	for k := range got.Frames {
		if !reflect.DeepEqual(got.Frames[k].Clip, m.Frames[k].Clip) {
			t.Errorf("clips of frame %d", k+1)
		}
		for i, x := range m.Frames[k].X {
			if r3.Norm(r3.Sub(x, got.Frames[k].X[i])) > 1e-9 {
				t.Errorf("point %d of frame %d", i, k+1)
			}
		}
		for i, f := range m.Frames[k].Force {
			if r3.Norm(r3.Sub(f, got.Frames[k].Force[i])) > 1e-6 {
				t.Errorf("clip %d of frame %d", i+1, k+1)
			}
		}
	}
	lines := strings.Split(text.String(), "\n")
	row := lines[4] // the first point
	for _, c := range []struct{ from, to, want string }{
		{"# test = stretch-weft", "# test = stretch", `a.csv:2: test "stretch": expected`},
		{"# mass = 2 g", "# mass = 2 mm", `a.csv:3: mass = 2 mm: unit "mm"`},
		{"# mass = 2 g", "", "nothing says mass"},
		{"# mass = 2 g", "# mass = 2 kg", "a.csv:3: density of 200 kg/m²: no cloth is beyond 0.003 to 1.8 " +
			"kg/m²; are the units right?"},
		{"u [mm], v [mm]", "u [m], v [m]", "are the units right?"},
		{"clip, fx", "friction_cone, fx", `no column "clip"`},
		{"x [mm]", "x [N]", `a.csv:4: column "x": unit "N"`},
		{row + "\n", "", "24 points in the first frame: expected those of a square lattice"},
		{row, strings.Replace(row, "-50, -50", "-50, -44", 1), "a.csv:5: point at u = -50 mm, v = -44 mm: expected one of " +
			"a lattice of 25 mm"},
		{row, lines[5], "a.csv:6: point at u = -25 mm, v = -50 mm stands twice in frame 1"},
		{row, strings.Replace(row, ", 1, ", ", 1.5, ", 1), "a.csv:5: clip 1.5: expected 0 for none, or 1 to 16"},
		{row, strings.Replace(row, ", 1, ", ", 2, ", 1), "expected one force for each clip of a frame"},
		{row, strings.Replace(row, ", 1, ", ", 4, ", 1), "a.csv:5: frame 1 has no clip 3"},
		{lines[len(lines)-2], strings.Replace(lines[len(lines)-2], "3, ", "4, ", 1), "frame 4: expected 25 points of frame " +
			"3, which has 24"},
		{lines[len(lines)-2] + "\n", "", "74 rows: expected a multiple of the 25 points of the first frame"},
	} {
		if !strings.Contains(text.String(), c.from) {
			t.Fatalf("no %q", c.from)
		}
		_, err := ReadTest("a.csv", []byte(strings.Replace(text.String(), c.from, c.to, 1)))
		var at *fit.TableError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, expected %q", c.to, c.from, err, c.want)
		}
	}
}

func FuzzReadTest(f *testing.F) {
	m := &Test{Kind: "shear", N: 5, Side: .1, Mass: 2e-3, Frames: []Frame{{X: make([]r3.Vec, 25), Clip: make([]int, 25),
		Force: make([]r3.Vec, 1)}}}
	m.Frames[0].Clip[3] = 1
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.String())
	f.Add(strings.Replace(text.String(), "\n1, ", "\n2, ", 3))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadTest("a", []byte(text))
		var at *fit.TableError
		if err != nil && !errors.As(err, &at) {
			t.Error(err)
		}
		if err == nil && (len(m.Frames) == 0 || len(m.Frames[0].X) != m.N*m.N) {
			t.Errorf("%+v", m)
		}
	})
}
