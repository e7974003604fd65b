package capture

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/spatial/r3"
)

// draw adds a frame at rest x to the drawing of a test: the compared forces over the motion of the clips, or the
// profile over the edge of a table.
func (r *Result) draw(t *Test, f *Frame, x []r3.Vec, got, want []float64) {
	d := &r.Drawing
	if !r.Bends {
		d.Title, d.X, d.Y, d.LeftName = t.Kind, "way of the clips [mm]", "forces compared, RMS [N]", "force [N]"
		sum, n := 0., 0
		for i, c := range f.Clip {
			if c > 0 {
				u, v := t.at(i)
				sum, n = sum+r3.Norm2(r3.Sub(f.X[i], r3.Vec{X: u, Z: -v})), n+1
			}
		}
		way := 1e3 * math.Sqrt(sum/float64(n))
		root := math.Sqrt(float64(len(got)))
		d.AtX, d.AtY = append(d.AtX, way), append(d.AtY, floats.Norm(want, 2)/root)
		d.ModelX, d.ModelY = append(d.ModelX, way), append(d.ModelY, floats.Norm(got, 2)/root)
		for i, v := range got {
			d.Left = append(d.Left, want[i]-v)
		}
		return
	}
	// The profile of the last frame along the line through the middle, across the edge.
	d.Title, d.X, d.Y, d.LeftName = t.Kind+", the last frame", "along the table [mm]", "height [mm]", "height [mm]"
	d.AtX, d.AtY, d.ModelX, d.ModelY = nil, nil, nil, nil
	mid := t.N / 2
	for k := range t.N {
		i := map[string]int{"bend-warp": k + t.N*mid, "bend-weft": mid + t.N*k}[t.Kind]
		if t.Kind == "bend-diagonal" {
			i = k * (t.N + 1)
		}
		along := func(x r3.Vec) float64 {
			switch t.Kind {
			case "bend-warp":
				return 1e3 * x.X
			case "bend-weft":
				return -1e3 * x.Z
			}
			return 1e3 * (x.X - x.Z) / math.Sqrt2
		}
		d.AtX, d.AtY = append(d.AtX, along(f.X[i])), append(d.AtY, 1e3*f.X[i].Y)
		d.ModelX, d.ModelY = append(d.ModelX, along(x[i])), append(d.ModelY, 1e3*x[i].Y)
		d.Left = append(d.Left, 1e3*(f.X[i].Y-x[i].Y))
	}
}
