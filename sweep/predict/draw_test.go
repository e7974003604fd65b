package predict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"hysteron/scenes"
)

// fabricWith writes cotton with some numbers and [[fitted]] to a file.
func fabricWith(t *testing.T, name string, set map[string]any) string {
	t.Helper()
	text, err := scenes.RefitFabric("cotton", set)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+".toml")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDrawsScatterAsFitted: draws have the fit's interval and correlation, and do not depend on how many there are.
func TestDrawsScatterAsFitted(t *testing.T) {
	path := fabricWith(t, "a", map[string]any{"warp.k1_n_m": 100., "weft.k1_n_m": 200., "fitted": []any{map[string]any{
		"keys": []any{"warp.k1_n_m", "weft.k1_n_m"}, "low": []any{90., 160.}, "high": []any{110., 250.},
		"correlation": []any{1., -0.8, -0.8, 1.}, "freedom": 12.}}})
	c, err := Read([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	const n = 4000
	var logs [2][]float64
	inside := [2]int{}
	for i := 1; i <= n; i++ {
		for k, v := range c.values(rand.New(rand.NewPCG(7, uint64(i))), i) {
			logs[k] = append(logs[k], math.Log(v))
			if v > c.Varied[k].Low && v < c.Varied[k].High {
				inside[k]++
			}
		}
	}
	for k := range inside {
		if share := float64(inside[k]) / n; math.Abs(share-0.95) > 0.015 { // its standard deviation is .0034
			t.Errorf("%s: %.3f of the draws lie within its 95 %%", c.Varied[k].Key, share)
		}
	}
	if r := stat.Correlation(logs[0], logs[1], nil); math.Abs(r+0.8) > 0.03 {
		t.Errorf("correlation %.3f: expected -0.8", r)
	}
	one, _ := c.numbers(7, 3)
	again, _ := c.numbers(7, 3)
	other, _ := c.numbers(8, 3)
	if one[0] != again[0] || one[0] == other[0] {
		t.Errorf("draw 3 of seed 7 is %v, then %v, of seed 8 %v", one, again, other)
	}
}

// TestDrawsOfSpecimens: of specimens whose number is known, the mean and the spread of a further one.
func TestDrawsOfSpecimens(t *testing.T) {
	var files []string
	for i, k := range []float64{90, 100, 110, 120, 80} {
		files = append(files, fabricWith(t, fmt.Sprint("s", i), map[string]any{"warp.k1_n_m": k}))
	}
	c, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Varied) != 1 || c.Varied[0].Key != "warp.k1_n_m" {
		t.Fatalf("%+v", c.Varied)
	}
	var logs []float64
	for _, k := range []float64{90, 100, 110, 120, 80} {
		logs = append(logs, math.Log(k))
	}
	mean, deviation := stat.MeanStdDev(logs, nil)
	const t975 = 2.7764 // Student's, of 4 degrees of freedom (tables)
	want := math.Exp(mean + t975*deviation*math.Sqrt(1.2))
	inside := 0
	for i := 1; i <= 4000; i++ {
		if v := c.values(rand.New(rand.NewPCG(1, uint64(i))), i); v[0] < want && v[0] > math.Exp(2*mean)/want {
			inside++
		}
	}
	if math.Abs(c.Varied[0].High/want-1) > 1e-3 || math.Abs(float64(inside)/4000-0.95) > 0.015 {
		t.Errorf("up to %g, expected %g; %d of 4000 within", c.Varied[0].High, want, inside)
	}
}

// TestReadRefuses: what no draws can be made of is told by file and key.
func TestReadRefuses(t *testing.T) {
	table := func(low, high float64, correlation ...any) map[string]any {
		m := map[string]any{"keys": []any{"warp.k1_n_m"}, "low": []any{low}, "high": []any{high}, "freedom": 3.}
		if correlation != nil {
			m["keys"], m["low"], m["high"] = []any{"warp.k1_n_m", "weft.k1_n_m"}, []any{low, 1.}, []any{high, 1e6}
			m["correlation"] = correlation
		}
		return m
	}
	for name, q := range map[string]struct {
		set  map[string]any
		says string
	}{
		"none":      {nil, "no [[fitted]]"},
		"elsewhere": {map[string]any{"warp.k1_n_m": 100., "fitted": []any{table(120, 130)}}, "not within 120 to 130"},
		"not a correlation": {map[string]any{"warp.k1_n_m": 100., "fitted": []any{table(90, 110, 1., .5, -.5, 1.)}},
			"symmetric"},
		"not positive": {map[string]any{"warp.k1_n_m": 100., "fitted": []any{table(90, 110, 0., 1., 1., 0.)}},
			"eigenvalue"},
		"twice": {map[string]any{"warp.k1_n_m": 100., "fitted": []any{table(90, 110), table(90, 110)}},
			"two of [[fitted]]"},
	} {
		if _, err := Read([]string{fabricWith(t, "f", q.set)}); err == nil || !strings.Contains(err.Error(), q.says) {
			t.Errorf("%s: %v, expected %q", name, err, q.says)
		}
	}
	a := fabricWith(t, "a", map[string]any{"warp.k1_n_m": 100.})
	b := fabricWith(t, "b", map[string]any{"warp.friction": nil})
	if _, err := Read([]string{a, b}); err == nil || !strings.Contains(err.Error(), "same laws") {
		t.Errorf("specimens of other laws: %v", err)
	}
	if _, err := Read([]string{a, a}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("one specimen twice: %v", err)
	}
}

// TestRefitForgets: numbers that are found anew leave the [[fitted]] that had them.
func TestRefitForgets(t *testing.T) {
	path := fabricWith(t, "a", map[string]any{"warp.k1_n_m": 100., "weft.k1_n_m": 200., "fitted": []any{map[string]any{
		"keys": []any{"warp.k1_n_m", "weft.k1_n_m"}, "low": []any{90., 160.}, "high": []any{110., 250.},
		"correlation": []any{1., -0.8, -0.8, 1.}, "freedom": 12.}}})
	text, err := scenes.RefitFabric(path, map[string]any{"warp.k1_n_m": 50.})
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "b.toml")
	if err := os.WriteFile(again, text, 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := scenes.FittedNumbers(again)
	if err != nil || len(list) != 1 || len(list[0].Keys) != 1 || list[0].Keys[0] != "weft.k1_n_m" ||
		list[0].Low[0] != 160 || len(list[0].Correlation) != 1 {
		t.Errorf("%v: %+v\n%s", err, list, text)
	}
}

// TestQuantiles: of 39 draws the ends of the interval are the least and the largest, and so they are of fewer.
func TestQuantiles(t *testing.T) {
	x := make([]float64, 39)
	for i := range x {
		x[i] = float64((i*7)%39 + 1)
	}
	f := figure("f", "", 0, x)
	if math.Abs(f.Low-1) > 1e-9 || math.Abs(f.High-39) > 1e-9 || f.Median != 20 ||
		x[f.At(0.5)] != 20 || Share(19) != 0.9 || Share(1000) != 0.95 {
		t.Errorf("%+v, %g", f, Share(19))
	}
	if f = figure("f", "", 0, append(x, 40)); f.Low <= 1 || f.High >= 40 {
		t.Errorf("of 40 draws: %g to %g", f.Low, f.High)
	}
}
