// Package mend repairs triangle meshes from files to oriented manifolds, for bodies and for cloth.
package mend

import "hysteron/cloth"

// Gluing joins triangles across edges to sheets that are oriented 2-manifolds: each edge has at most two triangles, in
// opposite directions, and each vertex one fan. Side 3t+c is the edge from corner c of triangle t to the next.
type Gluing struct {
	Tri     [][3]int32 // oriented consistently: corners 1 and 2 of some are exchanged
	Across  []int32    // per side the side to which it is glued, -1: none
	Sheet   []int32    // per triangle
	Sheets  int
	Forked  [][2]int32 // edges with more than two triangles, lower vertex first
	Twisted [][2]int32 // edges that no orientation makes consistent
	Turned  []int32    // triangles whose orientation changed, ascending
}

// Glue returns the sheets of triangles over welded vertices. At an edge of more than two triangles none is glued at
// first; zip then joins those that only fold back along such an edge.
func Glue(tris [][3]int32) *Gluing {
	g := &Gluing{Tri: append([][3]int32(nil), tris...), Across: make([]int32, 3*len(tris)),
		Sheet: make([]int32, len(tris))}
	edges := make(map[[2]int32][]int32, 3*len(tris)/2)
	var order [][2]int32
	for t, v := range g.Tri {
		for c := range 3 {
			g.Across[3*t+c] = -1
			e := [2]int32{min(v[c], v[(c+1)%3]), max(v[c], v[(c+1)%3])}
			if _, ok := edges[e]; !ok {
				order = append(order, e)
			}
			edges[e] = append(edges[e], int32(3*t+c))
		}
	}
	mate := make([]int32, 3*len(tris)) // the other side of an edge with two
	for i := range mate {
		mate[i] = -1
	}
	for _, e := range order {
		switch s := edges[e]; {
		case len(s) == 2:
			mate[s[0]], mate[s[1]] = s[1], s[0]
		case len(s) > 2:
			g.Forked = append(g.Forked, e)
		}
	}
	g.orient(mate)
	for range 3 { // zipping may create new folds
		if !g.zip() {
			break
		}
	}
	g.number()
	return g
}

func (g *Gluing) from(side int32) int32 { return g.Tri[side/3][side%3] }
func (g *Gluing) to(side int32) int32   { return g.Tri[side/3][(side%3+1)%3] }

// orient turns triangles so that neighbours are consistent, as most of a sheet are already, and glues them.
func (g *Gluing) orient(mate []int32) {
	turn := make([]bool, len(g.Tri)) // to be turned
	seen := make([]bool, len(g.Tri))
	var sheet []int32
	for first := range g.Tri {
		if seen[first] {
			continue
		}
		seen[first] = true
		sheet = append(sheet[:0], int32(first))
		turns := 0
		for at := 0; at < len(sheet); at++ {
			t := sheet[at]
			for c := range int32(3) {
				o := mate[3*t+c]
				if o < 0 || seen[o/3] {
					continue
				}
				seen[o/3] = true
				turn[o/3] = turn[t] != (g.from(3*t+c) == g.from(o)) // same direction: one of both is turned
				if turn[o/3] {
					turns++
				}
				sheet = append(sheet, o/3)
			}
		}
		if turns > len(sheet)-turns {
			for _, t := range sheet {
				turn[t] = !turn[t]
			}
		}
	}
	for s := range int32(len(mate)) {
		o := mate[s]
		if o < s {
			continue
		}
		if (turn[s/3] == turn[o/3]) == (g.from(s) == g.from(o)) {
			g.Twisted = append(g.Twisted, [2]int32{min(g.from(s), g.to(s)), max(g.from(s), g.to(s))})
			mate[s], mate[o] = -1, -1
		}
	}
	place := func(s int32) int32 { // number of a side after turning: corners 1 and 2 are exchanged
		if turn[s/3] {
			return s - s%3 + 2 - s%3
		}
		return s
	}
	for s, o := range mate {
		if o >= 0 {
			g.Across[place(int32(s))] = place(o)
		}
	}
	for t := range g.Tri {
		if turn[t] {
			g.Turned = append(g.Turned, int32(t))
			g.Tri[t][1], g.Tri[t][2] = g.Tri[t][2], g.Tri[t][1]
		}
	}
}

