package placement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// Pose is how a body stands while garments are put on, against the pose that its file or skeleton has for that [°].
type Pose struct {
	Arms float64 // by which both arms are raised
	Legs float64 // by which each leg is spread
}

// String tells both, for people.
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

// Elevations at which arms are put into sleeves [°], 0 being level, in the order in which they are tried: first that of
// most patterns. Spreads are those of each leg, beyond the pose that the body has.
var (
	elevations = []float64{-45, -30, -15, 0, -60, -70}
	spreads    = []float64{0, 3, 6, 9, 12, 15}
)

// raises are the angles by which the arms of a body are raised, as they are tried: first none [°].
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

// Poses are the body with its arms at all elevations: first its own.
func Poses(j *body.Joints) (list []body.Body) {
	for _, by := range raises(j) {
		list = append(list, j.Posed(by, 0))
	}
	return list
}

// PoseFor finds the pose in which garments that start as panels are put on a body: its arms are in as many of their
// sleeves as can be, and their middles pass through as few triangles as can be; its legs are spread as little as lets
// the fewest points start in their flesh.
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

// sleeves are the openings for arms.
func (g *Garment) sleeves() []Opening {
	return slices.DeleteFunc(g.Openings(), func(o Opening) bool { return o.of != sleeve })
}

// met counts the triangles of panels that the middles of arms pass.
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

// pierced counts the points of trousers, below where their legs part, that are in the flesh of the figure, nearer to
// its core than to its surface, and tells how deep the deepest is [m].
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

// MiddleLine goes along a limb of a body at x, from its ring to its tip [m].
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
