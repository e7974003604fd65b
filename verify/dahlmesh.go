package verify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// dahlMeshes deforms whole sheets of cotton along the path: stretched and sheared homogeneously, then bent to cylinders
// along the warp.
func dahlMeshes(e *Env) error {
	f, err := shippedFabric("cotton")
	if err != nil {
		return err
	}
	for _, c := range []*cloth.Component{&f.Weft, &f.BendWeft} { // makes warp and weft differ
		d := c.Dahl()
		d.A, d.Tau = 2*d.A, 1.5*d.Tau
		c.Friction = d
	}
	for _, kind := range kinds {
		for _, nv := range Pick(e, []int{6, 9, 12}, []int{6}, []int{6}) {
			s := RectSheet(kind, SheetBox{U1: .05, V1: .04}, RowsFor(kind, .05, .04/float64(nv)), nv)
			if err := stretchAll(e, f, s); err != nil {
				return err
			}
			if err := bendAll(e, f, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// held returns a sheet all of whose vertices are held, and a function that moves them.
func held(e *Env, f cloth.Fabric, s *Sheet) (*Running, func(place func(r2.Vec) r3.Vec) (*cloth.State, error), error) {
	p := s.Part(f, LevelPlace)
	HoldVertices(&p, s.Where(func(r2.Vec) bool { return true }))
	for k := range p.Pins { // no clamps: they would keep the normals of the flat triangles
		p.Pins[k].Release = 1e9
	}
	set := Settings()
	set.Gravity, set.AirDensity = r3.Vec{}, 0
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return nil, nil, err
	}
	move := func(place func(r2.Vec) r3.Vec) (*cloth.State, error) {
		for i, q := range s.UV {
			r.Model.Pins[i].Point = place(q)
		}
		if _, err := r.Step(.01); err != nil {
			return nil, err
		}
		return r.State()
	}
	return r, move, nil
}

func stretchAll(e *Env, f cloth.Fabric, s *Sheet) error {
	r, move, err := held(e, f, s)
	if err != nil {
		return err
	}
	defer r.Close()
	c := components(&f)[:3]
	var eps, want, most, worst [3]float64
	for _, to := range path {
		for k := range c {
			d := dahl(c[k])
			want[k] = d.To(eps[k], want[k], to*d.Tau)
			eps[k] = to * d.Tau
			most[k] = math.Max(most[k], d.A+d.B*math.Abs(eps[k]))
		}
		lu, lv := math.Sqrt(1+2*eps[0]), math.Sqrt(1+2*eps[1])
		g := eps[2] / (lu * lv) // sine of the shear
		st, err := move(func(q r2.Vec) r3.Vec {
			return r3.Vec{X: lu*q.X + lv*g*q.Y, Z: -lv * math.Sqrt(1-g*g) * q.Y}
		})
		if err != nil {
			return err
		}
		for t := range r.Model.Tri {
			for k := range c {
				worst[k] = math.Max(worst[k], math.Abs(st.FrictionStress(r.Model, cloth.Triangles, t, k)-want[k])/most[k])
			}
		}
	}
	for k := range c {
		e.CheckAbs(s.Name(), fmt.Sprintf("%s, %s in all triangles: largest error of the stress, over the largest a + b|ε|",
			f.Name, componentNames[k]),
			"1", 0, worst[k], e.Tol(1e-10, 2*0x1p-24/c[k].Dahl().Tau)) // an error ε of strain is ε/τ of friction
	}
	return nil
}

// bendAll bends the sheet along the warp to ε = 3κ. The strain of a triangle on the cylinder is that of chords, with a
// relative error of (κh)²/24. Its friction follows the path of that strain.
func bendAll(e *Env, f cloth.Fabric, s *Sheet) error {
	r, move, err := held(e, f, s)
	if err != nil {
		return err
	}
	defer r.Close()
	d := dahl(&f.BendWarp)
	n := len(r.Model.Curves)
	eps, want := make([]float64, n), make([]float64, n)
	var most, worst, off, size, count float64
	for _, to := range path {
		kappa := to * d.Tau / 3
		st, err := move(func(q r2.Vec) r3.Vec {
			if kappa == 0 {
				return LevelPlace(q)
			}
			return r3.Vec{X: math.Sin(kappa*q.X) / kappa, Y: (1 - math.Cos(kappa*q.X)) / kappa, Z: -q.Y}
		})
		if err != nil {
			return err
		}
		for i := range n {
			got, sigma := st.Past[cloth.Curves].Eps(i, 0), st.FrictionStress(r.Model, cloth.Curves, i, 0)
			want[i] = d.To(eps[i], want[i], got)
			eps[i] = got
			most = math.Max(most, d.A+d.B*math.Abs(got))
			worst = math.Max(worst, math.Abs(sigma-want[i])/most)
			size = math.Max(size, math.Abs(kappa)*s.Edge)
			if whole(s, r.Model.Tri[r.Model.Curves[i].Tri]) {
				count++
				off = math.Max(off, math.Abs(got-3*kappa)/(path[6]*d.Tau))
			}
		}
	}
	e.CheckAbs(s.Name(), f.Name+", bent along the warp, all triangles: largest error of the stress for their strain, "+
		"over the largest a + b|ε|",
		"1", 0, worst, e.Tol(1e-10, 1e-5))
	if count == 0 {
		return fmt.Errorf("%s: no triangle inside", s.Name())
	}
	e.CheckAbs(s.Name(), f.Name+", bent along the warp, triangles inside: largest error of the strain, over the largest",
		"1", 0, off, size*size/24)
	return nil
}

// whole reports whether a triangle is farther inside than an edge, where no angle is missing.
func whole(s *Sheet, t [3]int32) bool {
	for _, v := range t {
		if q := s.UV[v]; q.X < 1.2*s.Edge || q.X > .05-1.2*s.Edge || q.Y < 1.2*s.Edge || q.Y > .04-1.2*s.Edge {
			return false
		}
	}
	return true
}
