package sewing

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// Of a pair of panels the one is blamed whose mirror is wrong, as what else it is sewn to tells, and not the one that
// is told first or lies farther in.
func TestForgottenMirror(t *testing.T) {
	d := &Drawing{File: "a.svg", Unit: 0.1}
	for name, outline := range map[string][]r2.Vec{
		"half": {{}, {X: 4}, {X: 4, Y: 3}, {Y: 2}},
		"yoke": {{}, {X: 4, Y: 1}, {X: 4, Y: 2}, {Y: 2}},
	} {
		if err := d.Add(Piece{Names: []string{name}, Outline: loop(outline...)}); err != nil {
			t.Fatal(err)
		}
	}
	const text = `
[[panel]]
name = "front"
piece = "half"
sides = ["hem", "tall", "slope", "short"]
mirror = %t
translate_m = [0, 1, 0.2]
[[panel]]
name = "back"
piece = "half"
sides = ["hem", "tall", "slope", "short"]
mirror = %t
translate_m = [0, 1, -0.2]
rotate_deg = [0, 180, 0]
[[panel]]
name = "yoke"
sides = ["slope", "tall", "top", "short"]
mirror = %t
translate_m = [0, 1.3, %g]
rotate_deg = [0, %g, 0]
[[stitch]]
a = ["front.tall"]
b = ["back.tall"]
[[stitch]]
a = ["front.short"]
b = ["back.short"]
[[stitch]]
a = ["yoke.slope"]
b = ["%s.slope"]
`
	for _, c := range []struct {
		front, back bool
		yoke        string // what it is sewn to, and hangs over as that should
		want        string
	}{
		{false, true, "front", ""},
		{false, true, "back", ""},
		{true, false, "back", ""},
		{false, false, "front", "back is turned the wrong way over: expected mirror = true"},
		{false, false, "back", "front is turned the wrong way over: expected mirror = true"},
		{true, true, "front", "back is turned the wrong way over: expected it without mirror = true"},
		{true, true, "back", "front is turned the wrong way over: expected it without mirror = true"},
	} {
		over, z, turn := c.front, 0.2, 0.0
		if c.yoke == "back" {
			over, z, turn = c.back, -0.2, 180
		}
		p, err := d.Sew("a.sewing.toml", fmt.Appendf(nil, text, c.front, c.back, over, z, turn, c.yoke))
		if err != nil {
			t.Fatal(err)
		}
		lines, _ := p.Facing()
		if got := strings.Join(lines, "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) ||
			strings.Contains(got, "\n") ||
			got != "" && !strings.Contains(got, "a.sewing.toml:21: stitch 1, front.tall to back.tall, and 1 more are twisted") {
			t.Errorf("mirror %t %t, a yoke on the %s: %q, expected %q", c.front, c.back, c.yoke, got, c.want)
		}
	}
}

// Of four halves of a bodice any one or two that are the wrong way over are named, and what is expected of each.
func TestForgottenMirrors(t *testing.T) {
	d := &Drawing{File: "a.svg", Unit: 0.1}
	if err := d.Add(Piece{Names: []string{"half"}, Outline: loop(r2.Vec{}, r2.Vec{X: 3}, r2.Vec{X: 3.5, Y: 4},
		r2.Vec{Y: 5})}); err != nil {
		t.Fatal(err)
	}
	panels := []struct {
		name string
		over bool // as it should be
		x, z float64
		turn int
	}{{"fl", false, .16, .2, 0}, {"fr", true, -.16, .2, 0}, {"bl", true, .16, -.2, 180}, {"br", false, -.16, -.2, 180}}
	const seams = "[[stitch]]\na = [\"fl.centre\"]\nb = [\"fr.centre\"]\n[[stitch]]\na = [\"bl.centre\"]\nb = " +
		"[\"br.centre\"]\n[[stitch]]\na = [\"fl.side\"]\nb = [\"bl.side\"]\n[[stitch]]\na = [\"fr.side\"]\nb = " +
		"[\"br.side\"]\n" +
		"[[stitch]]\na = [\"fl.top\"]\nb = [\"bl.top\"]\n[[stitch]]\na = [\"fr.top\"]\nb = [\"br.top\"]\n"
	for flags := range 16 {
		text := ""
		var wrong []string
		expected := map[bool][]string{}
		for i, p := range panels {
			over := flags>>i&1 == 1
			text += fmt.Sprintf("[[panel]]\nname = %q\npiece = \"half\"\nsides = [\"hem\", \"side\", \"top\", "+
				"\"centre\"]\nmirror = %t\ntranslate_m = [%g, 1, %g]\nrotate_deg = [0, %d, 0]\n", p.name, over, p.x, p.z, p.turn)
			if over != p.over {
				wrong = append(wrong, p.name)
				expected[p.over] = append(expected[p.over], p.name)
			}
		}
		if len(wrong) > 2 {
			continue
		}
		p, err := d.Sew("a.sewing.toml", []byte(text+seams))
		if err != nil {
			t.Fatal(err)
		}
		lines, _ := p.Facing()
		var want []string
		switch yes, no := expected[true], expected[false]; {
		case len(wrong) == 1 && len(yes) == 1:
			want = []string{"panel " + yes[0] + " is turned the wrong way over: expected mirror = true,"}
		case len(wrong) == 1:
			want = []string{"panel " + no[0] + " is turned the wrong way over: expected it without mirror = true,"}
		case len(yes) == 2: // across from each other: each for itself
			want = []string{"panel fr is turned the wrong way over: expected mirror = true,", "panel bl is turned the wrong " +
				"way over: expected mirror = true,"}
		case len(no) == 2:
			want = []string{"panel fl is turned the wrong way over: expected it without mirror = true,",
				"panel br is turned the wrong way over: expected it without mirror = true,"}
		case len(wrong) == 2:
			want = []string{fmt.Sprintf("panels %s and %s are turned the wrong way over: expected mirror = true of the first, "+
				"and not of the second,", yes[0], no[0])}
		}
		ok := len(lines) == len(want)
		for k := 0; ok && k < len(want); k++ {
			ok = strings.Contains(lines[k], want[k])
		}
		if !ok {
			t.Errorf("wrong way over: %v: %q, expected %q", wrong, lines, want)
		}
	}
}
