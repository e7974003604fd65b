package pairs

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/spatial/r3"
)

// Features are features of one kind, with one to three vertices each, on straight paths, in a layout for proximity
// tests of four at a time.
type Features struct {
	count  int           // vertices per feature
	vertex [][3][4]int32 // per four; missing features repeat the first
	size   []row         // per four, see NewFeatures; NaN for missing features
	rows   []row         // per four, consecutive; allocated by Follow, because few features are ever near others
}

// row has one number for each of four features.
type row [4]float64

// Rows of a four. A box is Lo.X, Lo.Y, Lo.Z, Hi.X, Hi.Y and Hi.Z, around the path of the feature, extended by half the
// largest distance of a near pair.
const (
	rowBox = 0
	// half the largest distance of a near pair; NaN for missing features and non-finite positions
	rowNear   = 6
	rowCentre = 7  // start position
	rowPoints = 10 // start and end position of each vertex
	rowsPoint = 6  // per vertex
)

// stride returns the number of rows per four.
func (f *Features) stride() int { return rowPoints + rowsPoint*f.count }

// NewFeatures returns features of count vertices each. size is per vertex; Follow passes the least of a feature to
// reach.
func NewFeatures(count int, list [][3]int32, size []float64) *Features {
	fours := (len(list) + 3) / 4
	f := &Features{count: count, vertex: make([][3][4]int32, fours), size: make([]row, fours)}
	for i := range 4 * fours {
		v, least := list[i/4*4], math.NaN()
		if i < len(list) {
			v = list[i]
			least = size[v[0]]
			for _, k := range v[:count] {
				least = min(least, size[k])
			}
		}
		f.size[i/4][i%4] = least
		for k := range v {
			f.vertex[i/4][k][i%4] = v[k]
		}
	}
	return f
}

// Follow sets the paths of vertices, and half the largest distance of a near pair as a function of size [m]. It must
// precede all tests.
func (f *Features) Follow(from, to []r3.Vec, reach func(size float64) float64) {
	stride := f.stride()
	if f.rows == nil {
		f.rows = make([]row, len(f.size)*stride)
	}
	for k := range f.size {
		near := &f.rows[k*stride+rowNear]
		for i, s := range f.size[k] {
			near[i] = reach(s) + proximityRounding
		}
	}
	f.follow(from, to)
}

// followGo is the portable twin of follow: computes all rows from the paths of vertices.
func (f *Features) followGo(from, to []r3.Vec) {
	inf, scale := math.Inf(1), 1/float64(f.count)
	for k := range f.vertex {
		rows := f.rows[k*f.stride():][:f.stride()]
		for i := range 4 {
			lo, hi := [3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}
			var centre [3]float64
			sum := 0. // NaN if a coordinate is
			for n := range f.count {
				for end, x := range [2][]r3.Vec{from, to} {
					v := x[f.vertex[k][n][i]]
					for c, d := range [3]float64{v.X, v.Y, v.Z} {
						rows[rowPoints+rowsPoint*n+3*end+c][i] = d
						lo[c], hi[c] = least(lo[c], d), most(hi[c], d)
						if sum += d; end == 0 {
							centre[c] += d
						}
					}
				}
			}
			near := rows[rowNear][i] + 0*sum
			rows[rowNear][i] = near
			for c := range centre {
				rows[rowBox+c][i], rows[rowBox+3+c][i] = lo[c]-near, hi[c]+near
				rows[rowCentre+c][i] = centre[c] * scale
			}
		}
	}
}

