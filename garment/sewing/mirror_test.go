package sewing

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// Of a pair of panels the one is blamed whose mirror is wrong, as what else it is sewn to tells, and not the one that is told first or lies farther in.
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
		if got := strings.Join(lines, "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) || strings.Contains(got, "\n") ||
			got != "" && !strings.Contains(got, "a.sewing.toml:21: stitch 1, front.tall to back.tall, and 1 more are twisted") {
			t.Errorf("mirror %t %t, a yoke on the %s: %q, expected %q", c.front, c.back, c.yoke, got, c.want)
		}
	}
}
