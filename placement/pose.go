package placement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// Pose is a pose for dressing relative to that of the file or skeleton [°].
type Pose struct {
	Arms float64 // both arms are raised by this
	Legs float64 // each leg is spread by this
}

// String describes both.
func (p Pose) String() string {
	var list []string
	if p.Arms != 0 {
		list = append(list, fmt.Sprintf("its arms raised by %g°", p.Arms))
	}
	if p.Legs != 0 {
		list = append(list, fmt.Sprintf("each leg spread by %g°", p.Legs))
	}
	return strings.Join(list, " and ")
}

// Elevations of arms in sleeves [°], 0 is level, in the order of trials: first that of most patterns. Spreads are those
// of each leg, in addition to the body's pose.
var (
	elevations = []float64{-45, -30, -15, 0, -60, -70}
	spreads    = []float64{0, 3, 6, 9, 12, 15}
)

// raises returns the angles by which the arms of a body are raised in trials, first none [°].
func raises(j *body.Joints) []float64 {
	list := []float64{0}
	at, ok := j.Arms()
	if !ok {
		return list
	}
	const same = 5
	for _, e := range elevations {
		if by := math.Round(e - at); !slices.ContainsFunc(list, func(o float64) bool { return math.Abs(o-by) < same }) {
			list = append(list, by)
		}
	}
	return list
}

// Poses returns the body with its arms at all elevations, first its own.
func Poses(j *body.Joints) (list []body.Body) {
	for _, by := range raises(j) {
		list = append(list, j.Posed(by, 0))
	}
	return list
}

// PoseFor returns the pose for dressing with garments that start as panels: arms in as many of their sleeves as
// possible, with their middle lines through as few triangles as possible; legs spread as little as keeps the fewest
// points inside them.
func PoseFor(b body.Body, garments ...*Garment) (body.Body, Pose) {
	best, pose := b, Pose{}
	if len(garments) == 0 {
		return best, pose
	}
	j := body.JointsOf(b)
	arms := body.Arms(b)
	leastEmpty, leastPassed := math.MaxInt, math.MaxInt
	for _, by := range raises(j) {
		raised := j.Posed(by, 0)
		f, err := New(raised)
		if err != nil {
			return best, pose
		}
		empty, passes := 0, 0
		for _, g := range garments {
			empty, passes = empty+len(f.Amiss(g.sleeves(), g.X, g.X, f)), passes+passed(raised, arms, g)
		}
		if empty < leastEmpty || empty == leastEmpty && passes < leastPassed {
			leastEmpty, leastPassed, best, pose.Arms = empty, passes, raised, by
		}
		if empty == 0 && passes == 0 {
			break
		}
	}
	if !j.Legs() {
		return best, pose
	}
	least := math.MaxInt
	for _, by := range spreads {
		spread := best
		if by != 0 {
			spread = j.Posed(pose.Arms, by)
		}
		f, err := New(spread)
		if err != nil {
			return best, pose
		}
		n := 0
		for _, g := range garments {
			in, _ := f.pierced(g)
			n += in
		}
		if n < least {
			least, best, pose.Legs = n, spread, by
		}
		if n == 0 {
			break
		}
	}
	return best, pose
}

// sleeves returns the openings for arms.
func (g *Garment) sleeves() []Opening {
	return slices.DeleteFunc(g.Openings(), func(o Opening) bool { return o.of != sleeve })
}

// passed returns the number of triangles of panels that the middle lines of arms intersect.
func passed(b body.Body, arms []body.Limb, g *Garment) (n int) {
	skin := make([]r3.Vec, b.NumVertices())
	b.Positions(skin, -body.LeadOf(b))
	for _, limb := range arms {
		line := MiddleLine(skin, limb)
		for _, v := range g.Tri {
			if Crosses(line, g.X[v[0]], g.X[v[1]], g.X[v[2]]) {
				n++
			}
		}
	}
	return n
}

// pierced returns the number of points of trousers below their crotch that are inside the figure, nearer to its core
// than to its surface, and the depth of the deepest [m].
func (f *Figure) pierced(g *Garment) (n int, deepest float64) {
	cloth, parts := Crotch(g.X, g.Tri)
	if !parts {
		return 0, 0
	}
	for _, p := range g.X {
		if p.Y >= cloth {
			continue
		}
		if d := -f.tree.Closest(p, -1).Dist; d > 0 && 2*d > f.core(p) {
			n, deepest = n+1, max(deepest, d)
		}
	}
	return n, deepest
}

// MiddleLine returns points along a limb of a body at x, from its first ring to its tip [m].
func MiddleLine(x []r3.Vec, l body.Limb) []r3.Vec {
	const apart = 0.03 // [m]
	var root r3.Vec
	for _, v := range l.Ring {
		root = r3.Add(root, r3.Scale(1/float64(len(l.Ring)), x[v]))
	}
	var sum []r3.Vec
	var count []float64
	tip, far := root, 0.0
	for _, v := range l.Vertices {
		d := r3.Norm(r3.Sub(x[v], root))
		if d > far {
			tip, far = x[v], d
		}
		for k := int(d / apart); len(sum) <= k; {
			sum, count = append(sum, r3.Vec{}), append(count, 0)
		}
		sum[int(d/apart)] = r3.Add(sum[int(d/apart)], x[v])
		count[int(d/apart)]++
	}
	line := []r3.Vec{root}
	for k, n := range count {
		if n > 0 {
			line = append(line, r3.Scale(1/n, sum[k]))
		}
	}
	return append(line, tip)
}
