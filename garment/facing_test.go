package garment

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

// A back that is wound like the front and not turned round twists its seams; one that is turned, or wound the other way, or
// sewn right to wrong, does not.
func TestFacing(t *testing.T) {
	sides := func(a, b, c, d int, more string) string {
		return fmt.Sprintf(`[{"panel":"front","edge":%d},{"panel":"back","edge":%d}%s],[{"panel":"front","edge":%d},{"panel":"back","edge":%d}%s]`, a, b, more, c, d, more)
	}
	for name, c := range map[string]struct{ text, want string }{
		"like the front": {boxes(false, false, sides(1, 1, 3, 3, "")), "seams front[1]-back[1] and 1 more join a panel that faces inward: reverse the edges of panel back"},
		"right to wrong": {boxes(false, false, sides(1, 1, 3, 3, `,"right_wrong"`)), ""},
		"turned":         {boxes(true, false, sides(1, 3, 3, 1, "")), ""},
		"backwards":      {boxes(false, true, sides(1, 2, 3, 0, "")), ""},
	} {
		p, err := ReadPattern(strings.NewReader(c.text), name)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(p.Facing(), "\n")
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, expected %q", name, got, c.want)
		}
	}
	p, err := ReadPattern(strings.NewReader(boxes(false, true, "")), "p")
	if err != nil || !slices.Equal(p.Labels(), []string{"collar", "waist"}) || p.Top() != 0.6 {
		t.Errorf("%v: labels %q, top %g", err, p.Labels(), p.Top())
	}
}
