package pattern

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Surface is a garment as a mesh: triangles in space, with texture coordinates at their corners.
type Surface struct {
	X   []r3.Vec
	Tri [][3]int32
	UV  [][3]r2.Vec // of each triangle's corners; empty: none
}

// ShapeUV makes the shape itself the rest shape. It returns material coordinates of each triangle that preserve its
// edges, with u along the texture's u, or upwards where there is no texture. Coordinates of neighbours differ, as at
// seams: only lengths and the direction of the warp matter.
func (s *Surface) ShapeUV() [][3]r2.Vec {
	out := make([][3]r2.Vec, len(s.Tri))
	for i, t := range s.Tri {
		e, f := r3.Sub(s.X[t[1]], s.X[t[0]]), r3.Sub(s.X[t[2]], s.X[t[0]])
		normal := r3.Cross(e, f)
		if r3.Norm2(normal) == 0 { // the model refuses it
			out[i] = [3]r2.Vec{{}, {X: r3.Norm(e)}, {X: r3.Norm(f)}}
			continue
		}
		normal = r3.Unit(normal)
		var warp r3.Vec
		if len(s.UV) > 0 {
			p, q := r2.Sub(s.UV[i][1], s.UV[i][0]), r2.Sub(s.UV[i][2], s.UV[i][0])
			if det := r2.Cross(p, q); det != 0 {
				warp = r3.Scale(1/det, r3.Sub(r3.Scale(q.Y, e), r3.Scale(p.Y, f)))
			}
		}
		for _, other := range []r3.Vec{{Y: 1}, {X: 1}} {
			warp = r3.Sub(warp, r3.Scale(r3.Dot(warp, normal), normal))
			if r3.Norm(warp) > 1e-6 {
				break
			}
			warp = other
		}
		warp = r3.Unit(r3.Sub(warp, r3.Scale(r3.Dot(warp, normal), normal)))
		weft := r3.Cross(normal, warp)
		out[i][1] = r2.Vec{X: r3.Dot(e, warp), Y: r3.Dot(e, weft)}
		out[i][2] = r2.Vec{X: r3.Dot(f, warp), Y: r3.Dot(f, weft)}
	}
	return out
}

