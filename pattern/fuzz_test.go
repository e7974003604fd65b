package pattern

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

// FuzzReadPattern verifies that no bytes make the reader panic, and that whatever it accepts can be meshed at
// a coarse edge length, or is refused, without panic, hang or invalid output.
func FuzzReadPattern(f *testing.F) {
	for _, name := range []string{"tee.json", "trousers.json"} {
		b, err := os.ReadFile("../scenes/patterns/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add(square)
	const side = `{"endpoints":[1,2]}`
	for _, c := range []string{`[0.5,-0.3]`, `{"type":"cubic","params":[[0.3,0.2],[0.7,-0.2]]}`, `{"type":"circle","params":[12,0,1]}`, `{"type":"circle","params":[12,1,0]}`} {
		f.Add(strings.Replace(square, side, `{"endpoints":[1,2],"curvature":`+c+`}`, 1))
	}
	f.Add(strings.Replace(square, `{"panel":"back","edge":2}]`, `{"panel":"back","edge":2},"right_wrong"]`, 1))
	f.Add(strings.Replace(square, `{"panel":"back","edge":2}`, `{"panel":"front","edge":2}`, 1))
	f.Add(strings.Replace(square, `"relative"`, `"absolute", "normalize_panel_translation": true`, 1))
	for _, curl := range []string{"360", "45", "1e9"} {
		f.Add(sleeve(`,"curl":`+curl, false))
	}
	f.Add(`{"pattern":{"panels":{}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		// A hang is a failure: the panic shows where it happens.
		guard := time.AfterFunc(20*time.Second, func() { panic("no answer within 20 s") })
		defer guard.Stop()
		p, err := ReadPattern(strings.NewReader(text), "fuzz")
		if err != nil {
			if p != nil || !strings.HasPrefix(err.Error(), "fuzz") {
				t.Fatalf("pattern %v with error %q", p, err)
			}
			return
		}
		p.Facing()
		size := 0.0
		for i := range p.Panels {
			pts, _ := p.Panels[i].polyline(8)
			b := bounds(pts)
			size = max(size, b.Max.X-b.Min.X, b.Max.Y-b.Min.Y)
		}
		for _, h := range []float64{size, size / 10} {
			m, err := p.Mesh(MeshOptions{EdgeLength: h})
			if err != nil {
				if m != nil || !strings.HasPrefix(err.Error(), "fuzz") {
					t.Fatalf("mesh %v with error %q", m, err)
				}
				continue
			}
			if len(m.Tri) == 0 || len(m.UV) != len(m.Tri) || len(m.Panel) != len(m.Tri) {
				t.Fatalf("%d triangles, %d UV, %d panels", len(m.Tri), len(m.UV), len(m.Panel))
			}
			for _, x := range m.X {
				if s := x.X + x.Y + x.Z; math.IsNaN(s) || math.IsInf(s, 0) {
					t.Fatalf("vertex at %v", x)
				}
			}
			for i, tr := range m.Tri {
				for k, v := range tr {
					if v < 0 || int(v) >= len(m.X) || v == tr[(k+1)%3] {
						t.Fatalf("triangle %v of %d vertices", tr, len(m.X))
					}
					if uv := m.UV[i][k]; math.IsNaN(uv.X+uv.Y) || math.IsInf(uv.X+uv.Y, 0) {
						t.Fatalf("triangle %d: material coordinates %v", i, uv)
					}
				}
			}
		}
	})
}
