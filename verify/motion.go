package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/report"
	"hysteron/scenes"
)

func motionProblems() []Problem {
	const topic = "Motion"
	return []Problem{
		{
			Name: "free-fall", Topic: topic, Run: freeFall,
			What:   "A sheet of cotton falls without air: all vertices alike, as far as backward Euler does.",
			Source: "exact solution of the discrete step: g h² n(n+1)/2 in n steps",
		},
		{
			Name: "terminal-velocity", Topic: topic, Run: terminalVelocity,
			What:   "A level sheet of cotton falls in still air.",
			Source: "v = v_t tanh(gt/v_t), v_t = √(2ρ_s g/(ρ c_d)); backward Euler is of first order",
		},
	}
}

// shippedFabric returns a fabric of the library by name.
func shippedFabric(name string) (cloth.Fabric, error) { return scenes.LoadFabric(name) }

// airless returns a fabric without air resistance.
func airless(f cloth.Fabric) cloth.Fabric {
	f.Drag, f.DragSkin = 0, 0
	return f
}

func freeFall(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, kind := range kinds {
		for _, nv := range Pick(e, []int{2, 4, 8}, []int{4}, []int{4}) {
			s := RectSheet(kind, SheetBox{U1: .1, V1: .08}, RowsFor(kind, .1, .08/float64(nv)), nv)
			for _, h := range []float64{1. / 30, 1. / 120} {
				set := Settings()
				set.Tolerance = e.Tol(1e-13, 1e-7)
				set.MaxNewton = 200 // bending by curvature converges slowly to round-off
				r, err := e.Sim(s.Part(airless(f), LevelPlace), nil, set)
				if err != nil {
					return err
				}
				const n = 60
				if err := r.Steps(n, h); err != nil {
					return err
				}
				st, err := r.State()
				if err != nil {
					return err
				}
				want := -9.81 * h * h * n * (n + 1) / 2
				got := want
				for i, x := range st.X {
					d := r3.Sub(x, r.Model.X0[i])
					if v := math.Copysign(r3.Norm(d), d.Y); math.Abs(v-want) > math.Abs(got-want) {
						got = v
					}
				}
				r.Close()
				e.Check(s.Name(), fmt.Sprintf("way in %d steps of 1/%.0f s, the vertex farthest off", n, 1/h), "m", want, got,
					e.Tol(1e-10, 1e-4))
			}
		}
	}
	return nil
}

func terminalVelocity(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	f.DragSkin = 0
	const g = 9.81
	vt := math.Sqrt(2 * f.Density * g / (1.225 * f.Drag))
	wantX, wantV := vt*vt/g*math.Log(math.Cosh(g/vt)), vt*math.Tanh(g/vt)
	fig := report.Plot{Title: "Falling in still air", X: "time [s]", Y: "speed [m/s]"}
	exact := report.Line{Name: "exact", Dashed: true}
	for i := range 61 {
		t := float64(i) / 60
		exact.X, exact.Y = append(exact.X, t), append(exact.Y, vt*math.Tanh(g*t/vt))
	}
	for _, kind := range kinds {
		for _, nv := range Pick(e, []int{2, 4, 8}, []int{4}, []int{4}) {
			s := RectSheet(kind, SheetBox{U1: .1, V1: .1}, RowsFor(kind, .1, .1/float64(nv)), nv)
			var hs, errs []float64
			for _, n := range []int{60, 120, 240} {
				set := Settings()
				set.Tolerance, set.MaxNewton = e.Tol(1e-10, 1e-7), 200 // 1e-6 m in 240 steps: a twelfth of the error
				r, err := e.Sim(s.Part(f, LevelPlace), nil, set)
				if err != nil {
					return err
				}
				line := report.Line{Name: fmt.Sprintf("steps of 1/%d s", n), Points: true}
				var x, v float64
				for k := range 10 {
					if err := r.Steps(n/10, 1/float64(n)); err != nil {
						return err
					}
					st, err := r.State()
					if err != nil {
						return err
					}
					x, v = -st.X[0].Y, -st.V[0].Y
					line.X, line.Y = append(line.X, float64(k+1)/10), append(line.Y, v)
				}
				r.Close()
				if kind == Unstructured && nv == 4 {
					fig.Lines = append(fig.Lines, line)
				}
				hs, errs = append(hs, 1/float64(n)), append(errs, math.Abs(x-wantX))
				if n == 240 {
					e.Check(s.Name(), "way in 1 s by steps of 1/240 s", "m", wantX, x, .005)
					e.Check(s.Name(), "speed after 1 s", "m/s", wantV, v, .005)
				}
			}
			e.Order(s.Name(), "way", hs, errs, 1, .05, 0)
		}
	}
	fig.Lines = append(fig.Lines, exact)
	e.Plot(fig)
	return nil
}
