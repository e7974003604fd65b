package law

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// turn3 is a random rotation, of a unit quaternion.
func turn3(rnd *rand.Rand) (r Gradient) {
	var q [4]float64
	l := 0.
	for k := range q {
		q[k] = rnd.NormFloat64()
		l += q[k] * q[k]
	}
	for k := range q {
		q[k] /= math.Sqrt(l)
	}
	w, x, y, z := q[0], q[1], q[2], q[3]
	return Gradient{{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)}}
}

func times(a, b Gradient) (c Gradient) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func transposed(a Gradient) (t Gradient) {
	for i := range 3 {
		for j := range 3 {
			t[i][j] = a[j][i]
		}
	}
	return t
}

func diagonal(s [3]float64) Gradient { return Gradient{{s[0]}, {0, s[1]}, {0, 0, s[2]}} }

func size(a *Gradient) float64 {
	return math.Hypot(math.Hypot(norm3(&a[0]), norm3(&a[1])), norm3(&a[2]))
}

func less(a, b Gradient) Gradient {
	for i := range 3 {
		for j := range 3 {
			a[i][j] -= b[i][j]
		}
	}
	return a
}

// gradients are deformations from near rest to far, with equal stretches, flattened and inverted.
func gradients(rnd *rand.Rand) (list []Gradient) {
	for _, s := range [][3]float64{{1, 1, 1}, {1.3, 1.3, .7}, {1.1, .9, .9}, {2, 1, .1}, {1, .6, .01}, {1.2, 1, 0},
		{.9, .8, -.3}, {1.5, .7, -.69}, {.5, .4, .3}, {3, 2.5, 2}, {.2, .1, -.05}, {1, 1, -.2}} {
		list = append(list, times(times(turn3(rnd), diagonal(s)), transposed(turn3(rnd))))
	}
	for _, by := range []float64{1e-3, .1, .5, 1} {
		f := turn3(rnd)
		for i := range 3 {
			for j := range 3 {
				f[i][j] += by * rnd.NormFloat64()
			}
		}
		list = append(list, f)
	}
	return list
}

// solids calls f with each law of solids, and with a deformation.
func solids(t *testing.T, f func(t *testing.T, l Solid, at Gradient)) {
	for _, k := range SolidKinds {
		for _, nu := range []float64{0, .3, .45} {
			l, err := SolidNamed(k.Name, 2e4, nu)
			if err != nil {
				t.Fatal(err)
			}
			rnd := rand.New(rand.NewPCG(3, 5))
			for i, at := range gradients(rnd) {
				t.Run(fmt.Sprintf("%s/%g/%d", k.Name, nu, i), func(t *testing.T) { f(t, l, at) })
			}
		}
	}
}

// TestSolidsDerive: the stress is the derivative of the energy, and the exact tangent that of the stress, which is
// symmetric.
func TestSolidsDerive(t *testing.T) {
	solids(t, func(t *testing.T, l Solid, at Gradient) {
		r := l.Respond(&at, true)
		rnd := rand.New(rand.NewPCG(8, 5))
		for range 5 {
			var d Gradient
			for i := range 3 {
				for j := range 3 {
					d[i][j] = rnd.NormFloat64() / 3
				}
			}
			on := func(e float64) SolidResponse {
				f := at
				for i := range 3 {
					for j := range 3 {
						f[i][j] += e * d[i][j]
					}
				}
				return l.Respond(&f, true)
			}
			var want, wantH, sizeH float64
			for i := range 9 {
				want += r.P[i/3][i%3] * d[i/3][i%3]
				for j := range 9 {
					wantH += d[i/3][i%3] * r.H[i][j] * d[j/3][j%3]
					sizeH += math.Abs(d[i/3][i%3] * r.H[i][j] * d[j/3][j%3])
					if math.Abs(r.H[i][j]-r.H[j][i]) > 1e-9*(math.Abs(r.H[i][i])+math.Abs(r.H[j][j])) {
						t.Fatalf("tangent %d, %d: %g, and %g", i, j, r.H[i][j], r.H[j][i])
					}
				}
			}
			off, offH := math.Inf(1), math.Inf(1)
			for _, h := range []float64{1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5} {
				off = min(off, math.Abs(slope4(func(e float64) float64 { return on(e).Psi }, h)-want))
				offH = min(offH, math.Abs(slope4(func(e float64) (s float64) {
					p := on(e).P
					for i := range 9 {
						s += p[i/3][i%3] * d[i/3][i%3]
					}
					return s
				}, h)-wantH))
			}
			if off > 1e-7*(2e4+size(&r.P)) || offH > 1e-7*(2e4+sizeH) {
				t.Fatalf("F %v: stress off by %g of %g, tangent by %g of %g", at, off, want, offH, wantH)
			}
		}
	})
}

