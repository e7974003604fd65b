package cpu

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// stripMesh is a strip of length l along the world's x-axis and width w, in the plane y = 0, whose
// warp lies at the angle warp to its length. Meshes: "right", "alternating", "equilateral", or
// "unstructured": equilateral with every vertex moved by up to 0.3 edges in each direction (along
// the rim for those on it), and edges flipped until the mesh is Delaunay. There are n edges along
// the length. With clamp, a column of squares is added before x = 0 and pinned.
func stripMesh(kind string, n int, l, w, warp float64, f cloth.Fabric, clamp bool) cloth.Part {
	m := planarMesh{}
	a := l / float64(n)
	switch kind {
	case "right", "alternating":
		m.squares(n, max(1, int(math.Round(w/a))), l, w, kind == "alternating")
	default:
		m.equilateral(n, max(1, int(math.Round(w/(a*math.Sqrt(3)/2)))), l, w)
	}
	if kind == "unstructured" {
		m.jitter(.3*a, l, w)
		m.delaunay()
	}
	p := cloth.Part{Name: "strip", Fabric: f}
	if clamp {
		m.addClamp(a, w)
	}
	sin, cos := math.Sincos(warp)
	for i, x := range m.x {
		p.X = append(p.X, r3.Vec{X: x.X, Z: -x.Y})
		if clamp && x.X < 1e-9 {
			p.Pins = append(p.Pins, cloth.Pin{Vertex: int32(i), Point: p.X[i]})
		}
	}
	for _, t := range m.tri {
		var uv [3]r2.Vec
		for c, v := range t {
			uv[c] = r2.Vec{X: cos*m.x[v].X + sin*m.x[v].Y, Y: cos*m.x[v].Y - sin*m.x[v].X}
		}
		p.Tri, p.UV = append(p.Tri, t), append(p.UV, uv)
	}
	return p
}

// planarMesh is a mesh of the rectangle [0, l]×[0, w].
type planarMesh struct {
	x   []r2.Vec
	tri [][3]int32
}

func (m *planarMesh) squares(nu, nv int, l, w float64, alternate bool) {
	for i := range nu + 1 {
		for j := range nv + 1 {
			m.x = append(m.x, r2.Vec{X: l * float64(i) / float64(nu), Y: w * float64(j) / float64(nv)})
		}
	}
	for i := range nu {
		for j := range nv {
			a := int32(i*(nv+1) + j)
			b, c, d := a+int32(nv)+1, a+int32(nv)+2, a+1
			if alternate && (i+j)%2 == 1 {
				m.tri = append(m.tri, [3]int32{a, b, d}, [3]int32{b, c, d})
			} else {
				m.tri = append(m.tri, [3]int32{a, b, c}, [3]int32{a, c, d})
			}
		}
	}
}

// equilateral rows along x; every second one is shifted by half an edge.
func (m *planarMesh) equilateral(nu, nv int, l, w float64) {
	var first []int32
	for j := range nv + 1 {
		first = append(first, int32(len(m.x)))
		y := w * float64(j) / float64(nv)
		for i := range nu + 1 + j%2 {
			u := float64(i)
			if j%2 == 1 {
				u = min(max(0, u-.5), float64(nu))
			}
			m.x = append(m.x, r2.Vec{X: l * u / float64(nu), Y: y})
		}
	}
	for j := range nv {
		a, b := first[j], first[j+1]
		for i := range int32(nu + 1) {
			if j%2 == 0 {
				m.tri = append(m.tri, [3]int32{a + i, b + i + 1, b + i})
			} else {
				m.tri = append(m.tri, [3]int32{a + i, a + i + 1, b + i})
			}
			if i == int32(nu) {
				break
			}
			if j%2 == 0 {
				m.tri = append(m.tri, [3]int32{a + i, a + i + 1, b + i + 1})
			} else {
				m.tri = append(m.tri, [3]int32{a + i + 1, b + i + 1, b + i})
			}
		}
	}
}

func (m *planarMesh) jitter(by, l, w float64) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for i, x := range m.x {
		du, dv := by*(2*rnd.Float64()-1), by*(2*rnd.Float64()-1)
		if x.X > 1e-9 && x.X < l-1e-9 {
			m.x[i].X += du
		}
		if x.Y > 1e-9 && x.Y < w-1e-9 {
			m.x[i].Y += dv
		}
	}
}

// delaunay flips edges until no opposite corner lies in a circumcircle (Lawson 1977).
func (m *planarMesh) delaunay() {
	angle := func(o, a, b int32) float64 {
		d, e := r2.Sub(m.x[a], m.x[o]), r2.Sub(m.x[b], m.x[o])
		return math.Abs(math.Atan2(r2.Cross(d, e), r2.Dot(d, e)))
	}
	for flipped := true; flipped; {
		flipped = false
		at := map[[2]int32]int{}
		for t := range m.tri {
			for c := range 3 {
				at[[2]int32{m.tri[t][c], m.tri[t][(c+1)%3]}] = t
			}
		}
		touched := make([]bool, len(m.tri))
		for t := range m.tri {
			for c := range 3 {
				a, b, p := m.tri[t][c], m.tri[t][(c+1)%3], m.tri[t][(c+2)%3]
				o, ok := at[[2]int32{b, a}]
				if !ok || touched[t] || touched[o] {
					continue
				}
				q := m.tri[o][0] + m.tri[o][1] + m.tri[o][2] - a - b
				if angle(p, a, b)+angle(q, a, b) > math.Pi+1e-9 {
					m.tri[t], m.tri[o] = [3]int32{a, q, p}, [3]int32{q, b, p}
					touched[t], touched[o], flipped = true, true, true
				}
			}
		}
	}
}

// addClamp adds a column of squares of depth a before the edge x = 0.
func (m *planarMesh) addClamp(a, w float64) {
	next := map[int32]int32{} // along the edge
	for _, t := range m.tri {
		for c := range 3 {
			if i, j := t[(c+1)%3], t[c]; m.x[i].X == 0 && m.x[j].X == 0 {
				next[i] = j
			}
		}
	}
	mirror := map[int32]int32{}
	at := func(i int32) int32 {
		if _, ok := mirror[i]; !ok {
			mirror[i] = int32(len(m.x))
			m.x = append(m.x, r2.Vec{X: -a, Y: m.x[i].Y})
		}
		return mirror[i]
	}
	for i := range int32(len(m.x)) {
		j, ok := next[i]
		if !ok {
			continue
		}
		b, t := at(i), at(j)
		m.tri = append(m.tri, [3]int32{b, i, j}, [3]int32{b, j, t})
	}
}
