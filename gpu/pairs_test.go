//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	contactpairs "hysteron/contact/pairs"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// soup is a heap of crumpled scraps in random motion, through each other as well.
func soup(t *testing.T, ctx *opengl.Context, seed uint64) *Sim {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 3))
	noise := func(a float64) r3.Vec {
		return r3.Vec{X: a * rnd.NormFloat64(), Y: a * rnd.NormFloat64(), Z: a * rnd.NormFloat64()}
	}
	var parts []cloth.Part
	for range 5 {
		f := cotton()
		f.ClothFriction = rnd.Float64()
		p := grid(2+rnd.IntN(4), 2+rnd.IntN(4), .02+.03*rnd.Float64(), .02+.03*rnd.Float64(), f)
		at := r3.Add(r3.Vec{X: .4, Y: 1.6, Z: -.7}, noise(.01))
		for i := range p.X {
			p.X[i] = r3.Add(at, r3.Add(p.X[i], noise(.003)))
		}
		parts = append(parts, p)
	}
	m := model(t, parts...)
	state := cloth.NewState(m)
	for i := range state.V {
		state.V[i] = r3.Add(r3.Scale(20*rnd.Float64(), noise(.1)), r3.Vec{X: 1})
	}
	return inStep(t, ctx, newGPU(t, ctx, m, state, nil, step.DefaultSettings()))
}

