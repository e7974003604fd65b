package sparse

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu/par"
)

func protoAgg(A *BSR, size int) ([]int32, int) {
	agg := slices.Repeat([]int32{-1}, A.N)
	na := int32(0)
	links := make([]int, A.N)
	for s := range A.N {
		if agg[s] >= 0 {
			continue
		}
		members := []int32{int32(s)}
		agg[s] = na
		var cand []int32
		for len(members) < size {
			m := members[len(members)-1]
			for k := A.RowPtr[m]; k < A.RowPtr[m+1]; k++ {
				j := A.Col[k]
				if agg[j] < 0 {
					if links[j] == 0 {
						cand = append(cand, j)
					}
					links[j]++
				}
			}
			best := -1
			for c, j := range cand {
				if agg[j] >= 0 {
					continue
				}
				if best < 0 || links[j] > links[cand[best]] || links[j] == links[cand[best]] && j < cand[best] {
					best = c
				}
			}
			if best < 0 {
				break
			}
			agg[cand[best]] = na
			members = append(members, cand[best])
		}
		for _, j := range cand {
			links[j] = 0
		}
		if len(members) < (size+1)/2 {
			// join a neighbour
			t := int32(-1)
			for _, m := range members {
				for k := A.RowPtr[m]; k < A.RowPtr[m+1]; k++ {
					if a := agg[A.Col[k]]; a >= 0 && a != na {
						t = a
						break
					}
				}
			}
			if t >= 0 {
				for _, m := range members {
					agg[m] = t
				}
				continue
			}
		}
		na++
	}
	return agg, int(na)
}

func protoGalerkin(A *BSR, agg []int32, n int) *BSR {
	C := NewPattern(n, func(yield func([]int32) bool) {
		for i := range A.N {
			for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
				if agg[i] < agg[A.Col[k]] {
					if !yield([]int32{agg[i], agg[A.Col[k]]}) {
						return
					}
				}
			}
		}
	})
	for i := range A.N {
		for k := A.RowPtr[i]; k < A.RowPtr[i+1]; k++ {
			C.Add(C.Find(agg[i], agg[A.Col[k]]), A.Block(k))
		}
	}
	return C
}

type protoML struct {
	ratio  []int
	domain int // group size for dense coarse domains, 1 = 3x3
	top    int
	omega  float64
	lv     []*protoLevel
}
type protoLevel struct {
	A    *BSR
	agg  []int32
	doms [][]int32
	inv  []*mat.Dense
	r, z []r3.Vec
}

