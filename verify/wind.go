package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/step"
)

func windProblems() []Problem {
	const topic = "Air"
	return []Problem{
		{
			Name: "vanes", Topic: topic, Run: vanes,
			What: "A row of single triangles across the wind, let go: their first step tells the wind at each. Gusts are as " +
				"strong as asked for, and travel with the wind; stretched triangles catch what their present area does.",
			Source: "½ρ c_d |w| a (w·n) n against inertia in one step of backward Euler; a field that the mean wind carries " +
				"along: w(x + UΔt, t + Δt) = w(x, t); a gust is at most its amplitude, and over long nearly that",
		},
		{
			Name: "skin-drag", Topic: topic, Run: skinDrag,
			What:   "A sheet of cotton flies edge-on through still air.",
			Source: "exact solution of the discrete step: v₀/(1 + n·k·h·v₀) after n steps, k = ρ c_t/2ρ_s",
		},
		{
			Name: "slanted-drag", Topic: topic, Run: slantedDrag,
			What: "Single triangles across the wind and at angles to it, with drag, with skin drag and with both: " +
				"velocity after their first step, along the normal and along the cloth.",
			Source: "½ρ|w|a·(c_d·w_n along the normal, c_t·w_t along the cloth) against inertia in one step of backward " +
				"Euler: skin drag has no part along the normal",
		},
		{
			Name: "gust-spectrum", Topic: topic, Run: gustSpectrum,
			What: "Triangles that are scattered in space feel a gust at many times: its spectral lines, found by least " +
				"squares.",
			Source: "three lines at 1, 1.618 and 2.7183 times the main frequency, with amplitudes 0.45, 0.33 and 0.22 " +
				"of the gust's, that the mean wind carries along; crosswise wave numbers as in docs/physics.md",
		},
	}
}

// vaneRow returns n triangles in a row along x, each turned by slant [rad] from the plane across the row, and
// stretched.
func vaneRow(f cloth.Fabric, n int, spacing, slant, stretch float64) cloth.Part {
	const edge = .01
	p := cloth.Part{Name: "vanes", Fabric: f}
	for i := range n {
		var uv [3]r2.Vec
		for k := range uv {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
			uv[k] = r2.Vec{X: edge * cos, Y: edge * sin}
			across := stretch * uv[k].Y
			p.X = append(p.X, r3.Vec{X: spacing*float64(i) + across*math.Sin(slant), Y: stretch * uv[k].X,
				Z: across * math.Cos(slant)})
		}
		p.Tri, p.UV = append(p.Tri, [3]int32{int32(3 * i), int32(3*i + 1), int32(3*i + 2)}), append(p.UV, uv)
	}
	return p
}

// vaneStep is the duration of the vanes' flight [s].
const vaneStep = 1e-3

// Areal density [kg/m²] and drag coefficient of vanes, and κ = ρ·c_d/2ρ_s [1/m].
const (
	vaneDensity = .15
	vaneDrag    = 1.28
	vaneKappa   = 1.225 * vaneDrag / (2 * vaneDensity)
)

// vane returns a fabric with negligible stiffness.
func vane() cloth.Fabric {
	f := cloth.Fabric{Name: "vane", Density: vaneDensity, Drag: vaneDrag}
	for _, c := range []*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		c.Elastic = law.Elastic{K1: 1e-9}
	}
	return f
}

// felt returns the wind w across a triangle of an area, over its rest area, from the velocity v after the step: v/h =
// κ·area·w·(w − v).
func felt(v, area float64) float64 {
	k := vaneKappa * area * vaneStep
	return (k*v + math.Sqrt(k*k*v*v+4*k*v)) / (2 * k)
}

