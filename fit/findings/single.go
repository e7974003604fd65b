package findings

import (
	"math"
	"slices"
)

// Off is a reading that lies outside of what its neighbours allow, and what they do.
type OffRow struct {
	At     int // row
	Lo, Hi float64
	Was    float64 // what its neighbours make of it
	beyond float64
}

// Single finds one force that jumps out of its branch and back: the one that is farthest outside of what the readings beside it allow; ok is false where none is.
//
// A curve of cloth bends one way or the other there, so that a reading lies between the line through its neighbours and those that go on from either side; where the
// direction has just turned, friction rises steeply, may have a peak, and only the line from behind is known; where it is about to turn, the branch does not fall back,
// and goes on at most twice as steeply as it came, or as a power of the deformation. Errors widen that by what they do to each line, five standard deviations of what
// neighbours leave in the median, of at least least of the height, and more of few readings; rounding by its digits.
func SingleJump(q, f []float64) (o OffRow, ok bool) {
	g := group(q, f)
	if len(g.q) < 8 {
		return o, false
	}
	sd := g.scatter()
	for i := range g.q {
		lo, hi := g.allowed(i, sd)
		for _, row := range g.rows[i] {
			if beyond := max(lo-f[row], f[row]-hi); beyond > 0 && beyond > o.beyond {
				o, ok = OffRow{At: row, Lo: lo, Hi: hi, beyond: beyond}, true
			}
		}
	}
	return o, ok
}

// groups are readings at one deformation each, and the branches that they are of.
type groups struct {
	q, f   []float64
	rows   [][]int
	from   []int // first of the branch that comes to each
	to     []int // last of the branch that goes on from each
	step   float64
	height float64
}

func group(q, f []float64) *groups {
	g := &groups{}
	for i := range q {
		if n := len(g.q); n > 0 && q[i] == g.q[n-1] {
			g.rows[n-1] = append(g.rows[n-1], i)
			continue
		}
		g.q, g.rows = append(g.q, q[i]), append(g.rows, []int{i})
	}
	for _, rows := range g.rows {
		v := make([]float64, len(rows))
		for k, r := range rows {
			v[k] = f[r]
		}
		slices.Sort(v)
		g.f = append(g.f, v[(len(v)-1)/2])
	}
	n := len(g.q)
	g.from, g.to = make([]int, n), make([]int, n)
	for i := 1; i < n; i++ {
		if i > 1 && (g.q[i]-g.q[i-1])*(g.q[i-1]-g.q[i-2]) > 0 {
			g.from[i] = g.from[i-1]
		} else {
			g.from[i] = i - 1
		}
	}
	g.to[n-1] = n - 1
	for i := n - 2; i >= 0; i-- {
		if i < n-2 && (g.q[i+1]-g.q[i])*(g.q[i+2]-g.q[i+1]) > 0 {
			g.to[i] = g.to[i+1]
		} else {
			g.to[i] = i + 1
		}
	}
	g.height = slices.Max(g.f) - slices.Min(g.f)
	// Readings that were rounded are alike or apart by a step.
	v := slices.Clone(f)
	slices.Sort(v)
	g.step = g.height
	for i := 1; i < len(v); i++ {
		if d := v[i] - v[i-1]; d > 1e-9*g.height {
			g.step = min(g.step, d)
		}
	}
	return g
}

// line is what two readings make of a place, and the sum of the squares and of the sizes of their weights.
type line struct{ f, squares, sizes float64 }

func (g *groups) line(a, b, at int) line {
	t := (g.q[at] - g.q[a]) / (g.q[b] - g.q[a])
	return line{g.f[a] + t*(g.f[b]-g.f[a]), (1-t)*(1-t) + t*t, math.Abs(1-t) + math.Abs(t)}
}

// onward is the line through b and one before it, from first on, that is not so near that it says nothing of at.
func (g *groups) onward(first, b, at int) (line, bool) {
	way := 1
	if first < b {
		way = -1
	}
	for a := b + way; (first-a)*way >= 0; a += way {
		if math.Abs(g.q[a]-g.q[b]) >= 0.6*math.Abs(g.q[at]-g.q[b]) {
			return g.line(a, b, at), true
		}
	}
	return line{}, false
}

const (
	far   = 5.     // standard deviations
	least = 0.0015 // of the height: scatter of curves without errors
	few   = 12     // readings whose scatter may be anything up to that of the largest errors, 2 % of the height
)

