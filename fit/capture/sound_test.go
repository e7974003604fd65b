package capture

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/scenes"
)

// TestSound: slips and wrong units of points and forces, and forces that are those on clips, are told when a table is
// read, with the line; what a rig reads, with its errors, is not.
func TestSound(t *testing.T) {
	rig := Rig{N: 7, Frames: 4, Back: true}
	of := map[string]*Test{}
	for i, q := range measured(t, plain(), rig, Kinds()...) {
		of[q.Kind] = q
		for _, share := range []float64{0, .02} {
			m := copied(q)
			m.Disturb(share, uint64(i), 2)
			if _, err := read(t, m); err != nil {
				t.Errorf("%s with errors of %g: %v", q.Kind, share, err)
			}
		}
	}
	scale := func(by float64) func(*Test) {
		return func(m *Test) {
			for k := range m.Frames {
				for c := range m.Frames[k].Force {
					m.Frames[k].Force[c] = r3.Scale(by, m.Frames[k].Force[c])
				}
			}
		}
	}
	size := func(by float64) func(*Test) {
		return func(m *Test) {
			for k := range m.Frames {
				for i := range m.Frames[k].X {
					m.Frames[k].X[i] = r3.Scale(by, m.Frames[k].X[i])
				}
			}
		}
	}
	const head = 4 // lines
	cases := []struct {
		kind string
		do   func(*Test)
		line int // 0: of the first frames
		want string
	}{
		{"bend-warp", func(m *Test) {
			m.Frames[1].X[22].X *= 10
		}, head + 49 + 22 + 1, "from its neighbour, 16.67 mm on the cloth"},
		{"shear", func(m *Test) { m.Frames[2].X[8].Z *= -3 }, head + 2*49 + 8 + 1, "is it a slip"},
		{"bend-weft", size(10), 0, "are the units wrong?"},
		{"stretch-warp", size(.1), 0, "are the units wrong?"},
		{"bend-diagonal", scale(102), head + 1, "are the units right?"},
		{"stretch-warp", scale(.0098), 0, "are the units of forces and mass right?"},
		{"stretch-weft", scale(.0098), 0, "are the units of forces and mass right?"},
	}
	for _, kind := range []string{"stretch-warp", "stretch-weft", "shear", "corners", "complex"} {
		cases = append(cases, struct {
			kind string
			do   func(*Test)
			line int
			want string
		}{kind, scale(-1), 0, "which points towards the clip"})
	}
	for _, c := range cases {
		m := copied(of[c.kind])
		c.do(m)
		_, err := read(t, m)
		var at *fit.TableError
		if !errors.As(err, &at) || at.File != "a.csv" || at.Line <= head || c.line > 0 && at.Line != c.line ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v: expected line %d, %q", c.kind, err, c.line, c.want)
		}
	}
}

// read is a test as its table has it.
func read(t *testing.T, m *Test) (*Test, error) {
	t.Helper()
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	return ReadTest("a.csv", text.Bytes())
}

func copied(m *Test) *Test {
	c := *m
	c.Frames = nil
	for _, f := range m.Frames {
		f.X, f.Force = append([]r3.Vec{}, f.X...), append([]r3.Vec{}, f.Force...)
		c.Frames = append(c.Frames, f)
	}
	return &c
}

// TestSoundFabrics: nothing that the rig reads of fabrics that ship is refused.
func TestSoundFabrics(t *testing.T) {
	for _, name := range []string{"silk", "cotton-jersey", "spandex"} {
		for i, q := range measured(t, shipped(t, name), Rig{N: 7, Frames: 3, Back: true}, Kinds()...) {
			q.Disturb(0, uint64(i), 2)
			if _, err := read(t, q); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func shipped(t *testing.T, name string) cloth.Fabric {
	t.Helper()
	f, err := scenes.LoadFabric(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTimes: forces of a test that is held back, of another unit than the others', are told from what the cloth that
// was found pulls with; small ones as well as large ones, and none of their own.
func TestTimes(t *testing.T) {
	f := fabric(StVK, .2, truth(StVK))
	for _, kind := range []string{"corners", "complex"} {
		for _, by := range []float64{1, 1.2, 9.81, 1 / 9.81, 100, 1e-3} {
			q := measured(t, f, Rig{N: 7, Frames: 3}, kind)[0]
			for k := range q.Frames {
				for c := range q.Frames[k].Force {
					q.Frames[k].Force[c] = r3.Scale(by, q.Frames[k].Force[c])
				}
			}
			r, err := Predict(t.Context(), f, q)
			if err != nil {
				t.Fatal(err)
			}
			if doubt := r.Doubt().String(); strings.Contains(doubt,
				"times as much as those of the cloth that was found") != (by < .5 ||
				by > 2) || math.Abs(r.Times/by-1) > .01 {
				t.Errorf("%s, forces × %g: × %g, %q", kind, by, r.Times, doubt)
			}
		}
	}
}
