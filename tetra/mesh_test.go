package tetra

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// closed checks that a surface is closed and oriented, and returns the volume inside and its area.
func closed(t *testing.T, m *Mesh) (volume, area float64) {
	t.Helper()
	half := map[[2]int32]int{}
	for _, f := range m.Surface() {
		a, b, c := m.X[f[0]], m.X[f[1]], m.X[f[2]]
		volume += r3.Dot(a, r3.Cross(b, c)) / 6
		area += r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2
		for k := range 3 {
			half[[2]int32{f[k], f[(k+1)%3]}]++
		}
	}
	for e, n := range half {
		if n != 1 || half[[2]int32{e[1], e[0]}] != 1 {
			t.Fatalf("edge %v has %d triangles one way and %d the other: expected a closed surface", e, n,
				half[[2]int32{e[1], e[0]}])
		}
	}
	return volume, area
}

func TestBox(t *testing.T) {
	for _, n := range [][3]int{{1, 1, 1}, {2, 1, 1}, {3, 4, 5}} {
		m := BoxOf(r3.Vec{X: 2, Y: 3, Z: 4}, n)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		volume, area := closed(t, m)
		if math.Abs(volume-24) > 1e-12 || math.Abs(m.TotalVolume()-24) > 1e-12 || math.Abs(area-52) > 1e-12 {
			t.Errorf("%v: volume %g, of its tetrahedra %g, area %g: expected 24, 24 and 52", n, volume, m.TotalVolume(), area)
		}
		if want := (n[0] + 1) * (n[1] + 1) * (n[2] + 1); len(m.X) != want || len(m.Tets) != 5*n[0]*n[1]*n[2] {
			t.Errorf("%v: %d vertices, %d tetrahedra", n, len(m.X), len(m.Tets))
		}
	}
	if m := Box(r3.Vec{X: 1, Y: 1, Z: .1}, .25); len(m.Tets) != 5*16 {
		t.Errorf("%d tetrahedra", len(m.Tets))
	}
}

// TestCheck: what is no mesh of tetrahedra is refused.
func TestCheck(t *testing.T) {
	good := func() *Mesh { return BoxOf(r3.Vec{X: 1, Y: 1, Z: 1}, [3]int{1, 1, 1}) }
	for name, spoil := range map[string]func(*Mesh){
		"empty":  func(m *Mesh) { m.Tets = nil },
		"index":  func(m *Mesh) { m.Tets[0][1] = 8 },
		"turned": func(m *Mesh) { m.Tets[0][0], m.Tets[0][1] = m.Tets[0][1], m.Tets[0][0] },
		"twice":  func(m *Mesh) { m.Tets = append(m.Tets, m.Tets[0]) },
		"alone":  func(m *Mesh) { m.X = append(m.X, r3.Vec{}) },
		"nan":    func(m *Mesh) { m.X[2].Y = math.NaN() },
		"flat":   func(m *Mesh) { m.X[m.Tets[0][0]] = m.X[m.Tets[0][1]] },
	} {
		m := good()
		if spoil(m); m.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