func (m *protoML) Setup(p *par.Pool, A *BSR, fixed []bool) error {
	m.lv = nil
	B := &BSR{N: A.N, RowPtr: A.RowPtr, Col: A.Col, Diag: A.Diag, Val: slices.Clone(A.Val)}
	_ = fixed
	for l := 0; ; l++ {
		L := &protoLevel{A: B, r: make([]r3.Vec, B.N), z: make([]r3.Vec, B.N)}
		m.lv = append(m.lv, L)
		d := 1
		if l > 0 {
			d = m.domain
		}
		last := B.N <= m.top || l > 12
		if last {
			d = B.N
		}
		var dom []int32
		nd := B.N
		if d > 1 {
			dom, nd = protoAgg(B, d)
		} else {
			dom = make([]int32, B.N)
			for i := range dom {
				dom[i] = int32(i)
			}
		}
		L.doms = make([][]int32, nd)
		for i, a := range dom {
			L.doms[a] = append(L.doms[a], int32(i))
		}
		for _, mem := range L.doms {
			D := mat.NewDense(3*len(mem), 3*len(mem), nil)
			for a, i := range mem {
				for b, j := range mem {
					k := B.Find(i, j)
					if k < 0 {
						continue
					}
					for e, v := range B.Block(k) {
						D.Set(3*a+e/3, 3*b+e%3, v)
					}
				}
			}
			var I mat.Dense
			if err := I.Inverse(D); err != nil {
				panic(err)
			}
			L.inv = append(L.inv, &I)
		}
		if last {
			break
		}
		agg, n := protoAgg(B, m.ratio[min(l, len(m.ratio)-1)])
		L.agg = agg
		B = protoGalerkin(B, agg, n)
	}
	return nil
}
func (m *protoML) Apply(p *par.Pool, z, r []r3.Vec) float64 {
	for l, L := range m.lv {
		if l == 0 {
			copy(L.r, r)
		} else {
			clear(L.r)
			for i, a := range m.lv[l-1].agg {
				L.r[a] = r3.Add(L.r[a], m.lv[l-1].r[i])
			}
		}
		for d, mem := range L.doms {
			I := L.inv[d]
			for a, i := range mem {
				var s [3]float64
				for e := range 3 {
					for b, j := range mem {
						v := L.r[j]
						row := I.RawRowView(3*a + e)
						s[e] += row[3*b]*v.X + row[3*b+1]*v.Y + row[3*b+2]*v.Z
					}
				}
				L.z[i] = r3.Vec{X: s[0], Y: s[1], Z: s[2]}
			}
		}
	}
	for l := len(m.lv) - 2; l >= 0; l-- {
		for i, a := range m.lv[l].agg {
			m.lv[l].z[i] = r3.Add(m.lv[l].z[i], r3.Scale(m.omega, m.lv[l+1].z[a]))
		}
	}
	s := 0.0
	for i := range z {
		z[i] = m.lv[0].z[i]
		s += r3.Dot(z[i], r[i])
	}
	return s
}

func TestProto(t *testing.T) {
	p := par.New(1)
	for _, n := range []int{51, 101} {
		for _, hh := range []float64{60, 240, 1000} {
			stiff := hh
			A := clothSystem(n, 1/hh)
			for _, rhs := range []string{"random", "smooth"} {
				f := randomVecs(A.N, newRand(1))
				if rhs == "smooth" {
					for i := range f {
						u, v := float64(i%n)/float64(n), float64(i/n)/float64(n)
						f[i] = r3.Vec{X: math.Sin(9*u) * v, Y: -1 + 5*math.Exp(-100*((u-.5)*(u-.5)+(v-.3)*(v-.3))), Z: u * v}
					}
				}
				solve := func(name string, M Preconditioner) {
					x := make([]r3.Vec, A.N)
					res := (&CG{Tol: 1e-3, Precond: M}).Solve(p, A, f, x, nil)
					fmt.Printf("%d stiff %g %s %s: %v %d", n, stiff, rhs, name, res.Outcome, res.Iterations)
					if ml, ok := M.(*protoML); ok {
						for _, L := range ml.lv {
							fmt.Printf(" %d", L.A.N)
						}
					}
					fmt.Println()
				}
				solve("jacobi", nil)
				for _, c := range []struct {
					ratio    []int
					dom, top int
					om       float64
				}{
					{[]int{4}, 1, 64, 1}, {[]int{4}, 1, 64, 1.7}, {[]int{8}, 1, 64, 1}, {[]int{16}, 1, 64, 1}, {[]int{4}, 8, 64, 1}, {[]int{4}, 16, 64, 1}, {[]int{8}, 16, 64, 1}, {[]int{16}, 16, 64, 1},
					{[]int{64}, 1, 1000, 1}, {[]int{64}, 1, 1000, 2}, {[]int{32}, 1, 1000, 1}, {[]int{32}, 1, 1000, 2}, {[]int{16}, 1, 1000, 1}, {[]int{16}, 1, 1000, 2}, {[]int{9}, 1, 1200, 1.7},
				} {
					if n == 101 && c.top >= 1000 && c.ratio[0] < 16 {
						continue
					}
					solve(fmt.Sprint(c), &protoML{ratio: c.ratio, domain: c.dom, top: c.top, omega: c.om})
				}
			}
		}
	}
}