// slope4 is the fourth-order central difference of f at zero.
func slope4(f func(float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// TestSolidsProject: the projected tangent has no negative eigenvalue, and is the exact one where that has none.
func TestSolidsProject(t *testing.T) {
	projected, kept := 0, 0
	solids(t, func(t *testing.T, l Solid, at Gradient) {
		exact, got := l.Respond(&at, true), l.Respond(&at, false)
		if exact.Psi != got.Psi || exact.P != got.P {
			t.Fatal("energy or stress go by whether the tangent is projected")
		}
		largest, least := 0., math.Inf(1)
		for _, v := range eigenvalues(&exact.H) {
			largest, least = max(largest, math.Abs(v)), min(least, v)
		}
		for _, v := range eigenvalues(&got.H) {
			if v < -1e-12*largest {
				t.Errorf("F %v: projected tangent with eigenvalue %g of %g", at, v, largest)
			}
		}
		if least < 0 {
			projected++
			return
		}
		kept++
		for i := range 9 {
			for j := range 9 {
				if math.Abs(exact.H[i][j]-got.H[i][j]) > 1e-12*largest {
					t.Fatalf("F %v: tangent %d, %d is %g, projected %g, without negative eigenvalues", at, i, j,
						exact.H[i][j], got.H[i][j])
				}
			}
		}
	})
	if projected == 0 || kept == 0 {
		t.Errorf("%d projected, %d kept: expected some of both", projected, kept)
	}
}

// TestSolidsTurn: rotations before and after change no energy and turn the stress along; of a rotation alone there is
// no energy and no stress.
func TestSolidsTurn(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	solids(t, func(t *testing.T, l Solid, at Gradient) {
		q, r := turn3(rnd), turn3(rnd)
		turned := times(times(q, at), r)
		a, b := l.Respond(&at, true), l.Respond(&turned, true)
		if want, d := times(times(q, a.P), r), 0.; true {
			off := less(b.P, want)
			if d = size(&off); d > 1e-12*(2e4+size(&want)) || math.Abs(a.Psi-b.Psi) > 1e-12*(2e4+a.Psi) {
				t.Errorf("F %v: energy %g, turned %g; stress off by %g of %g", at, a.Psi, b.Psi, d, size(&want))
			}
		}
		if rest := l.Respond(&q, true); math.Abs(rest.Psi) > 1e-12*2e4 || size(&rest.P) > 2e4*4e-15*100 {
			t.Errorf("of a rotation: energy %g, stress %v", rest.Psi, rest.P)
		}
	})
}

// TestSolidsAreHookes: for small strains Young's modulus and Poisson's ratio are those that were given; of the
// corotational law at any stretch.
func TestSolidsAreHookes(t *testing.T) {
	const e = 2e4
	for _, k := range SolidKinds {
		for _, nu := range []float64{0, .2, .4, .49} {
			l, err := SolidNamed(k.Name, e, nu)
			if err != nil {
				t.Fatal(err)
			}
			if mu := SolidShear(l); math.Abs(mu-e/(2*(1+nu))) > 1e-12*e {
				t.Errorf("%s, ν %g: shear modulus %g: expected %g", k.Name, nu, mu, e/(2*(1+nu)))
			}
			for _, c := range []struct{ stretch, tolerance float64 }{{1 + 1e-5, 1e-4}, {.6, 1e-12}, {2.5, 1e-12}} {
				if _, linear := l.(Corotational); !linear && c.tolerance < 1e-9 {
					continue
				}
				f := diagonal([3]float64{c.stretch, 1 - nu*(c.stretch-1), 1 - nu*(c.stretch-1)})
				p := l.Respond(&f, true).P
				want := e * (c.stretch - 1)
				if math.Abs(p[0][0]-want) > c.tolerance*math.Abs(want)/(1-2*nu) ||
					math.Abs(p[1][1])+math.Abs(p[2][2]) > c.tolerance*math.Abs(want)/(1-2*nu) {
					t.Errorf("%s, ν %g, stretch %g: stress %v: expected %g along, none across", k.Name, nu, c.stretch, p, want)
				}
			}
		}
	}
}

// TestSolidsKeepVolume: near ν = ½ a bar pulled to twice its length keeps its volume, by laws of J; that of the
// corotational law, linear in the stretches, is 2(1 − ν)².
func TestSolidsKeepVolume(t *testing.T) {
	const nu, stretch = .49, 2.
	for _, k := range SolidKinds {
		l := k.Given(2e4, nu)
		low, high := .3, 1. // lateral stretch: none presses at the one, none pulls at the other
		for range 60 {
			f := diagonal([3]float64{stretch, (low + high) / 2, (low + high) / 2})
			if l.Respond(&f, true).P[1][1] < 0 {
				low = (low + high) / 2
			} else {
				high = (low + high) / 2
			}
		}
		want, within := 1., .012
		if _, linear := l.(Corotational); linear {
			want, within = stretch*(1-nu)*(1-nu), 1e-12
		}
		if got := stretch * low * low; math.Abs(got-want) > within {
			t.Errorf("%s: the volume is %.6g of that at rest: expected %.6g", k.Name, got, want)
		}
	}
}

// TestSolidsRecover: along the straight way from an element turned inside out to rest the energy falls all the way.
func TestSolidsRecover(t *testing.T) {
	for _, k := range SolidKinds {
		for _, nu := range []float64{0, .3, .45} {
			l, err := SolidNamed(k.Name, 2e4, nu)
			if err != nil {
				t.Fatal(err)
			}
			for s := -1.; s < .99; s += .01 {
				f := diagonal([3]float64{1, 1, s})
				if p := l.Respond(&f, true).P[2][2]; !(p < 0) {
					t.Fatalf("%s, ν %g: at the stretch %g the stress is %g: expected one that turns it back", k.Name, nu, s, p)
				}
			}
		}
	}
}

// TestSingularValues against what was put in, down to values that squares would lose.
func TestSingularValues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for _, s := range [][3]float64{{1, 1, 1}, {3, 1e-9, -1e-13}, {2, 2, 1e-12}, {5, 0, 0}, {0, 0, 0}, {1e150, 1, -1e-3},
		{1e-200, 1e-201, 1e-202}, {1, 1, -1}, {2, 1, .5}} {
		for range 20 {
			p, q := turn3(rnd), turn3(rnd)
			f := times(times(p, diagonal(s)), transposed(q))
			u, got, v := singularValues(&f)
			for k := range 3 {
				if math.Abs(got[k]-s[k]) > 1e-15*16*s[0] {
					t.Fatalf("singular values %v: expected %v", got, s)
				}
			}
			for _, r := range []Gradient{u, v} {
				one := times(r, transposed(r))
				if off := less(one, diagonal([3]float64{1, 1, 1})); size(&off) > 1e-14 {
					t.Fatalf("%v: rows of %v are not orthonormal", s, r)
				}
				if c := cross3(&r[0], &r[1]); dot3(&c, &r[2]) < 0 {
					t.Fatalf("%v: %v reflects", s, r)
				}
			}
			back := times(times(u, diagonal(got)), transposed(v))
			if off := less(back, f); size(&off) > 1e-14*s[0] {
				t.Fatalf("%v: product %v: expected %v", s, back, f)
			}
		}
	}
}

// TestSolidsRefuse what is no material.
func TestSolidsRefuse(t *testing.T) {
	for _, c := range []struct {
		name      string
		young, nu float64
	}{{"neo-hookean", 0, .3}, {"neo-hookean", math.NaN(), .3}, {"corotational", 1e4, .5}, {"corotational", 1e4, -.1},
		{"steel", 1e4, .3}} {
		if l, err := SolidNamed(c.name, c.young, c.nu); err == nil {
			t.Errorf("%+v: %v: expected an error", c, l)
		}
	}
}

// eigenvalues of a symmetric tangent.
func eigenvalues(h *Tangent) (list []float64) {
	a := *h
	for range 60 { // Jacobi
		for p := range 8 {
			for q := p + 1; q < 9; q++ {
				if a[p][q] == 0 {
					continue
				}
				phi := math.Atan2(2*a[p][q], a[q][q]-a[p][p]) / 2
				c, s := math.Cos(phi), math.Sin(phi)
				for k := range 9 {
					a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
				}
				for k := range 9 {
					a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
				}
			}
		}
	}
	for k := range 9 {
		list = append(list, a[k][k])
	}
	return list
}

func BenchmarkSolid(b *testing.B) {
	for _, k := range SolidKinds {
		b.Run(k.Name, func(b *testing.B) {
			l := k.Given(2e4, .3)
			f := Gradient{{1.1, .2, .1}, {-.1, .9, .05}, {.02, -.3, 1.2}}
			for b.Loop() {
				l.Respond(&f, false)
			}
		})
	}
}
