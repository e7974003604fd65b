//go:build unix

package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// TestMemory: arrays lie where the client says in memory that it shares, also where that has grown since.
func TestMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := dial(t, Options{Memory: f})
	c.must(map[string]any{"op": "hello", "protocol": Protocol}, nil)
	c.must(map[string]any{"op": "load", "scene": "scene.toml", "text": hung}, nil)
	c.must(map[string]any{"op": "start", "backend": "cpu"}, nil)
	n := begun(t, hung).vertices()
	get := map[string]any{"op": "get", "arrays": []array{{Name: "positions", At: 4096}}}
	if a := c.call(get, nil); a.Error == nil || !strings.Contains(a.Error.Text, "expected at least the") {
		t.Errorf("memory of 0 bytes: %+v", a.Error)
	}
	if err := f.Truncate(8192); err != nil {
		t.Fatal(err)
	}
	c.must(get, nil)
	d := begun(t, hung)
	at := func() []float64 {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return each(3*n, func(i int) float64 { return float(data[4096:], i) })
	}
	same(t, "positions", d.floats("positions"), at())
	if err := f.Truncate(1 << 16); err != nil {
		t.Fatal(err)
	}
	// What lies there is read from there.
	list, bulk := packed("velocities", each(n, func(i int) (v r3.Vec) { v.X = float64(i) / 100; return v }))
	if _, err := f.WriteAt(bulk, 20000); err != nil {
		t.Fatal(err)
	}
	d.must(map[string]any{"op": "set", "arrays": list}, bulk)
	list[0].At = 20000
	c.must(map[string]any{"op": "set", "arrays": list}, nil)
	for _, c := range []*client{c, d} {
		c.steps(2)
	}
	c.must(get, nil)
	same(t, "positions", d.floats("positions"), at())
}
