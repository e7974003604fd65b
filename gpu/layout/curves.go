package layout

import "hysteron/cloth"

// curvesPack has the curvature elements of a model in the layout of the kernels, see include/curve.glsl.
type curvesPack struct {
	curve   []int32      // device index → model index
	Hinges  [][4]int32   // three each: nine hinges, row of the laws
	Weights [][4]float32 // nine each
	Start   []int32      // per hinge: start of its elements in Of
	Of      []int32      // 16·element + hinge in it
}

func newCurvesPack(m *cloth.Model, o *order, place func(i int32) int32) (p curvesPack) {
	at := make([]int32, len(m.Hinges)) // device index of each hinge
	for k, i := range o.hinge {
		at[i] = int32(k)
	}
	byTri := make(map[int32]int32, len(m.Curves))
	for i := range m.Curves {
		byTri[m.Curves[i].Tri] = int32(i)
	}
	for _, t := range o.Tri {
		i, ok := byTri[t]
		if !ok {
			continue
		}
		c := &m.Curves[i]
		p.curve = append(p.curve, i)
		var h [12]int32
		for k, g := range c.Hinge {
			h[k] = at[g]
			w := Float4(c.C[k][0], c.C[k][1], c.C[k][2], 0)
			if k == 0 {
				w[3] = float32(m.Rest[t].Area / 3)
			}
			p.Weights = append(p.Weights, w)
		}
		h[cloth.CurveHinges] = place(i)
		p.Hinges = append(p.Hinges, [4]int32(h[0:4]), [4]int32(h[4:8]), [4]int32(h[8:12]))
	}
	l := collect(len(m.Hinges), func(add func(key, item int32)) {
		for k, i := range p.curve {
			c := &m.Curves[i]
			for n, g := range c.Hinge {
				if n == 0 || g != c.Hinge[0] {
					add(at[g], int32(k)<<4|int32(n))
				}
			}
		}
	})
	p.Start, p.Of = l.Start, l.Item
	return p
}
