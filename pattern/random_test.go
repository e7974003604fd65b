package pattern

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// randomPattern draws two to four star-shaped panels of three to seven curved edges, and stitches between any of them.
func randomPattern(t *rapid.T) string {
	var b strings.Builder
	b.WriteString(`{"properties":{"units_in_meter":100},"pattern":{"panels":{`)
	var edges []string
	n := rapid.IntRange(1, 4).Draw(t, "panels")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		m := rapid.IntRange(3, 7).Draw(t, "edges")
		dir := 1.0
		if rapid.Bool().Draw(t, "clockwise") {
			dir = -1
		}
		var vs, es []string
		for k := range m {
			a := dir * 2 * math.Pi * (float64(k) + rapid.Float64Range(0, 0.7).Draw(t, "angle")) / float64(m)
			r := rapid.Float64Range(0.5, 30).Draw(t, "radius")
			vs = append(vs, fmt.Sprintf("[%g,%g]", r*math.Cos(a), r*math.Sin(a)))
			e := fmt.Sprintf(`{"endpoints":[%d,%d]`, k, (k+1)%m)
			c := rapid.Float64Range(-0.4, 0.4)
			switch rapid.IntRange(0, 3).Draw(t, "curve") {
			case 1:
				e += fmt.Sprintf(`,"curvature":[0.5,%g]`, c.Draw(t, "c"))
			case 2:
				e += fmt.Sprintf(`,"curvature":{"type":"cubic","params":[[0.3,%g],[0.7,%g]]}`, c.Draw(t, "c"), c.Draw(t, "d"))
			case 3:
				e += fmt.Sprintf(`,"curvature":{"type":"circle","params":[%g,0,%d]}`, rapid.Float64Range(30, 90).Draw(t, "r"), rapid.IntRange(0, 1).Draw(t, "right"))
			}
			es = append(es, e+"}")
			edges = append(edges, fmt.Sprintf(`{"panel":"p%d","edge":%d}`, i, k))
		}
		fmt.Fprintf(&b, `"p%d":{"translation":[0,0,%d],"rotation":[0,0,0],"vertices":[%s],"edges":[%s]}`, i, 10*i, strings.Join(vs, ","), strings.Join(es, ","))
	}
	b.WriteString(`},"stitches":[`)
	order := rapid.Permutation(edges).Draw(t, "order")
	for k := range rapid.IntRange(0, len(edges)/2).Draw(t, "stitches") {
		if k > 0 {
			b.WriteByte(',')
		}
		kind := ""
		if rapid.IntRange(0, 5).Draw(t, "same") == 0 {
			kind = `,"right_wrong"`
		}
		fmt.Fprintf(&b, "[%s,%s%s]", order[2*k], order[2*k+1], kind)
	}
	b.WriteString("]}}")
	return b.String()
}

// TestRandomPatterns verifies that whatever is sewn to whatever, the mesh is a surface: each edge has one triangle on
// the outside and two elsewhere, and each panel keeps its area.
func TestRandomPatterns(t *testing.T) {
	meshed := 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomPattern(t)
		p, err := ReadPattern(strings.NewReader(text), "random")
		if err != nil {
			if strings.Contains(err.Error(), "cross") {
				return // curves of neighbouring edges may cross
			}
			t.Fatal(err)
		}
		h := rapid.Float64Range(0.005, 0.1).Draw(t, "h")
		m, err := p.Mesh(MeshOptions{EdgeLength: h})
		if err != nil {
			if strings.Contains(err.Error(), "longer than the largest panel") {
				return
			}
			if strings.Contains(err.Error(), "when sampled") {
				// True only if the curves cross by less than the reader's check can see.
				for i := range p.Panels {
					pts, _ := p.Panels[i].polyline(4096)
					if _, _, ok := findCrossing(pts); ok {
						return
					}
				}
			}
			t.Fatalf("h = %g: %v\n%s", h, err, text)
		}
		meshed++
		again, err := p.Mesh(MeshOptions{EdgeLength: h})
		if err != nil || len(again.X) != len(m.X) || again.X[len(m.X)/2] != m.X[len(m.X)/2] {
			t.Fatalf("a second run differs: %v", err)
		}
		uses := map[[2]int32]int{}
		tris := map[[3]int32]bool{}
		area := make([]float64, len(p.Panels))
		for i, tr := range m.Tri {
			for k := range 3 {
				a, b := tr[k], tr[(k+1)%3]
				if a == b {
					t.Fatalf("h = %g: triangle %v\n%s", h, tr, text)
				}
				uses[[2]int32{min(a, b), max(a, b)}]++
			}
			key := [3]int32{min(tr[0], tr[1], tr[2]), 0, max(tr[0], tr[1], tr[2])}
			key[1] = tr[0] + tr[1] + tr[2] - key[0] - key[2]
			if tris[key] {
				t.Fatalf("h = %g: triangle %v appears twice\n%s", h, tr, text)
			}
			tris[key] = true
			uv := m.UV[i]
			det := (uv[1].X-uv[0].X)*(uv[2].Y-uv[0].Y) - (uv[1].Y-uv[0].Y)*(uv[2].X-uv[0].X)
			if det <= 0 {
				t.Fatalf("h = %g: triangle %d has area %g\n%s", h, i, det/2, text)
			}
			area[m.Panel[i]] += det / 2
		}
		free := 0
		for e, n := range uses {
			if n > 2 {
				t.Fatalf("h = %g: edge %v has %d triangles\n%s", h, e, n, text)
			}
			free += n & 1
		}
		for _, l := range m.BoundaryLoops {
			free -= len(l)
		}
		if free != 0 {
			t.Fatalf("h = %g: %d free edges are in no boundary loop\n%s", h, free, text)
		}
		for i := range p.Panels {
			// A chord of length h cuts off less than h²/8 per radian the outline turns through.
			limit := h * h / 8 * 4 * math.Pi
			if want := math.Abs(p.Panels[i].Area()); h < 0.02 && math.Abs(area[i]-want) > limit+1e-9 {
				t.Fatalf("h = %g: panel %d has area %g, want %g\n%s", h, i, area[i], want, text)
			}
		}
	})
	if meshed < 20 {
		t.Errorf("only %d patterns could be meshed", meshed)
	}
}
