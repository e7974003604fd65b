package pairs

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/cloth"
)

// charts joins triangles across edges over which material coordinates are continuous.
type charts struct {
	of    []int32    // per triangle: its chart, or improper if its material coordinates are no rest shape
	count int        // of charts
	next  [][3]int32 // per triangle and corner: the triangle across the edge from that corner to the next, −1 at a rim
	bad   [][3]bool  // per corner: the angles around its vertex do not sum to those of a flat sheet
	over  [][3]float64
	at    [][3]int32 // per corner: its vertex in the chart
}

// Special values of charts.of.
const (
	unnumbered = -1
	improper   = -2
)

// flatRounding is a generous bound of the rounding error of sums of angles [rad].
const flatRounding = 1e-9

func newCharts(m *cloth.Model, look func(next int) bool) charts {
	n := len(m.Tri)
	c := charts{of: make([]int32, n), next: make([][3]int32, n), bad: make([][3]bool, n), over: make([][3]float64, n),
		at: make([][3]int32, n)}
	if c.join(m, look); look(0) {
		return c
	}
	c.number(m)
	c.angles(m)
	return c
}

// side is one side of an edge: the corner of a triangle where it starts.
type side struct{ tri, corner int32 }

// join computes the triangle across each edge.
func (c *charts) join(m *cloth.Model, look func(next int) bool) {
	proper := func(t int32) bool {
		uv := &m.UV[t]
		return r2.Cross(r2.Sub(uv[1], uv[0]), r2.Sub(uv[2], uv[0])) > 0
	}
	sides := make(map[[2]int32][]side, 2*len(m.Tri))
	for t, v := range m.Tri {
		if look(t) {
			return
		}
		c.next[t] = [3]int32{-1, -1, -1}
		for a := range 3 {
			b := (a + 1) % 3
			e := [2]int32{min(v[a], v[b]), max(v[a], v[b])}
			sides[e] = append(sides[e], side{int32(t), int32(a)})
		}
	}
	for t, v := range m.Tri {
		if look(t) {
			return
		}
		for a := range 3 {
			b := (a + 1) % 3
			s := sides[[2]int32{min(v[a], v[b]), max(v[a], v[b])}]
			if len(s) != 2 {
				continue
			}
			o := s[0]
			if o.tri == int32(t) {
				o = s[1]
			}
			from, to := o.corner, (o.corner+1)%3
			// The same edge in opposite direction, with the same material coordinates.
			if o.tri != int32(t) && m.Tri[o.tri][from] == v[b] && m.UV[o.tri][from] == m.UV[t][b] &&
				m.UV[o.tri][to] == m.UV[t][a] && proper(int32(t)) && proper(o.tri) {
				c.next[t][a] = o.tri
			}
		}
		c.of[t] = unnumbered
		if !proper(int32(t)) {
			c.of[t] = improper
		}
	}
}

// number numbers the connected components.
func (c *charts) number(m *cloth.Model) {
	var stack []int32
	for t := range c.of {
		if c.of[t] != unnumbered {
			continue
		}
		stack = append(stack[:0], int32(t))
		c.of[t] = int32(c.count)
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, o := range c.next[k] {
				if o >= 0 && c.of[o] == unnumbered {
					c.of[o] = int32(c.count)
					stack = append(stack, o)
				}
			}
		}
		c.count++
	}
}

// angles sums the angles around each vertex of a chart.
func (c *charts) angles(m *cloth.Model) {
	corners := cloth.NewForest(3 * len(m.Tri)) // corners of the same vertex of a chart
	corner := func(t, v int32) int32 {
		for a, w := range m.Tri[t] {
			if w == v {
				return 3*t + int32(a)
			}
		}
		panic("flat: a triangle across an edge without its vertex")
	}
	for t, v := range m.Tri {
		for a := range 3 {
			if o := c.next[t][a]; o >= 0 {
				for _, k := range [2]int{a, (a + 1) % 3} {
					corners.Join(3*int32(t)+int32(k), corner(o, v[k]))
				}
			}
		}
	}
	sum, rim := make([]float64, len(corners)), make([]bool, len(corners))
	for t := range m.Tri {
		for a := range 3 {
			uv, i := &m.UV[t], corners.Find(int32(3*t+a))
			p, q := r2.Sub(uv[(a+1)%3], uv[a]), r2.Sub(uv[(a+2)%3], uv[a])
			sum[i] += math.Atan2(math.Abs(r2.Cross(p, q)), r2.Dot(p, q))
			if c.next[t][a] < 0 {
				rim[i], rim[corners.Find(int32(3*t+(a+1)%3))] = true, true
			}
		}
	}
	for t := range m.Tri {
		for a := range 3 {
			i := corners.Find(int32(3*t + a))
			c.at[t][a] = i
			if rim[i] {
				c.over[t][a] = max(0, sum[i]-math.Pi-flatRounding)
			} else {
				c.bad[t][a] = math.Abs(sum[i]-2*math.Pi) > flatRounding
			}
		}
	}
}
