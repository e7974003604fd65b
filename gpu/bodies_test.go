//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestBodiesMoveOnTheDevice: skinned, carried and interpolated surfaces are where the reference has them, to the
// rounding of float32, at any time, also when their frames change and when time goes back.
func TestBodiesMoveOnTheDevice(t *testing.T) {
	ctx := open(t, true)
	walker, err := body.NewMannequin(body.DefaultMeasurements(), "walk")
	if err != nil {
		t.Fatal(err)
	}
	ball := newSphere(.1, r3.Vec{X: .2, Y: 1.4}, r3.Vec{})
	times := []float64{0, .1, .25, .3, .5}
	frames := make([][]r3.Vec, len(times))
	for k := range frames {
		for _, x := range ball.X {
			frames[k] = append(frames[k], r3.Vec{X: x.X + .03*float64(k*k), Y: x.Y * (1 + .1*float64(k%2)),
				Z: x.Z - .02*float64(k)})
		}
	}
	track := func(i body.Interpolation) body.Body {
		k, err := body.NewTrack(ball.Tri, times, frames, i)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	carry := func(inner body.Body) body.Body {
		m, err := body.NewMoving(inner, r3.Vec{X: .3, Y: 1}, r3.Vec{X: .5, Z: -.2}, r3.Vec{X: 1, Y: 2, Z: -3})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := model(t, grid(3, 3, .1, .1, cotton()))
	for name, b := range map[string]body.Body{
		"mannequin": walker, "carried mannequin": carry(walker), "linear track": track(body.Linear),
		"smooth track": track(body.CatmullRom), "carried track": carry(carry(track(body.CatmullRom))),
	} {
		for _, fetch := range []bool{true, false} {
			s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, []step.Collider{{Surface: b}},
				step.DefaultSettings())
			if err != nil {
				t.Fatal(err)
			}
			o := s.contacts.obstacles[0]
			if o.form == nil {
				t.Fatalf("%s: positions come from the host", name)
			}
			got, want := make([][4]float32, b.NumVertices()), make([]r3.Vec, b.NumVertices())
			var worst float64
			for _, at := range []float64{-1, -.1, 0, .04, .1, .17, .29, .26, .42, .5, 1.3} {
				if err := ctx.Do(func() error {
					s.bind()
					o.writePositions(s.queue, at, "bodyEnd")
					read(s.queue, o.buffers["bodyEnd"], got)
					return opengl.Error()
				}); err != nil {
					t.Fatal(err)
				}
				b.Positions(want, at)
				for i, x := range got {
					worst = max(worst, r3.Norm(r3.Sub(r3.Vec{X: float64(x[0]), Y: float64(x[1]), Z: float64(x[2])},
						want[i])))
				}
			}
			t.Logf("%s: at most %.2g m off", name, worst)
			if !(worst < surfaceRounding/2) {
				t.Errorf("%s: at most %.3g m off, expected below %.1g m", name, worst, surfaceRounding/2)
			}
			if err := s.CheckGuards(); err != nil {
				t.Error(err)
			}
			s.Close()
		}
	}
}
