package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// maxSheetVertices is the largest number of vertices of a sheet.
const maxSheetVertices = 5_000_000

// counts returns the numbers of vertices along u and along v, as floats to avoid overflow. An equilateral mesh has one
// vertex more in every second row.
func (s *Sheet) counts() (nu, nv float64) {
	if s.EdgeLength == 0 {
		return float64(s.Vertices[0]), float64(s.Vertices[1])
	}
	row := s.EdgeLength
	if s.Mesh == "equilateral" {
		row *= math.Sqrt(3) / 2
	}
	return math.Max(1, math.Round(s.Size[0]/s.EdgeLength)) + 1, math.Max(1, math.Round(s.Size[1]/row)) + 1
}

// grid is the mesh of a sheet in its own coordinates.
type grid struct {
	at     []r2.Vec // (u, v) from 0 to the size [m]
	tri    [][3]int32
	labels map[string][]int32 // corner-00 … edge-v1, all
}

// mesh divides the sheet into triangles, counter-clockwise in (u, v). Rows run along u.
//
//   - right: squares with one diagonal, all in the same direction
//   - alternating: squares whose diagonals alternate as on a chessboard
//   - equilateral: every second row is shifted by half an edge and closed by half triangles at
//     both ends; equilateral as far as size and counts allow
func (s *Sheet) mesh() *grid {
	cu, cv := s.counts()
	nu, nv := int(cu), int(cv)
	g := &grid{labels: map[string][]int32{}}
	du, dv := s.Size[0]/float64(nu-1), s.Size[1]/float64(nv-1)
	first := make([]int32, nv+1) // first vertex of each row
	for j := range nv {
		v := float64(j) * dv
		shifted := s.Mesh == "equilateral" && j%2 == 1
		if shifted {
			g.at = append(g.at, r2.Vec{Y: v})
		}
		for i := range nu {
			u := float64(i) * du
			if shifted {
				u = math.Min(u+du/2, s.Size[0])
			}
			g.at = append(g.at, r2.Vec{X: u, Y: v})
		}
		first[j+1] = int32(len(g.at))
	}
	for j := range nv - 1 {
		a, b := first[j], first[j+1] // row below and row above
		switch {
		case s.Mesh != "equilateral":
			for i := range int32(nu - 1) {
				if s.Mesh == "alternating" && (int(i)+j)%2 == 1 {
					g.tri = append(g.tri, [3]int32{a + i, a + i + 1, b + i}, [3]int32{a + i + 1, b + i + 1, b + i})
				} else {
					g.tri = append(g.tri, [3]int32{a + i, a + i + 1, b + i + 1}, [3]int32{a + i, b + i + 1, b + i})
				}
			}
		case j%2 == 0: // the row above is shifted
			for i := range int32(nu) {
				g.tri = append(g.tri, [3]int32{a + i, b + i + 1, b + i})
				if int(i) < nu-1 {
					g.tri = append(g.tri, [3]int32{a + i, a + i + 1, b + i + 1})
				}
			}
		default: // the row below is shifted
			for i := range int32(nu) {
				g.tri = append(g.tri, [3]int32{a + i, a + i + 1, b + i})
				if int(i) < nu-1 {
					g.tri = append(g.tri, [3]int32{a + i + 1, b + i + 1, b + i})
				}
			}
		}
	}
	for j := range nv {
		g.labels["edge-u0"] = append(g.labels["edge-u0"], first[j])
		g.labels["edge-u1"] = append(g.labels["edge-u1"], first[j+1]-1)
	}
	for v := first[0]; v < first[1]; v++ {
		g.labels["edge-v0"] = append(g.labels["edge-v0"], v)
	}
	for v := first[nv-1]; v < first[nv]; v++ {
		g.labels["edge-v1"] = append(g.labels["edge-v1"], v)
	}
	g.labels["corner-00"], g.labels["corner-10"] = []int32{first[0]}, []int32{first[1] - 1}
	g.labels["corner-01"], g.labels["corner-11"] = []int32{first[nv-1]}, []int32{first[nv] - 1}
	for v := range g.at {
		g.labels["all"] = append(g.labels["all"], int32(v))
	}
	return g
}

