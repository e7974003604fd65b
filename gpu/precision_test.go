//go:build cgo

package gpu

import (
	"errors"
	"strings"
	"testing"

	"hysteron/gpu/opengl"
)

// TestPrecisionNotices: the probe passes, and notices what a compiler could make of each transform.
func TestPrecisionNotices(t *testing.T) {
	ctx := open(t, true)
	if err := probePrecision(ctx, probeDispatch.source); err != nil {
		t.Fatal(err)
	}
	for name, swap := range map[string][2]string{
		"twoProduct without its error": {"precise vec3 e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;",
			"vec3 e = vec3(0.0);"},
		"twoSum without its error": {"precise vec3 e = (a - (s - t)) + (b - t);", "vec3 e = vec3(0.0);"},
		"twoSum of floats": {"precise float e = (a - (s - t)) + (b - t);\n    sum",
			"float e = 0.0;\n    sum"},
		"quickTwoSum without its error":   {"precise vec3 e = b - (s - a);", "vec3 e = vec3(0.0);"},
		"difference without low words":    {"precise vec3 d = s + (e + (lo1 - lo0));", "vec3 d = s + e;"},
		"differenceSplit without its low": {"precise vec3 l = e + (lo1 - lo0);", "vec3 l = e;"},
		"addTo without low words":         {"precise vec3 l = lo + e;", "vec3 l = e;"},
		"meanSplit without low words":     {"+ (l0 + l1 + l2);", ";"},
		"addReduction without its error":  {"a.y + b.y + e", "a.y + b.y"},
		"sums in another order": {"precise vec3 m = (h0 + h1 + h2) * (1.0 / 3.0);", "vec3 m = (h2 + h1 + h0) * " +
			"(1.0 / 3.0);"},
		"difference that cancels too soon": {"twoSum(hi1, -hi0, s, e);\n    precise vec3 d",
			"s = hi1 - hi0; e = vec3(0.0);\n    precise vec3 d"},
	} {
		err := probePrecision(ctx, func(fetch, software bool, made map[string]string) (opengl.Source, error) {
			text, err := probeDispatch.source(fetch, software, made)
			if !strings.Contains(text.Text, swap[0]) {
				t.Fatalf("%s: the text has no %q", name, swap[0])
			}
			text.Text = strings.Replace(text.Text, swap[0], swap[1], 1)
			return text, err
		})
		if !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