// scatter is the standard deviation of one reading, by what its neighbours leave.
func (g *groups) scatter() float64 {
	var off []float64
	for i := 1; i+1 < len(g.q); i++ {
		if g.to[i] > i+1 && g.from[i] < i-1 { // within a branch
			l := g.line(i-1, i+1, i)
			off = append(off, math.Abs(g.f[i]-l.f)/math.Sqrt(1+l.squares))
		}
	}
	sd := 0.02 * g.height * math.Min(1, few/float64(len(g.q)))
	if len(off) > 0 {
		slices.Sort(off)
		sd = max(sd, off[len(off)/2]/0.6745)
	}
	return max(sd, least*g.height)
}

// allowed is where the force of group i may be.
func (g *groups) allowed(i int, sd float64) (lo, hi float64) {
	wide := func(l line) float64 { return far*sd*math.Sqrt(1+l.squares) + g.step/2*(1+l.sizes) }
	n := len(g.q)
	if within := i > 0 && i < n-1 && g.from[i+1] == g.from[i]; !within {
		return g.atEnd(i, wide)
	}
	mid := g.line(i-1, i+1, i)
	before, hasBefore := g.onward(g.from[i], i-1, i)
	after, hasAfter := g.onward(g.to[i], i+1, i)
	below, above := mid, mid
	put := func(l line) {
		if l.f < below.f {
			below = l
		}
		if l.f > above.f {
			above = l
		}
	}
	slack := 0.
	switch {
	case hasBefore && hasAfter:
		if (before.f-mid.f)*(after.f-mid.f) > 0 { // bent one way: the nearer of both
			if math.Abs(before.f-mid.f) < math.Abs(after.f-mid.f) {
				put(before)
			} else {
				put(after)
			}
		} else {
			put(before)
			put(after)
		}
		slack = 0.3 * (above.f - below.f)
	case hasAfter: // friction turns around
		put(after)
		slack = 0.15*math.Abs(g.f[i+1]-g.f[i-1]) + 0.6*math.Abs(g.f[min(i+2, n-1)]-g.f[i+1])
	case hasBefore:
		put(before)
		slack = 0.3 * (above.f - below.f)
	default:
		slack = 0.5 * math.Abs(g.f[i+1]-g.f[i-1])
	}
	if i-g.from[i] == 2 { // the line from before begins where the direction turned
		slack += 0.1 * math.Abs(g.f[i-1]-g.f[i-2])
	}
	return below.f - wide(below) - slack, above.f + wide(above) + slack
}

// atEnd is where the force may be at the first reading, the last, and where the direction turns.
func (g *groups) atEnd(i int, wide func(line) float64) (lo, hi float64) {
	if i == 0 {
		if g.from[2] != 0 {
			return math.Inf(-1), math.Inf(1)
		}
		way, l := math.Copysign(1, g.q[1]-g.q[0]), g.line(1, 2, 0)
		back := min(0, way*l.f, way*g.f[1]) - math.Abs(g.f[2]-g.f[1]) - wide(l)
		on := max(0, way*g.f[1]) + wide(line{g.f[1], 1, 1})
		return min(way*back, way*on), max(way*back, way*on)
	}
	if g.from[i] > i-2 {
		return math.Inf(-1), math.Inf(1)
	}
	way := math.Copysign(1, g.q[i]-g.q[i-1])
	l, ok := g.onward(g.from[i], i-1, i)
	if !ok {
		return math.Inf(-1), math.Inf(1)
	}
	step := math.Abs(g.f[i-1] - g.f[i-2])
	on := max(way*l.f, way*g.f[i-1]) + step
	if a, b, c := g.f[i-2]*way, g.f[i-1]*way, g.q[i]/g.q[i-1]; a > 0 && b > a && c > 1 && g.q[i-1]/g.q[i-2] > 1 {
		on = max(on, b*math.Pow(c, math.Log(b/a)/math.Log(g.q[i-1]/g.q[i-2])))
	}
	back := way*g.f[i-1] - 0.1*math.Abs(g.f[i-1]-g.f[g.from[i]])
	one := line{0, 1, 1}
	lo, hi = back-wide(one), on+wide(l)
	if way < 0 {
		lo, hi = -hi, -lo
	}
	return lo, hi
}
