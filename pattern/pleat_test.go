package pattern

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// The cloth between two sides on one line that are sewn to each other starts folded to the right side, as far out as
// the fold is deep, and has area everywhere; a box pleat (with a side between them) and one of several edges do so,
// too. A panel that is wound the other way has its right side behind.
func TestPleatsStartOpen(t *testing.T) {
	const all = "[[0,0],[0,50],[40,50],[45,50],[50,50],[55,50],[60,50],[100,50],[100,0]]" // clockwise
	edges := func(backwards bool) string {
		var list []string
		for k := range 9 {
			e := [2]int{k, (k + 1) % 9}
			if backwards {
				e = [2]int{(9 - k) % 9, 8 - k}
			}
			list = append(list, fmt.Sprintf(`{"endpoints":[%d,%d]}`, e[0], e[1]))
		}
		return strings.Join(list, ",")
	}
	sew := func(pairs ...[2]int) string {
		var list []string
		for _, p := range pairs {
			list = append(list, fmt.Sprintf(`[{"panel":"front","edge":%d},{"panel":"front","edge":%d}]`, p[0], p[1]))
		}
		return strings.Join(list, ",")
	}
	for name, c := range map[string]struct {
		edges, stitches string
		out             float64 // of the fold's tip, along z [m]
	}{
		"two edges":   {edges(false), sew([2]int{3, 4}), -0.05},
		"four edges":  {edges(false), sew([2]int{3, 4}, [2]int{2, 5}), -0.1},
		"box pleat":   {edges(false), sew([2]int{2, 5}), -0.05},
		"wound round": {edges(true), sew([2]int{4, 5}), 0.05},
		"in two runs": {edges(false), sew([2]int{2, 5}, [2]int{3, 4}), -0.1},
	} {
		text := fmt.Sprintf(`{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{
"front":{"vertices":%s,"edges":[%s],"translation":[0,0,0],"rotation":[0,0,0]}},"stitches":[%s]}}`, all, c.edges, c.stitches)
		p, err := ReadPattern(strings.NewReader(text), name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Mesh(MeshOptions{EdgeLength: 0.015})
		if err != nil {
			t.Fatal(err)
		}
		checkMesh(t, p, m)
		least := math.Inf(1)
		for _, tri := range m.Tri {
			a, b, c := m.X[tri[0]], m.X[tri[1]], m.X[tri[2]]
			least = min(least, r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))/2)
		}
		far := 0.0
		for _, x := range m.X {
			if math.Abs(x.Z) > math.Abs(far) {
				far = x.Z
			}
		}
		// Vertices along a fold are no farther apart than they start.
		step := 0.0
		for _, e := range m.Seam {
			step = max(step, r3.Norm(r3.Sub(m.X[e[1]], m.X[e[0]])))
		}
		if least < 1e-5 || math.Abs(far-c.out) > 1e-9 || step > 0.016 {
			t.Errorf("%s: least area %.3g m², %.3g m out, expected %g, seam edges up to %.3g m", name, least, far, c.out, step)
		}
	}
}