// inStep begins a step, before any pairs are collected.
func inStep(t *testing.T, ctx *opengl.Context, s *Sim) *Sim {
	t.Helper()
	if err := ctx.Do(func() error {
		s.bind()
		s.begin(.005)
		s.pairs.err = nil
		write(s.queue, s.queue.buffers["pairStatus"], []pairStatus{{}})
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// soupPair is a pair of the soup, as the device has it.
type soupPair struct {
	kind  contactpairs.Kind
	v     [4]int32
	x, dx [4]r3.Vec // where it starts and goes [m]
	boxes bool      // whether the boxes of its features meet
	delta float64   // thickness [m]
}

// pairsByName reads positions and boxes from the device and returns what a query and a partner are;
// false: no pair, since they have a common vertex.
func (s *Sim) pairsByName() func(q, partner int32) (soupPair, bool) {
	n, tris := int32(len(s.Model.X0)), int32(len(s.Model.Tri))
	hi, lo, moved := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	rest, box, feature := make([][4]float32, n), make([][2][4]float32, n), make([][4]int32, len(s.pairs.Leaf))
	read(s.queue, s.queue.buffers["startHi"], hi)
	read(s.queue, s.queue.buffers["startLo"], lo)
	read(s.queue, s.queue.buffers["moved"], moved)
	read(s.queue, s.queue.buffers["pairRest"], rest)
	read(s.queue, s.queue.buffers["vertexBox"], box)
	read(s.queue, s.queue.buffers["features"], feature)
	return func(q, partner int32) (soupPair, bool) {
		f := feature[partner]
		v, kind, own := [4]int32{q, f[0], f[1], f[2]}, contactpairs.VertexTriangle, 1
		if q >= n {
			e := feature[q-n+tris]
			v, kind, own = [4]int32{e[0], e[1], f[0], f[1]}, contactpairs.EdgeEdge, 2
		}
		for _, a := range v[:own] {
			if slices.Contains(v[own:], a) {
				return soupPair{}, false
			}
		}
		p := soupPair{kind: kind, v: v, boxes: true, delta: s.Settings.SelfThickness}
		for k, i := range v {
			p.x[k] = layout.Joined(hi[i], lo[i])
			p.dx[k] = r3.Vec{X: float64(moved[i][0]), Y: float64(moved[i][1]), Z: float64(moved[i][2])}
			p.delta = min(p.delta, float64(rest[i][0]))
		}
		for c := range 3 {
			ends := func(v []int32) (low, high float32) {
				low, high = float32(math.Inf(1)), float32(math.Inf(-1))
				for _, i := range v {
					low, high = min(low, box[i][0][c]), max(high, box[i][1][c])
				}
				return low, high
			}
			l1, h1 := ends(v[:own])
			l2, h2 := ends(v[own:])
			p.boxes = p.boxes && l1 <= h2 && l2 <= h1
		}
		return p, true
	}
}

// soupContact is what the reference makes of a pair that may be near.
type soupContact struct {
	start, at float64 // distance at the start [m]; fraction of the path up to which it is apart
	hit       bool
	r, n      r3.Vec // between the closest points [m]; unit normal
	w         [4]float64
	support   uint8
	share     float64 // 0: not near, or does not count
	raised    bool
}

// modelled are the model's numbers of vertices.
func (s *Sim) modelled(v *[4]int32) (u [4]int32) {
	for k, i := range v {
		u[k] = s.pack.Vertex[i]
	}
	return u
}

// soupAround is the cloth around pairs, and where its vertices go.
type soupAround struct {
	*contactpairs.Surroundings
	end func(i int32) r3.Vec
}

// surroundings reads them from the device.
func (s *Sim) surroundings() *soupAround {
	n := len(s.Model.X0)
	hi, lo, moved := make([][4]float32, n), make([][4]float32, n), make([][4]float32, n)
	read(s.queue, s.queue.buffers["startHi"], hi)
	read(s.queue, s.queue.buffers["startLo"], lo)
	read(s.queue, s.queue.buffers["moved"], moved)
	feature := make([][4]int32, len(s.pairs.Leaf))
	read(s.queue, s.queue.buffers["features"], feature)
	tri := make([][3]int32, len(s.Model.Tri))
	for t := range tri {
		tri[t] = [3]int32(feature[t][:3])
	}
	return &soupAround{contactpairs.NewSurroundings(tri, n), func(i int32) r3.Vec {
		return r3.Add(layout.Joined(hi[i], lo[i]), r3.Vec{X: float64(moved[i][0]), Y: float64(moved[i][1]),
			Z: float64(moved[i][2])})
	}}
}

// contact looks a pair of the soup up.
func (p soupPair) contact(s *soupAround) (q soupContact) {
	q.start = contactpairs.Distance(p.kind, &p.x)
	q.at, q.hit = contactpairs.Advance(p.kind, &p.x, &p.dx, q.start, p.delta)
	y := contactpairs.At(&p.x, &p.dx, q.at)
	q.w = contactpairs.Closest(p.kind, &y)
	q.r = contactpairs.Between(&q.w, &y)
	l := r3.Norm(q.r)
	q.n, q.support = r3.Scale(1/l, q.r), contactpairs.Support(&q.w)
	if q.start-contactpairs.Reach(p.kind, &p.dx) <= step.PairReach*p.delta && (q.hit || l <= step.PairReach*p.delta) {
		q.share, q.raised = s.Share(p.kind, &p.v, &q.w, &q.n, &y, s.end, q.hit)
	}
	return q
}

// all lists every pair of the cloth by query and partner.
func (s *Sim) all() map[[2]int32]soupPair {
	n, tris, features := int32(len(s.Model.X0)), int32(len(s.Model.Tri)), int32(len(s.pairs.Leaf))
	named := s.pairsByName()
	list := map[[2]int32]soupPair{}
	for q := range int32(len(s.pairs.Query)) {
		first, end := int32(0), tris
		if q >= n {
			first, end = q-n+tris+1, features
		}
		for partner := first; partner < end; partner++ {
			if p, ok := named(q, partner); ok {
				list[[2]int32{q, partner}] = p
			}
		}
	}
	return list
}

// rounding is how far distances of pairs of a few centimetres may be from those in float64 [m].
const rounding = 2e-8

// TestPairCandidates: the lists of candidates are what a search through all pairs finds, in a fixed
// order, with the reference's distances.
func TestPairCandidates(t *testing.T) {
	ctx := open(t, true)
	for seed := range uint64(3) {
		s := soup(t, ctx, seed)
		if err := ctx.Do(func() error {
			s.pairs.collect()
			found := make([][2]int32, s.pairs.candidates)
			distance := make([]float32, len(found))
			read(s.queue, s.queue.buffers["candidate"], found)
			read(s.queue, s.queue.buffers["pairDistance"], distance)
			all := s.all()
			near := 0
			seen := map[[2]int32]bool{}
			for c, name := range found {
				p, ok := all[name]
				if !ok || seen[name] {
					t.Fatalf("candidate %v is no pair or comes twice", name)
				}
				seen[name] = true
				if c > 0 && found[c-1][0] > name[0] {
					t.Errorf("query %d comes before %d", found[c-1][0], name[0])
				}
				if want := contactpairs.Distance(p.kind, &p.x); !(math.Abs(float64(distance[c])-want) < rounding) {
					t.Errorf("pair %v: distance %g m, expected %g", p.v, distance[c], want)
				}
			}
			for name, p := range all {
				far := contactpairs.Distance(p.kind, &p.x) - contactpairs.Reach(p.kind, &p.dx) - 2*s.pairs.Slack -
					step.PairReach*p.delta
				if p.boxes && far <= 0 {
					near++
				}
				if want := p.boxes && far <= 0; want != seen[name] && !(p.boxes && math.Abs(far) < 10*rounding) {
					t.Errorf("pair %v: a candidate: %v, expected %v (boxes meet: %v, %g m too far)", p.v, seen[name],
						want, p.boxes,
						far)
				}
			}
			t.Logf("%d candidates of %d pairs, %d expected", len(found), len(all), near)
			if near < 100 || near == len(all) {
				t.Errorf("%d of %d pairs are near: the test proves little", near, len(all))
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPairDetection: contact planes and hits are the reference's, and every vertex has a list of its pairs.
func TestPairDetection(t *testing.T) {
	ctx := open(t, true)
	hits, near, shared, raised := 0, 0, 0, 0
	for seed := range uint64(4) {
		s := soup(t, ctx, seed)
		if err := ctx.Do(func() error {
			s.pairs.detect(true)
			n := len(s.Model.X0)
			found := make([][2]int32, s.pairs.candidates)
			read(s.queue, s.queue.buffers["candidate"], found)
			vertex, of := make([][4]int32, s.pairs.active), make([]int32, s.pairs.active)
			weight, plane := make([][4]float32, len(of)), make([][2][4]float32, len(of))
			read(s.queue, s.queue.buffers["pairVertex"], vertex)
			read(s.queue, s.queue.buffers["pairWeight"], weight)
			read(s.queue, s.queue.buffers["pairPlane"], plane)
			read(s.queue, s.queue.buffers["pairCandidate"], of)
			law, rest := make([][2][4]float32, len(of)), make([][4]float32, n)
			read(s.queue, s.queue.buffers["pairLaw"], law)
			read(s.queue, s.queue.buffers["pairRest"], rest)
			all := s.all()
			got := slices.Repeat([]int{-1}, len(found))
			for i, c := range of {
				got[c] = i
				if i > 0 && of[i-1] >= c {
					t.Errorf("active pairs %d and %d are of candidates %d and %d: expected them in order", i-1, i,
						of[i-1], c)
				}
			}
			flag := make([]int32, len(found))
			if s.pairs.countHits(0) == 0 {
				t.Error("nothing hits: the test proves nothing")
			}
			read(s.queue, s.queue.buffers["pairFlag"], flag)
			wanted := make([]soupContact, len(found))
			around := s.surroundings()
			for c, name := range found {
				wanted[c] = all[name].contact(around)
				if hit := wanted[c].hit; hit != (flag[c] != 0) {
					t.Errorf("pair %v hits: %v, expected %v at %g of its path", all[name].v, !hit, hit, wanted[c].at)
				}
			}
			for c, name := range found {
				p, q := all[name], &wanted[c]
				want := q.share > 0
				for k := range found {
					o := all[found[k]]
					if want && k != c && p.kind == contactpairs.VertexTriangle && found[k][0] == name[0] &&
						wanted[k].share > 0 {
						of, on := s.modelled(&p.v), s.modelled(&o.v)
						want = !contactpairs.Covered(&of, q.support, &on, wanted[k].support)
					}
				}
				l := r3.Norm(q.r)
				if want != (got[c] >= 0) {
					if math.Abs(l-step.PairReach*p.delta) > rounding && q.share > 2e-6 {
						t.Errorf("pair %v is near and counts: %v, expected %v at %g m with the share %g", p.v, !want,
							want, l, q.share)
					}
					continue
				}
				if !want {
					continue
				}
				near++
				if q.hit {
					hits++
				}
				if q.share < 1 {
					shared++
				}
				i, w, hit := got[c], q.w, q.hit
				// Rounding turns the normal by more the nearer the pair is; of one that hits also by where before the
				// hit the last step ended, which goes by the normals on the way.
				bound := 1e-5 + 2*rounding/l
				if hit {
					bound += 2e-3
				}
				area := float64(rest[p.v[0]][1])
				if p.kind == contactpairs.EdgeEdge {
					area = float64(min(rest[p.v[0]][1], rest[p.v[1]][1], rest[p.v[2]][1], rest[p.v[3]][1])) / 3
				}
				delta, k := step.PairLayer(q.start, p.delta, q.share*s.Settings.ContactStiffness/2*area, 0, q.raised)
				if math.Abs(float64(law[i][0][1])-delta) > 1e-6*delta+rounding {
					t.Errorf("pair %v: thickness %g m, expected %g, raised: %v", p.v, law[i][0][1], delta, q.raised)
				}
				if q.raised {
					raised++
				}
				if math.Abs(float64(law[i][0][0])-k) > 1e-4*k+1e-3*k/q.share {
					t.Errorf("pair %v: stiffness %g N/m, expected %g, with the share %g", p.v, law[i][0][0], k, q.share)
				}
				n := r3.Vec{X: float64(plane[i][0][0]), Y: float64(plane[i][0][1]), Z: float64(plane[i][0][2])}
				if turn := r3.Norm(r3.Sub(n, q.n)); !(turn < bound) {
					t.Errorf("pair %v, hit %v: normal %v, expected %v (%g m apart)", p.v, hit, n, q.n, l)
				}
				var sum float64
				for k := range w {
					sum += float64(weight[i][k])
					if math.Abs(float64(weight[i][k])-w[k]) > 1e-3 {
						t.Errorf("pair %v: weights %v, expected %v", p.v, weight[i], w)
						break
					}
				}
				if math.Abs(sum) > 3e-7 || vertex[i] != p.v {
					t.Errorf("pair %v has vertices %v and weights that sum to %g", p.v, vertex[i], sum)
				}
			}
			checkLists(t, s, n, vertex, weight)
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d active pairs compared, %d of which hit, %d of them raised, and %d have a share below one", near, hits,
		raised, shared)
	if raised == 0 {
		t.Error("no share is raised: the test proves less")
	}
}

// checkLists compares the lists of the pairs of n vertices with the pairs.
func checkLists(t *testing.T, s *Sim, n int, vertex [][4]int32, weight [][4]float32) {
	t.Helper()
	start, list := make([]int32, scanItems(n)), make([]int32, 4*len(vertex))
	read(s.queue, s.queue.buffers["pairListStart"], start)
	read(s.queue, s.queue.buffers["pairList"], list)
	of := make([][]int32, n)
	for i := range vertex {
		for k, v := range vertex[i] {
			if weight[i][k] != 0 {
				of[v] = append(of[v], int32(4*i+k))
			}
		}
	}
	var want []int32
	for v := range n + 1 {
		if at := start[v] + start[n+1+v/scanBlock]; int(at) != len(want) { // as place.glsl has it
			t.Errorf("list of vertex %d starts at %d, expected %d", v, at, len(want))
			return
		}
		if v < n {
			want = append(want, of[v]...)
		}
	}
	if !slices.Equal(list[:len(want)], want) {
		t.Error("the vertices' lists of pairs are not those of the pairs")
	}
}

// TestListsOfBlocks: lists that take several blocks of a scan have every pair once and in order, also when they are
// written once more after the number of candidates is known, and a stiffened pair is found in them.
func TestListsOfBlocks(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(40, 40, .3, .3, cotton()), shift(grid(39, 39, .3, .3, cotton()), r3.Vec{X: .001, Y: .0003,
		Z: -.001}))
	for _, fetch := range []bool{false, true} {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		inStep(t, ctx, s)
		if err := ctx.Do(func() error {
			p := s.pairs
			p.detect(true)
			for again := range 2 {
				if p.err != nil {
					return p.err
				}
				if p.vertices < 2*scanBlock || p.candidates < 2*scanBlock || p.active < scanBlock {
					return fmt.Errorf("%d vertices, %d candidates, %d active pairs: expected several blocks of each",
						p.vertices,
						p.candidates, p.active)
				}
				found, seen := make([][2]int32, p.candidates), map[[2]int32]bool{}
				read(s.queue, s.queue.buffers["candidate"], found)
				for _, name := range found {
					seen[name] = true
				}
				if len(seen) != len(found) {
					t.Errorf("fetch %t: %d of %d candidates are there once", fetch, len(seen), len(found))
				}
				vertex, weight, of := make([][4]int32, p.active), make([][4]float32, p.active), make([]int32, p.active)
				read(s.queue, s.queue.buffers["pairVertex"], vertex)
				read(s.queue, s.queue.buffers["pairWeight"], weight)
				read(s.queue, s.queue.buffers["pairCandidate"], of)
				for i := 1; i < len(of); i++ {
					if of[i-1] >= of[i] {
						return fmt.Errorf("fetch %t: active pairs %d and %d are of candidates %d and %d: expected them in order", fetch,
							i-1, i, of[i-1], of[i])
					}
				}
				checkLists(t, s, p.vertices, vertex, weight)
				if again > 0 {
					break
				}
				// The last candidate is stiffened, and the lists are made anew.
				last := found[len(found)-1]
				p.growLists(1, "pairStiff")
				write(s.queue, s.queue.buffers["pairStiff"], last[:])
				p.stiffened = 1
				p.collect()
				state := make([]int32, p.candidates)
				read(s.queue, s.queue.buffers["pairState"], state)
				read(s.queue, s.queue.buffers["candidate"], found)
				for c, name := range found {
					if (state[c] != 0) != (name == last) {
						t.Errorf("fetch %t: pair %v has the state %d; stiffened was %v alone", fetch, name, state[c],
							last)
						break
					}
				}
				p.emptyLists()
				p.narrowPhase()
				p.active = int(p.status().Totals[totalActive])
				p.candidates-- // as where there was room for more than there are
				p.emptyLists()
				p.bound = p.active
				p.list()
				p.candidates++
			}
			return opengl.Error()
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestScan: sums of counts of all sizes, at the borders of blocks and with more blocks than a group has invocations,
// each in one dispatch; and more than fits.
func TestScan(t *testing.T) {
	ctx := open(t, true)
	s := soup(t, ctx, 1)
	rnd := rand.New(rand.NewPCG(5, 6))
	if err := ctx.Do(func() error {
		b := s.queue.buffers["pairFlag"]
		for _, n := range []int{
			1, 7, scanBlock - 1, scanBlock, scanBlock + 1, 2*scanBlock - 1, 2 * scanBlock, 8*scanBlock - 1,
			8 * scanBlock,
			8*scanBlock + 1,
			group*scanBlock - 1, group * scanBlock, group*scanBlock + 1, 300*scanBlock + 5,
		} {
			if !s.pairs.growLists(scanItems(n), "pairFlag") {
				return s.pairs.err
			}
			if fits := scanCapacity(scanItems(n)); fits > n || fits < n-1 {
				t.Errorf("%d items are enough for %d counts, expected %d or one fewer", scanItems(n), fits, n)
			}
			items := make([]int32, scanItems(n))
			var want []int32
			var sum int32
			for i := range n {
				items[i] = int32(rnd.IntN(5))
				want = append(want, sum)
				sum += items[i]
			}
			want = append(want, sum)
			write(s.queue, b, items)
			before := s.Counts()
			s.pairs.scan(b, n, totalActive, scanLimit)
			if d := s.Counts().Sub(before).Dispatches; d != 1 {
				t.Errorf("sums of %d counts take %d dispatches, expected 1", n, d)
			}
			read(s.queue, b, items)
			for i := range want { // as place.glsl has it
				items[i] += items[n+1+i/scanBlock]
			}
			items = items[:n+1]
			if got := s.pairs.status().Totals[totalActive]; !slices.Equal(items, want) || got != sum {
				t.Errorf("sums of %d counts are not theirs; total %d, expected %d", n, got, sum)
			}
		}
		write(s.queue, b, slices.Repeat([]int32{math.MaxInt32}, 5*scanBlock))
		s.pairs.scan(b, 5*scanBlock, totalActive, scanLimit)
		if got := s.pairs.status().Totals[totalActive]; got != scanLimit {
			t.Errorf("total %d of counts that overflow, expected %d", got, scanLimit)
		}
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTooManyPairs: a list too large for the device ends the step with an error that names it.
func TestTooManyPairs(t *testing.T) {
	ctx := open(t, true)
	m := model(t, grid(7, 6, .06, .05, cotton()), shift(grid(6, 6, .05, .05, cotton()),
		r3.Vec{X: .004, Y: .004, Z: -.003}))
	s, err := newSim(ctx, ctx.Device().Limits, true, m, nil, nil, step.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	state := gpuState(t, s)
	for i := range state.V { // sweeps over more than the lists have room for at the start
		state.V[i] = r3.Vec{X: 5 * math.Sin(float64(i)), Y: 5 * math.Cos(3*float64(i))}
	}
	if err := s.SetState(state); err != nil {
		t.Fatal(err)
	}
	s.queue.allocations.Limits.SSBOBytes = 1 // nothing grows from here on
	_, err = s.Step(1. / 60)
	t.Log(err)
	var failed *step.StepError
	if !errors.Is(err, ErrTooLarge) || !errors.As(err, &failed) || failed.Outcome != step.Crowded {
		t.Errorf("error %v: expected %v", err, ErrTooLarge)
	}
}

// TestPairDistances: distances keep their digits where closest points are ill-conditioned: edges that are
// nearly parallel, needles, features that nearly touch, all away from the origin.
func TestPairDistances(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	power := func(lo, hi float64) float64 { return math.Pow(10, lo+(hi-lo)*rnd.Float64()) }
	const size = .02
	one := grid(2, 2, size, size, cotton())
	p := cloth.Part{Name: "pairs", Fabric: one.Fabric}
	var at []r3.Vec // where the two triangles of each pair go
	const clusters = 400
	for k := range clusters {
		base := r3.Vec{X: .3 * float64(k%20), Y: 1.3 + .3*float64(k/20%5), Z: -.3 * float64(k/100)}
		dir := r3.Unit(r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()})
		up := r3.Unit(r3.Cross(dir, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}))
		side := r3.Cross(dir, up)
		point := func(along, across, above float64) r3.Vec {
			return r3.Add(base, r3.Scale(size, r3.Add(r3.Scale(along, dir), r3.Add(r3.Scale(across, side),
				r3.Scale(above, up)))))
		}
		d, tilt, needle := power(-5, -1), power(-7, 0), power(-4, 0)
		shift := rnd.Float64() - .5
		at = append(at, point(0, 0, 0), point(1, 0, 0), point(.5, -needle, 0),
			point(shift, -.3*tilt, d), point(1+shift, .7*tilt, d+.1*tilt*rnd.NormFloat64()),
			point(.3, power(-6, 0), d+power(-3, 0)))
		for c := range 2 {
			v := int32(6*k + 3*c)
			p.Tri = append(p.Tri, [3]int32{v, v + 1, v + 2})
			p.UV = append(p.UV, one.UV[0])
			p.X = append(p.X, at[v:v+3]...)
		}
	}
	s := newGPU(t, open(t, true), model(t, p), nil, nil, step.DefaultSettings())
	if err := s.ctx.Do(func() error {
		s.bind()
		s.begin(.005)
		s.pairs.err = nil
		s.pairs.collect()
		found, distance := make([][2]int32, s.pairs.candidates), make([]float32, s.pairs.candidates)
		read(s.queue, s.queue.buffers["candidate"], found)
		read(s.queue, s.queue.buffers["pairDistance"], distance)
		named := s.pairsByName()
		var worst, least float64 = 0, 1
		for c, name := range found {
			q, _ := named(name[0], name[1])
			want := contactpairs.Distance(q.kind, &q.x)
			least = min(least, want)
			worst = max(worst, math.Abs(float64(distance[c])-want))
			if !(math.Abs(float64(distance[c])-want) < rounding) {
				t.Errorf("pair %v, kind %d: distance %.9g m, expected %.9g", q.v, q.kind, distance[c], want)
			}
		}
		t.Logf("%d distances, the least %.2g m, at most %.2g m off", len(found), least, worst)
		if len(found) < 4*clusters {
			t.Errorf("%d candidates: the test proves little", len(found))
		}
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
}
