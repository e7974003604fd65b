package layout

import (
	"math"
	"testing"

	"hysteron/cloth"
	"hysteron/cloth/clothtest"
)

// TestRigidAMGLists: the lists of what blocks sum, followed with a number in place of each block and of each strip, are
// the products P = A T, A P and PᵀAP of dense matrices, level by level; T has a one where an aggregate has a row. What
// is gathered is what is spread.
func TestRigidAMGLists(t *testing.T) {
	m, err := cloth.NewModel([]cloth.Part{clothtest.Grid(21, 17, .2, .16, clothtest.Cotton(), true),
		clothtest.Grid(3, 3, .02, .02, clothtest.Cotton(), true)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewModel(m)
	if err != nil {
		t.Fatal(err)
	}
	k := NewRigidAMG(p)
	if k.Depth() < 3 {
		t.Fatalf("%d levels: the test proves little", k.Depth())
	}
	number := map[int32]float64{} // of blocks of the matrix below, by their places
	p.EachBlock(func(i, j, place int32) { number[place] = math.Sin(float64(i+1) * float64(j+1)) })
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("%s: %g, expected %g", what, got, want)
		}
	}
	first, rows := 0, len(m.X0)
	for l := range k.Depth() {
		here, strips := int(k.FirstRow[l]), min(2, 1+l)
		dense := func(n, m int) [][]float64 {
			all := make([][]float64, n)
			for i := range all {
				all[i] = make([]float64, m)
			}
			return all
		}
		A, P, blocks := dense(rows, rows), dense(rows, k.RowsOf(l)), map[int]float64{}
		for b := int(k.FirstBlock[l]); b < int(k.FirstBlock[l+1]); b++ {
			i, sum := int(k.Row[b])-first, 0.0
			for e := k.Smooth.Start[b]; e < k.Smooth.Start[b+1]; e++ {
				sum += number[k.Smooth.Item[2*e]]
				A[i][int(k.Smooth.Item[2*e+1])-first] = number[k.Smooth.Item[2*e]]
			}
			P[i][int(k.Column[b])-here], blocks[b] = sum, sum
		}
		for v := range k.RowsOf(l) {
			want := make([]float64, rows)
			for e := k.Member.Start[here+v]; e < k.Member.Start[here+v+1]; e++ {
				for i := range want {
					want[i] += A[i][int(k.Member.Item[e])-first]
				}
			}
			for i := range want {
				near("P", P[i][v], want[i])
			}
		}
		image := make([]float64, int(k.FirstImage[l+1]-k.FirstImage[l]))
		for q := range image {
			at := int(k.FirstImage[l]) + q
			for e := k.Image.Start[at]; e < k.Image.Start[at+1]; e++ {
				image[q] += number[k.Image.Item[2*e]] * blocks[int(k.Image.Item[2*e+1])]
			}
		}
		strip := map[int]float64{} // of P, the first of each block
		for b, v := range blocks {
			strip[k.Strip(b, 0)] = v
		}
		next := map[int32]float64{}
		for u := k.FirstUpper[l]; u < k.FirstUpper[l+1]; u++ {
			sum, halves := 0.0, 0
			for e := k.Sum.Start[u]; e < k.Sum.Start[u+1]; e++ {
				if q := int(k.Sum.Item[2*e+1]); q%strips == 0 {
					sum += strip[int(k.Sum.Item[2*e])] * image[q/strips]
				} else {
					halves++
				}
			}
			if n := int(k.Sum.Start[u+1] - k.Sum.Start[u]); halves*strips != n*(strips-1) {
				t.Fatalf("%d of %d products are of second strips", halves, n)
			}
			next[k.Place[2*u]] = sum
			if mirror := k.Place[2*u+1]; mirror != k.Place[2*u] {
				next[mirror] = sum // A is symmetric
			}
		}
		for v := range k.RowsOf(l) {
			sum := 0.0
			for i := range rows {
				for j := range rows {
					sum += P[i][v] * A[i][j] * P[j][v]
				}
			}
			near("PᵀAP", next[k.Diagonal[here+v]], sum)
			gathered, spread := map[[2]int32]bool{}, 0
			for _, g := range k.Gather[k.GatherStart[here+v]:k.GatherStart[here+v+1]] {
				gathered[[2]int32{g[0], g[1]}], gathered[[2]int32{g[2], g[3]}] = true, true
			}
			for b := range blocks {
				for h := range strips {
					if int(k.Column[b]) == here+v {
						spread++
						if !gathered[[2]int32{int32(k.Strip(b, h)), int32(strips)*k.Row[b] + int32(h)}] {
							t.Fatalf("level %d, row %d: a strip is not gathered", l, v)
						}
					}
				}
			}
			delete(gathered, [2]int32{int32(k.Strips() - 1), 0})
			if len(gathered) != spread {
				t.Fatalf("level %d, row %d: %d strips gathered, %d spread", l, v, len(gathered), spread)
			}
		}
		for b := int(k.FirstBlock[l]); b < int(k.FirstBlock[l+1]); b++ {
			if at := int(k.Row[b]) + min(l, 1)*len(m.X0); int(k.Start[at]) > b || int(k.Start[at+1]) <= b {
				t.Fatalf("block %d is not among those of its row", b)
			}
		}
		number, first, rows = next, here, k.RowsOf(l)
	}
}
