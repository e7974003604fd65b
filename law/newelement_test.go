package law

import (
	"strings"
	"testing"
)

// TestNewElementRuns: the kind of element that docs/new-element.md adds passes the battery and has its known answer,
// and both see what is wrong.
func TestNewElementRuns(t *testing.T) {
	c := tryPage(t, "../docs/new-element.md")
	c.passes("./cpu ", map[string]string{"TestKinds": "/bar", "TestBar": "", "TestRowsAreTheLoops": ""})
	for _, m := range []struct{ old, wrong, test string }{
		{"float64(2*corner-1)*q.tension", "float64(2*corner-1)*2*q.tension", "TestKinds/bar/2"},
		{"size := ", "size := 2 * ", "TestBar"},
	} {
		right := c.read("cpu/bar.go")
		if strings.Count(right, m.old) != 1 {
			t.Fatalf("cpu/bar.go: expected %q once", m.old)
		}
		c.write("cpu/bar.go", strings.Replace(right, m.old, m.wrong, 1))
		if text, tests := c.run("./cpu "); tests[m.test] != "FAIL" {
			t.Errorf("%s for %s: %s ended with %q: expected it to fail\n%s", m.wrong, m.old, m.test, tests[m.test], text)
		}
		c.write("cpu/bar.go", right)
	}
}
