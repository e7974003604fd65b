package placement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/pattern"
)

// Worn is a garment that was put around a figure.
type Worn struct {
	X      []r3.Vec // [m]
	Shift  r3.Vec   // of its middle [m]
	Turned float64  // largest turn of a sleeve or leg [rad]
	// largest share, of the trunk, a sleeve or a leg, that is inside the figure by more than 1/250 of its height
	Inside float64
	Far    float64 // distance from the figure: mean over its vertices of squares relative to the height, see cost
	Empty  int     // middles and ends of sleeves and legs without a limb of the figure
}

// piece is a connected part of a garment and its placement.
type piece struct {
	of     []bool  // vertices
	sample []int32 // vertices that are evaluated
	limbs  []limb
	at     []float64 // shift x, y, z [m], then the angles spread and swing of each limb [rad]
}

// Wear puts a garment around a figure whose limbs may point elsewhere: every piece is moved, and its sleeves and legs
// are turned at their joints, so that it is outside and near, with limbs of the figure inside its own. Lengths change
// only at the joints.
func (f *Figure) Wear(s *pattern.Surface) Worn {
	pieces := piecesOf(s)
	f.start(s.X, pieces)
	w := Worn{X: slices.Clone(s.X)}
	for i := range pieces {
		p := &pieces[i]
		f.improve(s.X, p, len(pieces) > 1)
		p.untwist(s)
		w.Far += f.cost(s.X, p, p.sample, 0) / float64(len(pieces))
		w.Shift = r3.Add(w.Shift, r3.Scale(1/float64(len(pieces)), r3.Vec{X: p.at[0], Y: p.at[1], Z: p.at[2]}))
		all, in := make([]float64, 1+len(p.limbs)), make([]float64, 1+len(p.limbs)) // of the trunk and of each limb
		for v, of := range p.of {
			if !of {
				continue
			}
			w.X[v] = p.place(s.X, int32(v))
			k := 1 + slices.IndexFunc(p.limbs, func(l limb) bool { return l.weight[v] > 0.5 })
			if all[k]++; -f.tree.Closest(w.X[v], -1).Dist > f.Height()/250 {
				in[k]++
			}
		}
		for k := range all {
			w.Inside = max(w.Inside, in[k]/max(1, all[k]))
		}
		for k := range p.limbs {
			w.Turned = max(w.Turned, math.Abs(p.at[3+2*k]), math.Abs(p.at[4+2*k]))
			for _, c := range p.limbs[k].centres(w.X) {
				if f.depth(c) < -f.Height()/100 {
					w.Empty++
				}
			}
		}
	}
	return w
}

// untwist turns the limbs of a piece back, by quarters, if it intersects itself less then: trouser legs that were
// turned through each other cannot be put on.
func (p *piece) untwist(s *pattern.Surface) {
	if len(p.limbs) == 0 {
		return
	}
	var tri [][3]int32
	for _, t := range s.Tri {
		if p.of[t[0]] {
			tri = append(tri, t)
		}
	}
	x, turned := slices.Clone(s.X), slices.Clone(p.at)
	least, best := math.MaxInt, turned
	for quarters := 4.0; quarters >= 0 && least > 0; quarters-- {
		for k := 3; k < len(p.at); k++ {
			p.at[k] = quarters / 4 * turned[k]
		}
		for v, of := range p.of {
			if of {
				x[v] = p.place(s.X, int32(v))
			}
		}
		if n := len(check.Check(check.Mesh{X: x, Tri: tri}, nil, nil).Self); n < least {
			least, best = n, slices.Clone(p.at)
		}
	}
	copy(p.at, best)
}

// GoesRound is the share of a sleeve, a leg or a trunk that may be inside the figure.
const GoesRound = 0.1

// Scale returns the factor at which a garment goes around the figure: 1, or the one from 0.68 to 1.48 at which it is
// nearest to the figure with limbs in all of its sleeves and legs, where it may be too narrow (Ease).
func (f *Figure) Scale(s *pattern.Surface) float64 {
	best, least := 1.0, math.Inf(1)
	for k := range 17 {
		factor := math.Pow(1.05, float64((k+1)/2)*float64(2*(k%2)-1))
		t := pattern.Surface{X: slices.Clone(s.X), Tri: s.Tri}
		for v, x := range t.X {
			t.X[v] = r3.Scale(factor, x)
		}
		w := f.Wear(&t)
		if k == 0 && w.Empty == 0 && w.Inside < GoesRound {
			break
		}
		if bad := w.Far + float64(w.Empty); bad < least {
			best, least = factor, bad
		}
	}
	return best
}