// part returns the part of the sheet in the world, and its labels.
func (s *Sheet) part(upAxis string, fabric cloth.Fabric) (cloth.Part, map[string][]int32) {
	g := s.mesh()
	p := cloth.Part{Name: s.Name, Fabric: fabric, Tri: g.tri}
	for _, at := range g.at {
		// Horizontal: u along x, and v along −z (in a file with Z up: along its y).
		x := turned(upAxis, s.Rotation, r3.Vec{X: at.X - s.Size[0]/2, Z: s.Size[1]/2 - at.Y})
		p.X = append(p.X, r3.Add(s.Centre, turn(r3.Vec{Y: s.turned}, x)))
	}
	for _, t := range g.tri {
		p.UV = append(p.UV, [3]r2.Vec{g.at[t[0]], g.at[t[1]], g.at[t[2]]})
	}
	for _, c := range s.Creases {
		p.Creases = append(p.Creases, cloth.Crease{A: r2.Vec{X: c.From[0], Y: c.From[1]}, B: r2.Vec{X: c.To[0], Y: c.To[1]},
			Angle: c.Angle * math.Pi / 180})
	}
	var pinned []int32
	for _, label := range s.Pins {
		pinned = append(pinned, g.labels[label]...)
	}
	p.Pins = fixed(pinned, p.X, s.Release)
	if s.Noise > 0 {
		s.crumple(upAxis, &p)
	}
	return p, g.labels
}

// crumple moves vertices that are not pinned along the normal at random.
func (s *Sheet) crumple(upAxis string, p *cloth.Part) {
	normal := turn(r3.Vec{Y: s.turned}, turned(upAxis, s.Rotation, r3.Vec{Y: 1}))
	held := make([]bool, len(p.X))
	for i := range p.Pins {
		held[p.Pins[i].Vertex] = true
	}
	rnd := rand.New(rand.NewPCG(uint64(s.Seed), 1))
	for i, x := range p.X {
		if by := s.Noise * (2*rnd.Float64() - 1); !held[i] {
			p.X[i] = r3.Add(x, r3.Scale(by, normal))
		}
	}
}

// stack returns the sheets of a table.
func (s *Sheet) stack() []Sheet {
	sheets := make([]Sheet, s.Count)
	for k := range sheets {
		c := *s
		if s.Count > 1 {
			c.Name = fmt.Sprintf("%s-%d", s.Name, k+1)
		}
		c.Centre = r3.Add(s.Centre, r3.Scale(float64(k), s.Spacing))
		if n := len(s.Colours); n > 0 {
			c.Colour = s.Colours[k%n]
		}
		c.turned = float64(k) * s.Turn
		sheets[k] = c
	}
	return sheets
}

// fixed returns pins of vertices at their positions.
func fixed(vertices []int32, x []r3.Vec, release float64) (pins []cloth.Pin) {
	sorted := slices.Clone(vertices)
	slices.Sort(sorted)
	for _, v := range slices.Compact(sorted) {
		pins = append(pins, cloth.Pin{Vertex: v, Kind: cloth.PinFixed, Point: x[v], Release: release})
	}
	return pins
}

// turn rotates v by the angles [°] about x, then y, then z.
func turn(deg, v r3.Vec) r3.Vec {
	sx, cx := sincosDeg(deg.X)
	sy, cy := sincosDeg(deg.Y)
	sz, cz := sincosDeg(deg.Z)
	v.Y, v.Z = cx*v.Y-sx*v.Z, sx*v.Y+cx*v.Z
	v.X, v.Z = cy*v.X+sy*v.Z, -sy*v.X+cy*v.Z
	v.X, v.Y = cz*v.X-sz*v.Y, sz*v.X+cz*v.Y
	return v
}

// sincosDeg returns sine and cosine, exact at multiples of 90°, so that upright sheets are upright.
func sincosDeg(deg float64) (sin, cos float64) {
	if q := deg / 90; q == math.Trunc(q) {
		switch int(math.Mod(q, 4)+4) % 4 {
		case 0:
			return 0, 1
		case 1:
			return 1, 0
		case 2:
			return 0, -1
		default:
			return -1, 0
		}
	}
	return math.Sincos(deg * math.Pi / 180)
}
