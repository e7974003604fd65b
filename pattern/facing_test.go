package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// boxes are a front and a back, one turned by half a turn if turned, or wound backwards, and sewn at both sides.
func boxes(turn, backwards bool, stitch string) string {
	corners, turned := "[[-30,0],[30,0],[30,60],[-30,60]]", 0
	if turn {
		turned = 180
	}
	edges := `[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3]},{"endpoints":[3,0],"label":"waist"}]`
	back := edges
	if backwards {
		back = `[{"endpoints":[0,3]},{"endpoints":[3,2],"label":"collar"},{"endpoints":[2,1]},{"endpoints":[1,0]}]`
	}
	return fmt.Sprintf(`{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{
"front":{"vertices":%s,"edges":%s,"translation":[0,0,20],"rotation":[0,0,0]},
"back":{"vertices":%s,"edges":%s,"translation":[0,0,-20],"rotation":[0,%d,0]}},"stitches":[%s]}}`, corners, edges, corners, back, turned, stitch)
}

// flared has the panels of boxes flare, by 37° at each side.
func flared(pattern string) string {
	return strings.ReplaceAll(pattern, "[[-30,0],[30,0],[30,60],[-30,60]]", "[[-60,0],[60,0],[15,60],[-15,60]]")
}

// A back that is wound like the front and not turned round twists its seams, or has them cross each other; one that is
// turned, or wound the other way, or sewn right to wrong, does not, unless its left side is sewn to the left one of the
// front, or one side twice. One that is sewn once may be meant.
func TestFacing(t *testing.T) {
	sides := func(a, b, c, d int, more string) string {
		return fmt.Sprintf(`[{"panel":"front","edge":%d},{"panel":"back","edge":%d}%s],[{"panel":"front","edge":%d},{"panel":"back","edge":%d}%s]`, a, b, more, c, d, more)
	}
	for name, c := range map[string]struct{ text, want string }{
		"like the front": {boxes(false, false, sides(1, 1, 3, 3, "")), "stitches[0], front[1] to back[1], and 1 more join " +
			"a panel that faces inward: reverse the edges of panel back"},
		"right to wrong": {boxes(false, false, sides(1, 1, 3, 3, `,"right_wrong"`)), ""},
		"turned":         {boxes(true, false, sides(1, 3, 3, 1, "")), ""},
		"swapped": {boxes(true, false, sides(1, 1, 3, 3, "")), "stitches[0], front[1] to back[1], and stitches[1], " +
			"front[3] to back[3], cross each other: expected front[1] to back[3] and front[3] to back[1]"},
		"the other way": {boxes(true, false, `[{"panel":"front","edge":1},{"panel":"back","edge":1}],[{"panel":"back","edge":3},{"panel":"front","edge":3}]`), "stitches[0], front[1] to back[1], and stitches[1], back[3] to front[3], cross each other: expected front[1] to back[3] and front[3] to back[1]"},
		"one side twice": {boxes(true, false, sides(1, 3, 1, 1, "")), "stitches[1], front[1] to back[1], is twisted, and " +
			"front[3] is sewn to nothing: expected front[3] to back[1]"},
		"not turned": {boxes(false, false, sides(1, 3, 3, 1, "")), "stitches[0], front[1] to back[3], and " +
			"stitches[1], front[3] to back[1], cross each other, as panel back faces inward: expected it turned by 180° " +
			"about y"},
		"backwards": {boxes(false, true, sides(1, 2, 3, 0, "")), ""},
		"flared":    {flared(boxes(true, false, sides(1, 3, 3, 1, ""))), ""},
		"flared, swapped": {flared(boxes(true, false, sides(1, 1, 3, 3, ""))), "stitches[0], front[1] to back[1], and " +
			"stitches[1], front[3] to back[3], cross each other: expected front[1] to back[3] and front[3] to back[1]"},
		"one side, wrong": {boxes(true, false, sides(0, 0, 1, 1, "")), "? stitches[1], front[1] to back[1], is twisted, " +
			"and front[3] is sewn to nothing: expected front[3] to back[1]"},
	} {
		p, err := ReadPattern(strings.NewReader(c.text), name)
		if err != nil {
			t.Fatal(err)
		}
		lines, doubts := p.Facing()
		for _, line := range doubts {
			lines = append(lines, "? "+line)
		}
		got := strings.Join(lines, "\n")
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
	}
	p, err := ReadPattern(strings.NewReader(boxes(false, true, "")), "p")
	if err != nil || !slices.Equal(p.Labels(), []string{"collar", "waist"}) || p.Top() != 0.6 {
		t.Errorf("%v: labels %q, top %g", err, p.Labels(), p.Top())
	}
}