// piecesOf returns the connected pieces of a garment.
func piecesOf(s *pattern.Surface) (pieces []piece) {
	one := s.Pieces()
	rims := s.Rims()
	index := map[int32]int{}
	for _, t := range s.Tri { // vertices without a triangle belong to no piece
		if _, ok := index[one[t[0]]]; !ok {
			index[one[t[0]]] = len(pieces)
			pieces = append(pieces, piece{of: make([]bool, len(s.X))})
		}
		for _, v := range t {
			pieces[index[one[t[0]]]].of[v] = true
		}
	}
	for i := range pieces {
		p := &pieces[i]
		var own []pattern.Rim
		for _, r := range rims {
			if p.of[r.Vertices[0]] {
				own = append(own, r)
			}
		}
		p.limbs = limbsOf(s, own, p.of)
		var list []int32
		for v, of := range p.of {
			if of {
				list = append(list, int32(v))
			}
		}
		const looked = 100
		p.sample = some(list, looked)
		p.at = make([]float64, 3+2*len(p.limbs))
	}
	return pieces
}

// some returns a subset of a list, at multiples of the golden ratio, which do not repeat the order of rows.
func some(list []int32, most int) []int32 {
	if len(list) <= most {
		return list
	}
	var out []int32
	for k := range most {
		_, part := math.Modf(float64(k) * math.Phi)
		out = append(out, list[int(part*float64(len(list)))])
	}
	return out
}

// place returns the new position of a vertex.
func (p *piece) place(x []r3.Vec, v int32) r3.Vec {
	y := x[v]
	for k, l := range p.limbs {
		if w := l.weight[v]; w > 0 {
			spread, swing := l.side*w*p.at[3+2*k], w*p.at[4+2*k]
			y = r3.Add(l.joint, turn(spread, swing, r3.Sub(y, l.joint)))
		}
	}
	return r3.Add(y, r3.Vec{X: p.at[0], Y: p.at[1], Z: p.at[2]})
}

// depth returns the depth of a point inside the figure or below its feet; negative outside [m].
func (f *Figure) depth(x r3.Vec) float64 {
	d := -f.tree.Closest(x, -1).Dist
	if below := f.lo.Y - x.Y; below > 0 {
		return max(d, below)
	}
	return d
}

// axial is the depth of the middle of a sleeve in a limb along its axis, in radii of the sleeve.
const axial = 0.8

// cost returns the distance of a piece from the figure: the mean over its vertices of squares relative to the figure's
// height, of the middles of its limbs from being deep inside, in their radii, and of their ends from being outside;
// turning limbs costs a little.
func (f *Figure) cost(x []r3.Vec, p *piece, sample []int32, deep float64) (sum float64) {
	// factor of depth inside; distance that counts as away; cost of empty limbs and of turning
	const inside, away, empty, turning = 4, 0.1, 2, 1e-4
	const hems, ends = 8, 0.5
	for _, v := range sample {
		h := f.depth(p.place(x, v)) / f.Height()
		if h > 0 {
			h *= inside
		}
		sum += min(h*h, away*away)
	}
	sum /= float64(len(sample))
	for k := range p.limbs {
		for _, c := range p.limbs[k].centres(x) {
			h := max(0, deep*p.limbs[k].radius-f.depth(p.turned(c, k))) / f.Height()
			sum += empty / float64(len(p.limbs)) * h * h
		}
		ring := some(p.limbs[k].rings[1], hems) // an ankle, without the foot
		for _, v := range ring {
			h := inside * max(0, f.depth(p.turned(x[v], k))) / f.Height()
			sum += ends / float64(len(p.limbs)*len(ring)) * min(h*h, away*away)
		}
		sum += turning * (p.at[3+2*k]*p.at[3+2*k] + p.at[4+2*k]*p.at[4+2*k])
	}
	return sum
}

// turned returns the position of a point that moves with the k-th limb.
func (p *piece) turned(y r3.Vec, k int) r3.Vec {
	l := &p.limbs[k]
	y = r3.Add(l.joint, turn(l.side*p.at[3+2*k], p.at[4+2*k], r3.Sub(y, l.joint)))
	return r3.Add(y, r3.Vec{X: p.at[0], Y: p.at[1], Z: p.at[2]})
}

// turn swings a vector around X, then spreads it around Z.
func turn(spread, swing float64, d r3.Vec) r3.Vec {
	s, c := math.Sincos(swing)
	d.Y, d.Z = c*d.Y-s*d.Z, s*d.Y+c*d.Z
	s, c = math.Sincos(spread)
	d.X, d.Y = c*d.X-s*d.Y, s*d.X+c*d.Y
	return d
}