// least and most are VMINPD and VMAXPD: the second argument if the two are equal or not comparable.
func least(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func most(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

// Meeting appends the indices, ascending, of the features whose boxes overlap a.
func (f *Features) Meeting(a *Box, list []int32) []int32 {
	stride := f.stride()
	var masks [chunk]uint8
	for first := 0; first < len(f.size); first += chunk {
		n := min(chunk, len(f.size)-first)
		overlap(f.rows[first*stride:(first+n)*stride], stride, a, masks[:n])
		list = appendSetBits(list, masks[:n], first, 0)
	}
	return list
}

// chunk is the number of fours per call of a kernel.
const chunk = 32

// Near appends the indices, ascending from the given one on, of the features of g that may come near feature i of f:
// triangles for a vertex, or edges for an edge. It excludes features with a common vertex, with separate boxes, and
// those that are separated along the direction between the start positions by more than the distance of a near pair,
// both at the start and at the end. Points move linearly along that direction, so this holds on the way.
func (f *Features) Near(i int, g *Features, from int, list []int32) []int32 {
	stride := g.stride()
	one := probe{rows: f.rows[i/4*f.stride():][:f.stride()], vertex: &f.vertex[i/4], lane: i % 4}
	var masks [chunk]uint8
	for first := from / 4; first < len(g.size); first += chunk {
		n := min(chunk, len(g.size)-first)
		rows, vertex := g.rows[first*stride:(first+n)*stride], g.vertex[first:first+n]
		if f.count == 1 {
			one.triangles(rows, vertex, masks[:n])
		} else {
			one.edges(rows, vertex, masks[:n])
		}
		list = appendSetBits(list, masks[:n], first, from)
	}
	return list
}

// appendSetBits appends the indices of the features whose bits are set in the masks, from the given one on.
func appendSetBits(list []int32, masks []uint8, first, from int) []int32 {
	for k, m := range masks {
		at := 4 * (first + k)
		if at < from {
			m &^= 1<<(from-at) - 1
		}
		for ; m != 0; m &= m - 1 {
			list = append(list, int32(at+bits.TrailingZeros8(m)))
		}
	}
	return list
}

// probe is one feature of a four.
type probe struct {
	rows   []row
	vertex *[3][4]int32
	lane   int
}

// overlapGo computes, for each four, which features overlap a: bit i is the i-th.
func overlapGo(rows []row, stride int, a *Box, masks []uint8) {
	for k := range masks {
		masks[k] = overlaps(rows[k*stride:], a)
	}
}

func overlaps(f []row, a *Box) (mask uint8) {
	for i := range 4 {
		b := Box{r3.Vec{X: f[0][i], Y: f[1][i], Z: f[2][i]}, r3.Vec{X: f[3][i], Y: f[4][i], Z: f[5][i]}}
		if a.Overlaps(&b) {
			mask |= 1 << i
		}
	}
	return mask
}

// nearGo is the portable twin of triangles and edges: which features of each four, with count vertices, may come near
// p, with own vertices.
func (p *probe) nearGo(rows []row, vertex [][3][4]int32, own, count int, masks []uint8) {
	at := func(r int) float64 { return p.rows[r][p.lane] }
	box := Box{r3.Vec{X: at(0), Y: at(1), Z: at(2)}, r3.Vec{X: at(3), Y: at(4), Z: at(5)}}
	stride := rowPoints + rowsPoint*count
	for k := range masks {
		f := rows[k*stride:]
		masks[k] = overlaps(f, &box)
		for m := masks[k]; m != 0; m &= m - 1 {
			if i := bits.TrailingZeros8(m); p.neighbours(&vertex[k], i, own, count) || p.separates(f, i, own, count) {
				masks[k] &^= 1 << i
			}
		}
	}
}

// neighbours reports whether feature i of a four has a common vertex with p.
func (p *probe) neighbours(vertex *[3][4]int32, i, own, count int) bool {
	for a := range own {
		for b := range count {
			if p.vertex[a][p.lane] == vertex[b][i] {
				return true
			}
		}
	}
	return false
}

// separates reports whether feature i of a four and p are separated along the direction between their start positions.
func (p *probe) separates(f []row, i, own, count int) bool {
	n := r3.Vec{X: p.rows[rowCentre][p.lane] - f[rowCentre][i], Y: p.rows[rowCentre+1][p.lane] - f[rowCentre+1][i],
		Z: p.rows[rowCentre+2][p.lane] - f[rowCentre+2][i]}
	along := func(f []row, at, i int) float64 { return n.X*f[at][i] + n.Y*f[at+1][i] + n.Z*f[at+2][i] }
	gap := func(end int) float64 {
		near, far := along(p.rows, rowPoints+end, p.lane), along(f, rowPoints+end, i)
		for k := 1; k < own; k++ {
			near = least(near, along(p.rows, rowPoints+rowsPoint*k+end, p.lane))
		}
		for k := 1; k < count; k++ {
			far = most(far, along(f, rowPoints+rowsPoint*k+end, i))
		}
		return near - far
	}
	d := least(gap(0), gap(3))
	l := p.rows[rowNear][p.lane] + f[rowNear][i]
	return d > 0 && d*d > (n.X*n.X+n.Y*n.Y+n.Z*n.Z)*(l*l)
}