// Weld joins coinciding open edges, two at a time and in opposite directions, as in files that split vertices at seams
// of the texture. Other coinciding vertices stay separate: pockets and collars are on the cloth that carries them. It
// returns the number of joined pairs of edges, and the new number of each vertex. Joined vertices have one number and,
// if there are any, unused vertices are removed: -1.
func (s *Surface) Weld() (joined int, number []int32) {
	type edge struct{ a, b int32 }
	open := map[edge]int{}
	for _, t := range s.Tri {
		for c := range 3 {
			open[edge{t[c], t[(c+1)%3]}]++
		}
	}
	lo, hi := s.X[0], s.X[0]
	for _, p := range s.X {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	grid := 1e-6 * max(r3.Norm(r3.Sub(hi, lo)), math.SmallestNonzeroFloat64)
	place := func(v int32) [3]float64 {
		p := s.X[v]
		return [3]float64{math.Round(p.X / grid), math.Round(p.Y / grid), math.Round(p.Z / grid)}
	}
	type line [2][3]float64
	along := map[line][]edge{}
	var order []line
	for _, t := range s.Tri {
		for c := range 3 {
			e := edge{t[c], t[(c+1)%3]}
			if open[edge{e.b, e.a}] > 0 || open[e] > 1 {
				continue
			}
			k := line{place(e.a), place(e.b)}
			if k[0] == k[1] {
				continue
			}
			if slices.Compare(k[0][:], k[1][:]) > 0 {
				k[0], k[1] = k[1], k[0]
			}
			if along[k] == nil {
				order = append(order, k)
			}
			along[k] = append(along[k], e)
		}
	}
	one := cloth.NewForest(len(s.X))
	for _, k := range order {
		if e := along[k]; len(e) == 2 && place(e[0].a) == place(e[1].b) {
			one.Join(e[0].a, e[1].b)
			one.Join(e[0].b, e[1].a)
			joined++
		}
	}
	if joined == 0 {
		return 0, one
	}
	number = make([]int32, len(s.X))
	for v := range number {
		number[v] = -1
	}
	var x []r3.Vec
	for i := range s.Tri {
		for c, v := range s.Tri[i] {
			v = one.Find(v)
			if number[v] < 0 {
				number[v] = int32(len(x))
				x = append(x, s.X[v])
			}
			s.Tri[i][c] = number[v]
		}
	}
	for v := range number {
		number[v] = number[one.Find(int32(v))]
	}
	s.X = x
	return joined, number
}

// Flatten gives triangles without area in material coordinates those of their shape in space, see ShapeUV, and returns
// them.
func (s *Surface) Flatten(shape [][3]r2.Vec) (list []int32) {
	for t, uv := range s.UV {
		if cloth.Flat(uv) {
			s.UV[t] = shape[t]
			list = append(list, int32(t))
		}
	}
	return list
}

// sameScale is the relative difference of scales below which islands belong to one pattern that the garment stretches.
const sameScale = 0.1

// ScaleUV converts texture coordinates to lengths: scale is the length of their unit [m], or 0 to measure it by the
// lengths of edges in space. Islands, the connected parts of the texture, are measured separately: those with another
// scale than most of the area get their own, and a note. An error means that there is no scale.
func (s *Surface) ScaleUV(scale float64) (notes []string, err error) {
	island, islands := s.islands()
	factor := make([]float64, islands)
	if scale > 0 {
		for k := range factor {
			factor[k] = scale
		}
	} else if notes, err = s.measure(island, factor); err != nil {
		return nil, err
	}
	for i := range s.UV {
		for c := range s.UV[i] {
			s.UV[i][c] = r2.Scale(factor[island[i]], s.UV[i][c])
		}
	}
	return notes, nil
}

// islands numbers the parts of the texture: triangles are connected at edges with the same coordinates on both sides.
func (s *Surface) islands() (island []int32, n int) {
	type side struct {
		v  [2]int32
		uv [2]r2.Vec
	}
	first := map[side]int{}
	joined := cloth.NewForest(len(s.Tri))
	for i, t := range s.Tri {
		for c := range 3 {
			d := (c + 1) % 3
			k := side{[2]int32{t[c], t[d]}, [2]r2.Vec{s.UV[i][c], s.UV[i][d]}}
			if k.v[0] > k.v[1] {
				k.v[0], k.v[1], k.uv[0], k.uv[1] = k.v[1], k.v[0], k.uv[1], k.uv[0]
			}
			if o, ok := first[k]; ok {
				joined.Join(int32(o), int32(i))
			} else {
				first[k] = i
			}
		}
	}
	return joined.Number()
}

// measure returns the scale of each island: the median of its edges' lengths in space over those in the texture.
func (s *Surface) measure(island []int32, factor []float64) (notes []string, err error) {
	ratios := make([][]float64, len(factor))
	area := make([]float64, len(factor)) // in space
	at := make([]r3.Vec, len(factor))    // a vertex
	count := make([]int, len(factor))
	for i, t := range s.Tri {
		k := island[i]
		for c := range 3 {
			d := (c + 1) % 3
			if l := r2.Norm(r2.Sub(s.UV[i][d], s.UV[i][c])); l > 0 {
				ratios[k] = append(ratios[k], r3.Norm(r3.Sub(s.X[t[d]], s.X[t[c]]))/l)
			}
		}
		area[k] += r3.Norm(r3.Cross(r3.Sub(s.X[t[1]], s.X[t[0]]), r3.Sub(s.X[t[2]], s.X[t[0]]))) / 2
		if count[k] == 0 {
			at[k] = s.X[t[0]]
		}
		count[k]++
	}
	order := make([]int, len(factor))
	total := 0.0
	for k, r := range ratios {
		order[k] = k
		if slices.Sort(r); len(r) > 0 {
			factor[k] = r[len(r)/2]
		}
		if !(factor[k] > 0) || math.IsInf(factor[k], 0) {
			factor[k] = 0 // without extent in the texture
			continue
		}
		total += area[k]
	}
	if total == 0 {
		return nil, fmt.Errorf("the texture coordinates around (%.3f, %.3f, %.3f) give no scale: expected different ones "+
			"at the corners of triangles", at[0].X, at[0].Y, at[0].Z)
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare([]float64{factor[a]}, []float64{factor[b]}) })
	common, sum := factor[order[0]], 0.0
	for _, k := range order { // the median by area
		if factor[k] == 0 {
			continue
		}
		if common = factor[k]; sum+area[k] >= total/2 {
			break
		}
		sum += area[k]
	}
	for k := range factor {
		if factor[k] == 0 || math.Abs(factor[k]/common-1) <= sameScale {
			factor[k] = common
			continue
		}
		notes = append(notes, fmt.Sprintf("%d triangles around (%.3f, %.3f, %.3f) are %.3g m per unit of the texture, the "+
			"others %.3g: taken as packed at a scale of their own", count[k], at[k].X, at[k].Y, at[k].Z, factor[k], common))
	}
	return notes, nil
}