// most is the largest turn of a limb that is at least a fifth as long as the figure is tall; shorter ones, which would
// be torn, turn less [rad].
const most = 50 * math.Pi / 180

// improve moves a piece and turns its limbs while that reduces the cost.
func (f *Figure) improve(x []r3.Vec, p *piece, together bool) {
	first := slices.Clone(p.at)
	cost := func() float64 { // pieces stay together if that is as good
		d := r3.Scale(1/f.Height(), r3.Vec{X: p.at[0] - first[0], Y: p.at[1] - first[1], Z: p.at[2] - first[2]})
		if !together {
			d = r3.Vec{}
		}
		return f.cost(x, p, p.sample, axial) + r3.Norm2(d)
	}
	least := cost()
	try := func(by float64, of ...int) bool {
		was := slices.Clone(p.at)
		for _, k := range of {
			p.at[k] += by
			if k >= 3 && math.Abs(p.at[k]) > most*min(1, 5*p.limbs[(k-3)/2].length(x)/f.Height()) {
				copy(p.at, was)
				return false
			}
		}
		if c := cost(); c < least {
			least = c
			return true
		}
		copy(p.at, was)
		return false
	}
	step := 1.0
	// symmetric moves first; then each limb alone
	if tied := p.tied(); tied != nil {
		f.climb(step, tied, try)
		step = 1. / 4
	}
	var single [][]int
	for k := range p.at {
		single = append(single, []int{k})
	}
	f.climb(step, single, try)
}

// climb moves the listed variables, all of an entry alike, while that reduces the cost, in steps of a 40th of the
// figure's height and 10°, then in shorter ones.
func (f *Figure) climb(step float64, moves [][]int, try func(by float64, of ...int) bool) {
	for ; step > 1./32; step /= 2 {
		for improved := true; improved; {
			improved = false
			for _, sign := range []float64{step, -step} {
				for _, m := range moves {
					size := f.Height() / 40
					if m[0] >= 3 {
						size = 10 * math.Pi / 180
					}
					improved = try(sign*size, m...) || improved
				}
			}
		}
	}
}

// tied returns the symmetric moves of a piece whose limbs come in pairs: up, ahead, and each pair spread and swung; nil
// for others. limbsOf lists pairs one after the other.
func (p *piece) tied() (moves [][]int) {
	if len(p.limbs) == 0 {
		return nil
	}
	moves = [][]int{{1}, {2}}
	for k := 3; k < len(p.at); k += 4 {
		moves = append(moves, []int{k, k + 2}, []int{k + 1, k + 3})
	}
	return moves
}

// start tries heights from the feet to the head for all pieces together, each with limbs at angles in steps of 15°.
func (f *Figure) start(x []r3.Vec, pieces []piece) {
	var of []bool
	for range x {
		of = append(of, false)
	}
	best := make([][]float64, len(pieces))
	for i, p := range pieces {
		for v, in := range p.of {
			of[v] = of[v] || in
		}
		best[i] = slices.Clone(p.at)
	}
	lo, hi := boxOf(x, of)
	const heights, few, step = 40, 40, math.Pi / 12
	middle := r3.Scale(0.5, r3.Sub(r3.Add(f.lo, f.hi), r3.Add(lo, hi)))
	from, to, least := f.lo.Y-lo.Y, f.hi.Y-hi.Y, math.Inf(1)
	for k := range heights + 1 {
		for ahead := -1.; ahead <= 1; ahead++ {
			sum := 0.0
			angle := make([]float64, len(pieces))
			for i := range pieces {
				p := &pieces[i]
				p.at[0], p.at[1], p.at[2] = middle.X, from+(to-from)*float64(k)/heights, middle.Z+ahead*0.02*f.Height()
				turns := 3
				if len(p.limbs) == 0 {
					turns = 0
				}
				sample := some(p.sample, few)
				low := math.Inf(1)
				for a := -turns; a <= turns; a++ {
					if a != 0 && float64(max(a, -a))*step > most*min(1, 5*p.limbs[0].length(x)/f.Height()) {
						continue
					}
					p.spread(float64(a) * step)
					if c := f.cost(x, p, sample, axial); c < low {
						low, angle[i] = c, float64(a)*step
					}
				}
				sum += low
			}
			if sum < least {
				least = sum
				for i := range pieces {
					pieces[i].spread(angle[i])
					copy(best[i], pieces[i].at)
				}
			}
		}
	}
	for i := range pieces {
		copy(pieces[i].at, best[i])
	}
}

// spread turns all limbs of a piece to the sides.
func (p *piece) spread(angle float64) {
	for j := 3; j < len(p.at); j += 2 {
		p.at[j] = angle
	}
}
