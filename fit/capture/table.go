package capture

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/fit"
	"hysteron/fit/findings"
)

// Write writes a test as a table with a row for each point of each frame.
func (t *Test) Write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s; y is up, and forces are those with which clips hold the cloth, their own weight taken off\n# "+
		"test = %s\n# mass = %.7g g\n", Doc(t.Kind), t.Kind, 1e3*t.Mass)
	b.WriteString("frame, u [mm], v [mm], x [mm], y [mm], z [mm], clip, fx [N], fy [N], fz [N]\n")
	for k := range t.Frames {
		f := &t.Frames[k]
		for i, x := range f.X {
			u, v := t.at(i)
			var force r3.Vec
			if c := f.Clip[i]; c > 0 {
				force = f.Force[c-1]
			}
			fmt.Fprintf(&b, "%d, %.7g, %.7g, %.8g, %.8g, %.8g, %d, %.8g, %.8g, %.8g\n", k+1, 1e3*u, 1e3*v, 1e3*x.X, 1e3*x.Y,
				1e3*x.Z, f.Clip[i], force.X, force.Y, force.Z)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// sides is the range of the sides of samples.
var sides = findings.Expected("m", 0, 2)

// Bounds of a lattice, and the largest distance of points from it, in cells.
const (
	fewest = 5
	most   = 65
	offCut = 0.1
)

// ReadTest reads a test. Errors are *fit.TableError.
func ReadTest(file string, data []byte) (*Test, error) {
	length, force := []string{"length"}, []string{"force"}
	table, err := fit.ReadTable(file, bytes.NewReader(data), map[string][]string{"frame": {"count"}, "clip": {"count"},
		"u": length, "v": length,
		"x": length, "y": length, "z": length, "fx": force, "fy": force, "fz": force}, "test")
	if err != nil {
		return nil, err
	}
	columns := map[string][]float64{}
	for _, name := range []string{"frame", "u", "v", "x", "y", "z", "clip", "fx", "fy", "fz"} {
		if columns[name] = table.Column(name); columns[name] == nil {
			return nil, table.Fail(table.Head, "no column %q in the header: expected frame, u, v, x, y, z, clip, fx, fy and fz",
				name)
		}
	}
	t := &Test{File: file}
	var line int
	if t.Kind, line = table.Text("test"); !slices.Contains(Kinds(), t.Kind) {
		return nil, table.Fail(line, "test %q: expected a line \"# test = KIND\" with one of %s", t.Kind,
			strings.Join(Kinds(), ", "))
	}
	if t.Mass, err = table.Positive("mass", "2.1 g", "mass"); err != nil {
		return nil, err
	}
	_, t.line = table.Text("mass")
	if len(table.Line) == 0 {
		return nil, table.Fail(0, "no points: expected rows")
	}
	rows := slices.IndexFunc(columns["frame"], func(v float64) bool { return v != columns["frame"][0] })
	if rows < 0 {
		rows = len(table.Line)
	}
	if t.N = int(math.Round(math.Sqrt(float64(rows)))); t.N*t.N != rows || t.N < fewest || t.N > most {
		return nil, table.Fail(table.Line[rows-1], "%d points in the first frame: expected those of a square lattice, %d × "+
			"%d to %d × %d", rows, fewest, fewest, most, most)
	}
	u, v := columns["u"][:rows], columns["v"][:rows]
	t.Side = slices.Max(u) - slices.Min(u)
	if other := slices.Max(v) - slices.Min(v); !(t.Side > 0) || math.Abs(other-t.Side) > 1e-3*t.Side {
		return nil, table.Fail(0, "points lie over %.5g mm of u and %.5g mm of v: expected a square", 1e3*t.Side, 1e3*other)
	}
	if out := cmp.Or(sides.Find(0, "side of the sample", t.Side), findings.Density.Impossible(t.line, "density",
		t.density())); out != nil {
		return nil, t.refused(out)
	}
	if err := t.frames(table, columns); err != nil {
		return nil, err
	}
	return t, nil
}

// frames sorts rows into frames.
func (t *Test) frames(table *fit.Table, c map[string][]float64) error {
	rows, cell := t.N*t.N, t.Side/float64(t.N-1)
	if left := len(table.Line) % rows; left != 0 {
		return table.Fail(table.Line[len(table.Line)-1], "%d rows: expected a multiple of the %d points of the first frame",
			len(table.Line), rows)
	}
	var lines [][]int // of points of frames
	u0, v0 := slices.Min(c["u"][:rows]), slices.Min(c["v"][:rows])
	for at := 0; at < len(table.Line); at += rows {
		f := Frame{X: make([]r3.Vec, rows), Clip: make([]int, rows)}
		seen, lineOf := make([]bool, rows), make([]int, rows)
		for k := at; k < at+rows; k++ {
			line := table.Line[k]
			if c["frame"][k] != c["frame"][at] {
				return table.Fail(line, "frame %g: expected %d points of frame %g, which has %d", c["frame"][k], rows,
					c["frame"][at], k-at)
			}
			col, row := (c["u"][k]-u0)/cell, (c["v"][k]-v0)/cell
			i := int(math.Round(col)) + t.N*int(math.Round(row))
			if math.Abs(col-math.Round(col)) > offCut || math.Abs(row-math.Round(row)) > offCut || i < 0 || i >= rows ||
				math.Round(col) >= float64(t.N) || math.Round(col) < 0 {
				return table.Fail(line, "point at u = %.5g mm, v = %.5g mm: expected one of a lattice of %.5g mm", 1e3*c["u"][k],
					1e3*c["v"][k], 1e3*cell)
			}
			if seen[i] {
				return table.Fail(line, "point at u = %.5g mm, v = %.5g mm stands twice in frame %g", 1e3*c["u"][k], 1e3*c["v"][k],
					c["frame"][k])
			}
			seen[i], lineOf[i] = true, line
			f.X[i] = r3.Vec{X: c["x"][k], Y: c["y"][k], Z: c["z"][k]}
			clip := c["clip"][k]
			if clip != math.Trunc(clip) || clip < 0 || clip > 16 {
				return table.Fail(line, "clip %g: expected 0 for none, or 1 to 16", clip)
			}
			if f.Clip[i] = int(clip); clip > 0 {
				for len(f.Force) < int(clip) {
					f.Force = append(f.Force, r3.Vec{X: math.NaN()})
				}
				force := r3.Vec{X: c["fx"][k], Y: c["fy"][k], Z: c["fz"][k]}
				if old := f.Force[f.Clip[i]-1]; !math.IsNaN(old.X) && old != force {
					return table.Fail(line, "clip %g pulls with (%.5g, %.5g, %.5g) N, and in a row before with (%.5g, %.5g, %.5g): "+
						"expected one force for each clip of a frame", clip, force.X, force.Y, force.Z, old.X, old.Y, old.Z)
				}
				f.Force[f.Clip[i]-1] = force
			}
		}
		for k, force := range f.Force {
			if math.IsNaN(force.X) {
				return table.Fail(table.Line[at], "frame %g has no clip %d: expected clips from 1 on", c["frame"][at], k+1)
			}
		}
		if f.Force == nil || !slices.Contains(f.Clip, 0) {
			return table.Fail(table.Line[at], "frame %g: expected points that clips hold, and points that are free",
				c["frame"][at])
		}
		t.Frames, lines = append(t.Frames, f), append(lines, lineOf)
	}
	return t.refused(t.sound(func(k, i int) int { return lines[k][i] }))
}
