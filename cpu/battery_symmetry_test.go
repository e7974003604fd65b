package cpu

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/param"
	"hysteron/step"
	"hysteron/step/steptest"
)

// motion is an orthogonal map followed by a translation.
type motion struct {
	q     [9]float64
	shift r3.Vec
}

func (m *motion) turn(v r3.Vec) r3.Vec {
	return r3.Vec{
		X: m.q[0]*v.X + m.q[1]*v.Y + m.q[2]*v.Z,
		Y: m.q[3]*v.X + m.q[4]*v.Y + m.q[5]*v.Z,
		Z: m.q[6]*v.X + m.q[7]*v.Y + m.q[8]*v.Z,
	}
}

func (m *motion) move(v r3.Vec) r3.Vec { return r3.Add(m.turn(v), m.shift) }

// randomMotion is a rotation about a random axis, or a reflection of it.
func randomMotion(rnd *rand.Rand, mirror bool) *motion {
	axis := r3.Unit(r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()})
	rot := r3.NewRotation(1+2*rnd.Float64(), axis)
	m := &motion{shift: r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}}
	for c, e := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		v := rot.Rotate(e)
		if mirror && c == 0 {
			v = r3.Scale(-1, v)
		}
		m.q[c], m.q[3+c], m.q[6+c] = v.X, v.Y, v.Z
	}
	return m
}

// movedSurface is a surface seen through a motion; the orientation is kept outwards.
type movedSurface struct {
	step.Surface
	m   *motion
	tri [][3]int32
}

func newMovedSurface(s step.Surface, m *motion, mirror bool) *movedSurface {
	c := &movedSurface{Surface: s, m: m}
	for _, t := range s.Triangles() {
		if mirror {
			t[1], t[2] = t[2], t[1]
		}
		c.tri = append(c.tri, t)
	}
	return c
}

func (c *movedSurface) Triangles() [][3]int32 { return c.tri }
func (c *movedSurface) Positions(dst []r3.Vec, t float64) {
	c.Surface.Positions(dst, t)
	for i := range dst {
		dst[i] = c.m.move(dst[i])
	}
}

