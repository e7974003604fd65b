package view

import (
	"strings"
	"testing"
)

// TestExcerpt: a quoted line and what marks a place in it are cut alike, so that the mark stays below what it marks,
// and both keep their spaces.
func TestExcerpt(t *testing.T) {
	long := "12| " + strings.Repeat("abc ", 30) + "here" + strings.Repeat(" xyz", 30)
	mark := "  | " + strings.Repeat("    ", 30) + "~~~~"
	for most := 16; most < 300; most += 7 {
		a, b := excerpt(long, mark, most)
		at := strings.Index(b, "~")
		if n := len([]rune(a)); n > most || !strings.HasPrefix(a, "12| ") || !strings.HasPrefix(b, "  | ") {
			t.Fatalf("%d letters: %q, %q", most, a, b)
		}
		if r := []rune(a); at < 0 || at+3 > len(r) || !strings.HasPrefix("here", string(r[at:at+3])) &&
			!strings.HasPrefix(string(r[at:]), "her") {
			t.Errorf("%d letters: %q\n%q: the mark is not below what it marks", most, a, b)
		}
	}
	if a, b := excerpt("3|   size = 3", " |   ~~~~", 40); a != "3|   size = 3" || b != " |   ~~~~" {
		t.Errorf("%q, %q: expected them as they are", a, b)
	}
	// On the screen.
	u := newUI(t, 1.5)
	u.Begin(900, 600, Mouse{})
	u.Panel(10, 10, 500)
	u.Report("scene.toml:3:3: unknown key\n3|   size = 3\n |   ~~~~\nwords")
	u.End(false)
	var x, y []float32
	for _, q := range u.Quads {
		if q.Letter && q.Colour == faint { // the line: 3 | s i z e = 3
			x = append(x, q.X)
		}
		if q.Letter && q.Colour == accent { // and its mark: | ~ ~ ~ ~
			y = append(y, q.X)
		}
	}
	if len(x) != 8 || len(y) != 5 {
		t.Fatalf("%d letters in a line and %d in its mark", len(x), len(y))
	}
	if w := u.Font.Width(TextMono, "0"); abs(y[0]-x[1]) > 1 || abs(y[1]-x[2]) > w/2 || abs(y[4]-x[5]) > w/2 {
		t.Errorf("the line's letters are at %v, the mark's at %v", x, y)
	}
}

func abs(v float32) float32 { return max(v, -v) }

// TestFlow: blocks are placed in order, each once, in columns no higher than the room, on one page where that is
// possible.
func TestFlow(t *testing.T) {
	heights := []float32{100, 40, 80, 90, 60}
	for _, c := range []struct {
		room    float32
		columns int
		pages   int
	}{{1000, 1, 1}, {1000, 2, 1}, {220, 2, 1}, {180, 2, 2}, {100, 1, 5}, {50, 3, 2}} {
		pages := FlowPanels(heights, c.room, c.columns)
		next := 0
		for _, page := range pages {
			if len(page) > c.columns {
				t.Errorf("%+v: %d columns on a page", c, len(page))
			}
			for _, column := range page {
				var sum float32
				for _, k := range column {
					if k != next {
						t.Errorf("%+v: block %d comes after %d", c, k, next-1)
					}
					next++
					sum += heights[k]
				}
				if sum > c.room && len(column) > 1 {
					t.Errorf("%+v: a column of %g", c, sum)
				}
			}
		}
		if len(pages) != c.pages || next != len(heights) {
			t.Errorf("%+v: %d blocks on %d pages: %v", c, next, len(pages), pages)
		}
	}
}