// blown releases the vanes at the given times and returns their velocities.
func blown(e *Env, p cloth.Part, wind step.Wind, times ...float64) (list [][]r3.Vec, err error) {
	set := Settings()
	set.Gravity, set.Wind, set.Tolerance, set.MaxNewton = r3.Vec{}, wind, AtStep(e.Tol(1e-12, 1e-10), vaneStep), 60
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for _, t := range times {
		st := cloth.NewState(r.Model)
		st.Time = t
		if err := r.SetState(st); err != nil {
			return nil, err
		}
		if err := r.Steps(1, vaneStep); err != nil {
			return nil, err
		}
		if st, err = r.State(); err != nil {
			return nil, err
		}
		v := make([]r3.Vec, len(p.Tri))
		for i, q := range p.Tri {
			for _, k := range q {
				v[i] = r3.Add(v[i], r3.Scale(1./3, st.V[k]))
			}
		}
		list = append(list, v)
	}
	return list, nil
}

func vanes(e *Env) error {
	const (
		n, spacing  = 400, .05
		speed, gust = 5., .4
		hertz       = 5. // waves of 1 m, 20 triangles
		shift       = 10
		between     = shift * spacing / speed
	)
	f := vane()
	wind := step.Wind{Velocity: r3.Vec{X: speed}}
	for _, stretch := range []float64{1, 1.3} {
		v, err := blown(e, vaneRow(f, 1, spacing, 0, stretch), wind, 0)
		if err != nil {
			return err
		}
		e.Check("", fmt.Sprintf("steady wind, triangle stretched by %g", stretch), "m/s", speed,
			felt(v[0][0].X, stretch*stretch), e.Tol(1e-9, 1e-5))
	}
	wind.Gust, wind.Frequency = gust, hertz
	var times []float64
	for i := range Pick(e, 60, 30, 30) {
		times = append(times, 7.3*float64(i), 7.3*float64(i)+between)
	}
	rows, err := blown(e, vaneRow(f, n, spacing, 0, 1), wind, times...)
	if err != nil {
		return err
	}
	var most, mean, off float64
	for i := 0; i < len(rows); i += 2 {
		for k, v := range rows[i] {
			w := felt(v.X, 1)
			mean += w / float64(n*len(rows)/2)
			most = max(most, math.Abs(w/speed-1))
			if k+shift < n {
				off = max(off, math.Abs(felt(rows[i+1][k+shift].X, 1)-w)/speed)
			}
		}
	}
	e.Check("", "mean wind in gusts", "m/s", speed, mean, .01)
	e.CheckAbs("", fmt.Sprintf("the field %g s later, %g m downwind, over the mean wind", between, shift*spacing), "1", 0,
		off, e.Tol(1e-9, 1e-4))
	e.Check("", "largest gust, over the mean wind", "1", gust, most, .1)
	e.Bound("", "largest gust, over the mean wind", "1", gust*(1+e.Tol(1e-9, 1e-4)), most)
	return nil
}

func skinDrag(e *Env) error {
	const v0, h, n = 2., 1. / 60, 60
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	k := 1.225 * f.DragSkin / (2 * f.Density)
	want := v0 / (1 + n*k*h*v0)
	for _, kind := range e.Kinds(kinds...) {
		s := RectSheet(kind, SheetBox{U1: .1, V1: .08}, RowsFor(kind, .1, .02), 4)
		set := Settings()
		set.Gravity, set.Tolerance, set.MaxNewton = r3.Vec{}, e.Tol(1e-12, 1e-9), 200
		r, err := e.Sim(s.Part(f, LevelPlace), nil, set)
		if err != nil {
			return err
		}
		st, err := r.State()
		if err != nil {
			return err
		}
		for i := range st.V {
			st.V[i] = r3.Vec{X: v0}
		}
		if err := r.SetState(st); err != nil {
			return err
		}
		if err := r.Steps(n, h); err != nil {
			return err
		}
		if st, err = r.State(); err != nil {
			return err
		}
		worst := want
		for _, v := range st.V {
			if math.Abs(v.X-want) > math.Abs(worst-want) {
				worst = v.X
			}
		}
		r.Close()
		e.Check(s.Name(), "what is lost of 2 m/s in 1 s, the vertex farthest off", "m/s", v0-want, v0-worst,
			e.Tol(1e-6, 1e-3))
	}
	return nil
}