// movedWorld is the patch of s with everything in the world moved: cloth, velocities, gravity
// and colliders. Wind is moved without gusts, whose waves prefer the vertical.
func movedWorld(t *testing.T, s *Sim, seed uint64, m *motion, mirror bool) *Sim {
	t.Helper()
	state := s.State.Clone()
	for i := range state.X {
		state.X[i], state.V[i] = m.move(state.X[i]), m.turn(state.V[i])
	}
	for i := range state.Touches {
		q := &state.Touches[i]
		q.Normal, q.Slip = m.turn(q.Normal), m.turn(q.Slip)
		if mirror {
			q.Bary[1], q.Bary[2] = q.Bary[2], q.Bary[1]
		}
	}
	for i := range state.Rubs {
		state.Rubs[i].Slip = m.turn(state.Rubs[i].Slip)
	}
	set := s.Settings
	moveVectors(&set, m)
	var colliders []step.Collider
	for _, o := range s.obstacles {
		c := o.Collider
		if c.Surface != nil {
			c.Surface = newMovedSurface(c.Surface, m, mirror)
		} else {
			c.Point, c.Normal = m.move(c.Point), m.turn(c.Normal)
		}
		colliders = append(colliders, c)
	}
	model := *s.Model
	if mirror {
		// Seen in the mirror angles change sign; so does the history of bending, and laws with two sides are turned over.
		for _, k := range []cloth.Kind{cloth.Hinges, cloth.Curves} {
			model.Strains[k].Laws = turnedOver(model.Strains[k].Laws)
		}
		model.Hinges = append([]cloth.Hinge(nil), model.Hinges...)
		for i := range model.Hinges {
			model.Hinges[i].Theta = -model.Hinges[i].Theta
		}
		// Solids at rest are seen in the mirror, too: with all three material axes reversed strains are the same.
		solids := slices.Clone(model.Elements[cloth.Tetrahedra])
		for i := range solids {
			for k := range solids[i].Rest {
				solids[i].Rest[k] = -solids[i].Rest[k]
			}
		}
		model.Elements[cloth.Tetrahedra] = solids
		steptest.Remember(s.Model, state, seed, true)
	}
	r, err := New(&model, state, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	steer(t, r, moved(s, &set, func(i int) int32 { return int32(i) }, m.move))
	return r
}

// turnedOver are laws of bending as the other side of the cloth has them: all but stiffness that is a curve are the
// same on both.
func turnedOver(sets []law.Set) []law.Set {
	sets = slices.Clone(sets)
	for i := range sets {
		for r, l := range sets[i] {
			c, ok := l.(law.Curve)
			if !ok {
				continue
			}
			points := []*float64{&c.K1, &c.K2, &c.K3, &c.K4, &c.K5}
			n := len(points)
			for n > 1 && *points[n-1] < 0 {
				n--
			}
			for a, b := 0, n-1; a < b; a, b = a+1, b-1 {
				*points[a], *points[b] = *points[b], *points[a]
			}
			c.Low, c.High = -c.High, -c.Low
			sets[i][r] = c
		}
	}
	return sets
}

// moved are the grabs of a patch with its vertices renumbered and its targets moved.
func moved(s *Sim, set *step.Settings, number func(int) int32, move func(r3.Vec) r3.Vec) step.Steering {
	by := set.Steering()
	for i, g := range s.grabs {
		if s.grabs.hold(i) {
			g.Vertex, g.Target, g.Leash.Centre = number(i), move(g.Target), move(g.Leash.Centre)
			by.Grabs = append(by.Grabs, g)
		}
	}
	return by
}

// moveVectors moves all points among settings, and turns all directions.
func moveVectors(settings any, m *motion) {
	param.Vectors(settings, func(f *param.Field, v *r3.Vec) {
		if f.Point {
			*v = m.move(*v)
		} else {
			*v = m.turn(*v)
		}
	})
}

// TestMoveVectors: directions turn, points move, wherever they are declared.
func TestMoveVectors(t *testing.T) {
	type inner struct {
		At  r3.Vec `key:"at_m" point:"true"`
		Way r3.Vec `key:"way"`
	}
	set := struct {
		inner
		Table inner `key:"table"`
	}{inner{r3.Vec{X: 1}, r3.Vec{Y: 2}}, inner{r3.Vec{Z: 3}, r3.Vec{X: 4}}}
	m, before := randomMotion(rand.New(rand.NewPCG(1, 1)), true), set
	moveVectors(&set, m)
	for got, want := range map[*inner]inner{&set.inner: before.inner, &set.Table: before.Table} {
		if got.At != m.move(want.At) || got.Way != m.turn(want.Way) {
			t.Errorf("%v became %v", want, *got)
		}
	}
}

// prepare brings s to the middle of a step: terms begun, trial positions x, contacts known.
func prepare(s *Sim, terms []Term, x func(i int) r3.Vec) {
	s.SetTerms(terms)
	s.begin(1. / 200)
	s.guess()
	for i := range s.x {
		s.x[i] = x(i)
	}
	s.detectContacts(true)
}

// TestWorldInvariance: moving and turning the whole world, or looking at it in a mirror,
// leaves every term's energy and moves its forces along. A term that fails prefers an axis,
// or drapes a left sleeve differently from a right one.
func TestWorldInvariance(t *testing.T) {
	for _, mirror := range []bool{false, true} {
		for _, of := range steptest.Subjects() {
			t.Run(of.String()+map[bool]string{false: "/motion", true: "/mirror"}[mirror], func(t *testing.T) {
				for seed := range uint64(3) {
					s := crumpled(t, seed, of)
					s.Settings.Wind.Gust = 0
					trial := append([]r3.Vec(nil), s.x...)
					m := randomMotion(rand.New(rand.NewPCG(seed, 3)), mirror)
					w := movedWorld(t, s, seed, m, mirror)
					prepare(s, []Term{newTerm(t, of.Name)}, func(i int) r3.Vec { return trial[i] })
					prepare(w, []Term{newTerm(t, of.Name)}, func(i int) r3.Vec { return m.move(trial[i]) })
					compareMoved(t, s, w, m)
				}
			})
		}
	}
}

// compareMoved checks that w has the energy of s and its forces turned by m.
func compareMoved(t *testing.T, s, w *Sim, m *motion) {
	t.Helper()
	e, ew := s.energyAt(s.x), w.energyAt(w.x)
	s.gatherGradient()
	w.gatherGradient()
	var largest, worst float64
	for i, g := range s.g {
		largest = max(largest, r3.Norm(g))
		worst = max(worst, r3.Norm(r3.Sub(w.g[i], m.turn(g))))
	}
	if largest == 0 {
		t.Fatal("the term does nothing: the test would prove nothing")
	}
	// Positions a metre from the origin keep 1e-16 m, of edges of 1e-2 m: forces keep about
	// 1e-13 of the stress times a small factor.
	if worst > 1e-9*largest || math.Abs(e-ew) > 1e-9*math.Abs(e) {
		t.Errorf("energy %g and %g, forces differ by %.3g of the largest; does a place among the settings lack the tag "+
			"point?", e, ew, worst/largest)
	}
}

// TestRigidInvariance: terms inside the cloth do not feel the world: moving the positions
// alone (the history stays) changes nothing.
func TestRigidInvariance(t *testing.T) {
	for _, of := range steptest.Subjects() {
		if of.On != step.Strains {
			continue
		}
		t.Run(of.String(), func(t *testing.T) {
			for seed := range uint64(3) {
				s := crumpled(t, seed, of)
				m := randomMotion(rand.New(rand.NewPCG(seed, 5)), false)
				w := crumpled(t, seed, of)
				for i := range w.x {
					w.x[i] = m.move(w.x[i])
				}
				compareMoved(t, s, w, m)
			}
		})
	}
}

// TestRelabelling: the numbers of the vertices mean nothing. The patch with its vertices
// shuffled and its triangles' corners rotated and reordered has the same energy and forces.
func TestRelabelling(t *testing.T) {
	for _, of := range steptest.Subjects() {
		t.Run(of.String(), func(t *testing.T) {
			s := crumpled(t, 1, of)
			rnd := rand.New(rand.NewPCG(1, 9))
			n, nt := len(s.x), len(s.Model.Tri)
			perm, permTri := rnd.Perm(n), rnd.Perm(nt)
			p := cloth.Part{Fabric: s.Model.Parts[0].Fabric, X: make([]r3.Vec, n)}
			p.FrictionScale = make([]float64, n)
			for i := range n {
				p.X[perm[i]] = s.Model.X0[i]
				p.FrictionScale[perm[i]] = 1
				if i < s.Model.Parts[0].Vertices.Hi {
					p.FrictionScale[perm[i]] = painted(i)
				}
			}
			for _, old := range permTri {
				tri, uv, k := s.Model.Tri[old], s.Model.UV[old], rnd.IntN(3)
				for c := range 3 {
					tri[c], uv[c] = int32(perm[s.Model.Tri[old][(c+k)%3]]), s.Model.UV[old][(c+k)%3]
				}
				p.Tri, p.UV = append(p.Tri, tri), append(p.UV, uv)
			}
			for _, list := range s.Model.Elements {
				for _, e := range list {
					for a := range e.Kind.Row().Corners {
						e.V[a] = int32(perm[e.V[a]])
					}
					p.Elements = append(p.Elements, e)
				}
			}
			model, err := cloth.NewModel([]cloth.Part{p})
			if err != nil {
				t.Fatal(err)
			}
			state := cloth.NewState(model)
			for i := range n {
				state.X[perm[i]], state.V[perm[i]] = s.State.X[i], s.State.V[i]
			}
			keep := func(kind cloth.Kind, to, from int) {
				for k := range kind.Per() {
					copy(state.Past[kind].At(to, k), s.State.Past[kind].At(from, k))
				}
			}
			curve, edge := map[int32]int{}, map[[2]int32]int{}
			type spring struct {
				ends   [2]int32
				family cloth.Family
			}
			springs := map[spring]int{}
			for i, c := range s.Model.Curves {
				curve[c.Tri] = i
			}
			key := func(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }
			for i, h := range s.Model.Hinges {
				edge[key(int32(perm[h.V[0]]), int32(perm[h.V[1]]))] = i
			}
			place := make([]int, n+nt)
			copy(place, perm)
			for i, old := range permTri {
				keep(cloth.Triangles, i, old)
				place[n+old] = n + i
			}
			state.Touches = slices.Clone(s.State.Touches)
			for i := range state.Touches {
				state.Touches[i].Point = int32(place[state.Touches[i].Point])
			}
			slices.SortStableFunc(state.Touches, func(a, b cloth.Touch) int {
				return cmp.Or(cmp.Compare(a.Collider, b.Collider), cmp.Compare(a.Point, b.Point))
			})
			corners := map[[3]int32][3]int32{}
			sorted := func(v [3]int32) [3]int32 {
				slices.Sort(v[:])
				return v
			}
			for _, v := range model.Tri {
				corners[sorted(v)] = v
			}
			for _, r := range s.State.Rubs {
				for k := range r.V {
					r.V[k] = int32(perm[r.V[k]])
				}
				if !r.Edges {
					v := corners[sorted([3]int32(r.V[1:]))]
					copy(r.V[1:], v[:])
				}
				state.Rubs = append(state.Rubs, r.Ordered())
			}
			for i, c := range model.Curves {
				keep(cloth.Curves, i, curve[int32(permTri[c.Tri])])
			}
			for kind := range cloth.Kinds {
				for i := range model.Elements[kind] {
					keep(kind, i, i)
				}
			}
			for i, g := range s.Model.Segments {
				springs[spring{key(int32(perm[g.V[0]]), int32(perm[g.V[1]])), g.Family}] = i
			}
			for i, g := range model.Segments {
				keep(cloth.Segments, i, springs[spring{key(g.V[0], g.V[1]), g.Family}])
			}
			for i, h := range model.Hinges {
				keep(cloth.Hinges, i, edge[key(h.V[0], h.V[1])])
			}
			var colliders []step.Collider
			for _, o := range s.obstacles { // one part has the law of both
				o.Measured = o.Measured[:min(1, len(o.Measured))]
				colliders = append(colliders, o.Collider)
			}
			model.Rubbings = s.Model.Rubbings[:1]
			w, err := New(model, state, colliders, s.Settings)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			steer(t, w, moved(s, &s.Settings, func(i int) int32 { return int32(perm[i]) }, func(x r3.Vec) r3.Vec { return x }))
			inverse := make([]int, n)
			for i, k := range perm {
				inverse[k] = i
			}
			prepare(w, []Term{newTerm(t, of.Name)}, func(k int) r3.Vec { return s.x[inverse[k]] })
			e, ew := s.energyAt(s.x), w.energyAt(w.x)
			s.gatherGradient()
			w.gatherGradient()
			var largest, worst float64
			for i, g := range s.g {
				largest, worst = max(largest, r3.Norm(g)), max(worst, r3.Norm(r3.Sub(w.g[perm[i]], g)))
			}
			if worst > 1e-10*largest || math.Abs(e-ew) > 1e-10*math.Abs(e) {
				t.Errorf("energy %g and %g, forces differ by %.3g of the largest", e, ew, worst/largest)
			}
		})
	}
}
