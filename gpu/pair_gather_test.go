//go:build cgo

package gpu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestLongLists: what pair_gather adds up and lists, and what cg_multiply makes of that, by rows and by work groups, is
// what each vertex's list says, in its order: where a vertex has more entries than a group looks at, or sums, at once,
// where it begins in the middle of what is looked at and ends in the next, where none acts, where there are none, and
// in a last group that is not full.
func TestLongLists(t *testing.T) {
	ctx := open(t, true)
	const n, few, far, idle = 400, 30, 100, 20
	m := model(t, grid(20, 20, .1, .1, cotton()))
	if len(m.X0) != n {
		t.Fatalf("%d vertices, expected %d", len(m.X0), n)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	// times a float without rounding, whether or not a device adds in the same operation
	weights := []float32{1, -1, .5, -.25}
	random := func() [4]float32 { return [4]float32{rng.Float32(), rng.Float32() - .5, 100 * rng.Float32()} }
	whole := func() (v [4]float32) { // of which sums are exact
		for c := range 3 {
			v[c] = float32(rng.IntN(7) - 3)
		}
		return v
	}
	var vertex [][4]int32
	var weight, slot [][4]float32
	list := make([][]int32, n)
	pair := func(first, group, size int, acting float64) {
		p := int32(len(vertex))
		v, w := [4]int32{int32(first)}, [4]float32{}
		for k := range v {
			for k > 0 && slices.Contains(v[:k], v[k]) || k > 0 && v[k] == 0 {
				v[k] = int32(group*128 + 1 + rng.IntN(size-1))
			}
			if w[k] = weights[rng.IntN(4)]; k == 2 && rng.IntN(3) == 0 {
				w[k] = 0
				continue
			}
			list[v[k]] = append(list[v[k]], 4*p+int32(k))
		}
		var g, h, o [4]float32
		if rng.Float64() < acting {
			g, h, o = random(), whole(), whole()
			h[0] = 1
		}
		vertex, weight, slot = append(vertex, v), append(weight, w), append(slot, g, h, o)
	}
	for range few { // as many as one portion holds
		pair(3, 0, 120, .9)
	}
	for range 1500 { // several rounds, whose ends are in the middle of lists
		pair(128+40, 1, 128, .6)
		pair(128+80+rng.IntN(8), 1, 128, .8)
	}
	for range idle {
		pair(256, 2, 120, 0)
	}
	for range far { // to the last vertex of all
		pair(n-1, 3, 16, .7)
	}
	var starts, entries []int32
	for _, l := range list {
		starts = append(starts, int32(len(entries)))
		entries = append(entries, l...)
	}
	starts = append(starts, int32(len(entries)))
	if hub := len(list[128+40]); hub < 1500 || len(list[n-1]) < far || len(list[126]) > 0 {
		t.Fatalf("%d, %d and %d entries: the test proves little", hub, len(list[n-1]), len(list[126]))
	}
	before, u := make([][4]float32, vertexSlot*n), make([][4]float32, n)
	for i := range before {
		before[i] = random()
	}
	for i := range u {
		u[i] = whole()
	}
	sums, image, acting := slices.Clone(before), make([][4]float32, n), make([][]int32, n)
	for i, l := range list {
		for _, ref := range l {
			p, a := ref>>2, ref&3
			g, h, o := slot[pairSlot*p], slot[pairSlot*p+1], slot[pairSlot*p+2]
			if h == [4]float32{} {
				continue
			}
			acting[i] = append(acting[i], ref)
			w, of := weight[p], [3]float32{}
			for c := range 3 {
				sums[vertexSlot*i][c] += w[a] * g[c]
				sums[vertexSlot*i+1][c] += w[a] * w[a] * h[c]
				sums[vertexSlot*i+2][c] += w[a] * w[a] * o[c]
				for b, v := range vertex[p] {
					if int32(b) != a {
						of[c] += w[b] * u[v][c]
					}
				}
			}
			for c, row := range [3][3]float32{{h[0], o[2], o[1]}, {o[2], h[1], o[0]}, {o[1], o[0], h[2]}} {
				image[i][c] += w[a] * (row[0]*of[0] + row[1]*of[1] + row[2]*of[2])
			}
		}
	}
	for _, fetch := range []bool{false, true} {
		s, err := newSim(ctx, ctx.Device().Limits, fetch, m, nil, nil, step.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if err := ctx.Do(func() error {
			s.bind()
			b := s.queue.buffers
			if !s.pairs.growLists(len(vertex), activeLists...) {
				return s.pairs.err
			}
			write(s.queue, b["pairVertex"], vertex)
			write(s.queue, b["pairWeight"], weight)
			write(s.queue, b["pairSlot"], slot)
			write(s.queue, b["pairListStart"], append(slices.Clone(starts), make([]int32, scanItems(n)-len(starts))...))
			write(s.queue, b["pairList"], entries)
			write(s.queue, b["vertexSlot"], before)
			write(s.queue, b["preconditioned"], u)
			s.queue.run("pair_gather", n)
			s.queue.run("cg_multiply", n, len(vertex), 0, 0., 0.)
			got, product, part, listed := make([][4]float32, len(before)), make([][4]float32, n), make([][2]int32, n),
				make([]int32, len(entries))
			read(s.queue, b["vertexSlot"], got)
			read(s.queue, b["image"], product)
			read(s.queue, b["pairPart"], part)
			read(s.queue, b["pairProduct"], listed)
			for i := range n {
				for c := range 3 {
					for k := range vertexSlot {
						if got[vertexSlot*i+k][c] != sums[vertexSlot*i+k][c] {
							t.Errorf("fetch %v: slot %d of vertex %d is %v, expected %v", fetch, k, i,
								got[vertexSlot*i+k],
								sums[vertexSlot*i+k])
						}
					}
				}
				if product[i] != image[i] {
					t.Errorf("fetch %v: row %d of the product is %v, expected %v", fetch, i, product[i], image[i])
				}
				if l := listed[part[i][0]:part[i][1]]; !slices.Equal(l, acting[i]) {
					t.Errorf("fetch %v: vertex %d has %d pairs in %v, expected %d, or others", fetch, i, len(l),
						part[i],
						len(acting[i]))
				}
				if !fetch && i%group > 0 && part[i][0] != part[i-1][1] {
					t.Errorf("entries of vertex %d begin at %d, those before end at %d", i, part[i][0], part[i-1][1])
				}
			}
			return opengl.Error()
		}); err != nil {
			t.Error(err)
		}
		if err := s.CheckGuards(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