// slantedDrag checks the parts of the drag separately. With |w| and n of the start of the step, a triangle at rest
// reaches v = k·w/(1 + k) along the normal and along the cloth, each with its own k = ρ·c·h·|w|/2ρ_s.
func slantedDrag(e *Env) error {
	const speed, rho = 5., 1.225
	for _, c := range []struct{ normal, skin float64 }{{1.28, 0}, {0, 1.28}, {1.28, .4}} {
		f := vane()
		f.Drag, f.DragSkin = c.normal, c.skin
		for _, degrees := range []float64{0, 60} {
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			p := vaneRow(f, 1, 0, degrees*math.Pi/180, 1)
			v, err := blown(e, p, step.Wind{Velocity: r3.Vec{X: speed}}, 0)
			if err != nil {
				return err
			}
			reached := func(drag, wind float64) float64 {
				k := rho * drag * vaneStep * speed / (2 * f.Density)
				return k * wind / (1 + k)
			}
			what := fmt.Sprintf("c_d = %g, c_t = %g, slanted by %g°: ", c.normal, c.skin, degrees)
			most := e.Tol(1e-9, 1e-5) * reached(1.28, speed)
			for _, q := range []struct {
				name           string
				drag, wind, is float64
			}{
				{"along the normal", c.normal, speed * cos, v[0][0].X*cos - v[0][0].Z*sin},
				{"along the cloth", c.skin, speed * sin, v[0][0].X*sin + v[0][0].Z*cos},
			} {
				e.CheckAbs("", what+q.name, "m/s", reached(q.drag, q.wind), q.is, most)
			}
		}
	}
	return nil
}

// gustSpectrum fits the documented spectral lines to the wind at scattered places and times. Wrong frequencies leave
// most of the gust as a residual.
func gustSpectrum(e *Env) error {
	const n, speed, gust, hertz = 40, 5., .4, 5.
	lines := []struct{ f, y, z, amplitude float64 }{
		{1, .31, .2, .45}, {1.618, -.27, .42, .33}, {2.7183, .12, -.55, .22},
	}
	p := vaneRow(vane(), n, .13, 0, 1)
	for i := range p.X { // ranges of two waves across, with incommensurable steps
		t := float64(i / 3)
		p.X[i] = r3.Add(p.X[i], r3.Vec{Y: math.Mod(.71*t, 3), Z: math.Mod(1.13*t, 3)})
	}
	var times []float64
	for i := range Pick(e, 40, 20, 10) {
		times = append(times, .37*float64(i))
	}
	rows, err := blown(e, p, step.Wind{Velocity: r3.Vec{X: speed}, Gust: gust, Frequency: hertz}, times...)
	if err != nil {
		return err
	}
	waves := mat.NewDense(n*len(times), 2*len(lines), nil)
	wind := mat.NewVecDense(n*len(times), nil) // relative to the mean wind, less 1
	for i, t := range times {
		for k, v := range rows[i] {
			row := n*i + k
			at := r3.Scale(1./3, r3.Add(p.X[3*k], r3.Add(p.X[3*k+1], p.X[3*k+2])))
			wind.SetVec(row, felt(v.X, 1)/speed-1)
			for j, c := range lines {
				sin, cos := math.Sincos(2 * math.Pi * hertz * c.f * (t - (at.X+c.y*at.Y+c.z*at.Z)/speed))
				waves.Set(row, 2*j, sin)
				waves.Set(row, 2*j+1, cos)
			}
		}
	}
	var found mat.VecDense
	if err := found.SolveVec(waves, wind); err != nil {
		return err
	}
	for j, c := range lines {
		what := fmt.Sprintf("amplitude at %.4g Hz, over the mean wind", c.f*hertz)
		amplitude := math.Hypot(found.AtVec(2*j), found.AtVec(2*j+1))
		e.Check("", what, "1", c.amplitude*gust, amplitude, e.Tol(1e-9, 1e-4))
	}
	var rest mat.VecDense
	rest.MulVec(waves, &found)
	rest.SubVec(wind, &rest)
	rms := mat.Norm(&rest, 2) / math.Sqrt(float64(wind.Len()))
	e.Bound("", "what other frequencies leave, rms over the mean wind", "1", e.Tol(1e-9, 1e-4), rms)
	return nil
}