// next returns the open side after an open side around its hole.
func (g *Gluing) next(side int32) int32 {
	for {
		side = side - side%3 + (side+1)%3 // the next side of the same triangle
		if g.Across[side] < 0 {
			return side
		}
		side = g.Across[side]
	}
}

// Loops returns the holes, each as its open sides in order.
func (g *Gluing) Loops() (loops [][]int32) {
	seen := make([]bool, len(g.Across))
	for s := range int32(len(g.Across)) {
		if g.Across[s] >= 0 || seen[s] {
			continue
		}
		var loop []int32
		for at := s; !seen[at]; at = g.next(at) {
			seen[at] = true
			loop = append(loop, at)
		}
		loops = append(loops, loop)
	}
	return loops
}

// zip glues successive sides of a hole that run along the same edge, there and back.
func (g *Gluing) zip() (any bool) {
	for _, loop := range g.Loops() {
		var stack []int32
		for _, s := range loop {
			if n := len(stack); n > 0 && g.folds(stack[n-1], s) {
				stack = stack[:n-1]
				any = true
				continue
			}
			stack = append(stack, s)
		}
		for len(stack) > 1 && g.folds(stack[len(stack)-1], stack[0]) {
			stack = stack[1 : len(stack)-1]
			any = true
		}
	}
	return any
}

func (g *Gluing) folds(a, b int32) bool {
	if a/3 == b/3 || g.from(a) != g.to(b) || g.to(a) != g.from(b) {
		return false
	}
	g.Across[a], g.Across[b] = b, a
	return true
}

// Cut separates sheets along sides, and numbers them anew. A side stays glued if both of its ends would stay one
// vertex: it is in the middle of a sheet.
func (g *Gluing) Cut(sides []int32) {
	mates := make([]int32, len(sides))
	for i, s := range sides {
		if mates[i] = g.Across[s]; mates[i] >= 0 {
			g.Across[s], g.Across[mates[i]] = -1, -1
		}
	}
	for again := true; again; {
		again = false
		tris, _ := g.Vertices()
		for i, s := range sides {
			o := mates[i]
			if o >= 0 && g.Across[s] < 0 && tris[s/3][s%3] == tris[o/3][(o%3+1)%3] && tris[s/3][(s%3+1)%3] == tris[o/3][o%3] {
				g.Across[s], g.Across[o] = o, s
				again = true
			}
		}
	}
	g.Sheets = 0
	g.number()
}

// number numbers the sheets.
func (g *Gluing) number() {
	for t := range g.Sheet {
		g.Sheet[t] = -1
	}
	for first := range g.Tri {
		if g.Sheet[first] >= 0 {
			continue
		}
		g.Sheet[first] = int32(g.Sheets)
		for queue := []int32{int32(first)}; len(queue) > 0; {
			t := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for c := range int32(3) {
				if o := g.Across[3*t+c]; o >= 0 && g.Sheet[o/3] < 0 {
					g.Sheet[o/3] = int32(g.Sheets)
					queue = append(queue, o/3)
				}
			}
		}
		g.Sheets++
	}
}

// Vertices gives each fan of triangles a vertex of its own. The first fan of a vertex keeps its position in the order;
// source is the original vertex of each.
func (g *Gluing) Vertices() (tris [][3]int32, source []int32) {
	fan := cloth.NewForest(len(g.Across)) // per corner
	after := func(s int32) int32 { return s - s%3 + (s+1)%3 }
	for s, o := range g.Across {
		if o >= 0 {
			for _, p := range [2][2]int32{{int32(s), after(o)}, {after(int32(s)), o}} {
				fan.Join(p[0], p[1])
			}
		}
	}
	most := int32(0)
	for _, t := range g.Tri {
		most = max(most, t[0], t[1], t[2])
	}
	fans := make([][]int32, most+1)
	for s := range int32(len(fan)) {
		if fan.Find(s) == s {
			v := g.from(s)
			fans[v] = append(fans[v], s)
		}
	}
	number := make([]int32, len(fan))
	for v, list := range fans {
		for _, f := range list {
			number[f] = int32(len(source))
			source = append(source, int32(v))
		}
	}
	tris = make([][3]int32, len(g.Tri))
	for t := range tris {
		for c := range 3 {
			tris[t][c] = number[fan.Find(int32(3*t+c))]
		}
	}
	return tris, source
}
