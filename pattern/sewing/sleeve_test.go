package sewing_test

import (
	"os"
	"strings"
	"testing"

	"hysteron/pattern"
	"hysteron/pattern/drawing"
	"hysteron/pattern/sewing"
)

func shipped(t *testing.T, name string) *sewing.Drawing {
	t.Helper()
	f, err := os.Open("../../scenes/patterns/" + name + ".svg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := drawing.ReadSVG(f, name+".svg")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// shirt is the one that ships, with edits of its sewing file, each "old|new".
func shirt(t *testing.T, edits ...string) *pattern.Pattern {
	t.Helper()
	return shirtOf(t, shipped(t, "shirt"), edits...)
}

// shirtOf is one of another drawing.
func shirtOf(t *testing.T, d *sewing.Drawing, edits ...string) *pattern.Pattern {
	t.Helper()
	text, err := os.ReadFile("../../scenes/patterns/shirt.sewing.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		old, new, _ := strings.Cut(e, "|")
		if !strings.Contains(string(text), old) {
			t.Fatalf("no %q in the sewing file", old)
		}
		text = []byte(strings.ReplaceAll(string(text), old, new))
	}
	p, err := d.Sew("shirt.sewing.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Sleeves in one piece that hang as they are sewn are well, also where they are not near the armhole or do not go all
// around; those that do not are told of by file, line and stitch, with what was expected.
func TestSleeves(t *testing.T) {
	const left, right = "rotate_deg = [0, 90, 45]", "rotate_deg = [0, -90, -45]"
	for name, c := range map[string]struct {
		edits []string
		want  []string
	}{
		"as it ships": {},
		"far off":     {[]string{"[0.31, 1.23, -0.01]|[0.45, 1.3, 0.05]"}, nil},
		"half around": {[]string{"curl_deg = 360|curl_deg = 180"}, nil},
		"level":       {[]string{left + "|rotate_deg = [0, 90, 90]"}, nil},
		"flat": {[]string{"curl_deg = 360|"}, []string{
			"shirt.sewing.toml:55: stitch 6, sleeve-left.under-front to sleeve-left.under-back, makes a tube of panel " +
				"sleeve-left, which hangs flat, beside what is to be in it: expected it rolled up around that, by curl_deg = 360",
			"shirt.sewing.toml:61: stitch 8, sleeve-right"}},
		"crosswise": {[]string{`b = ["back.armhole-mirrored", "front.armhole"]|b = ["front.armhole", "back.armhole-mirrored"]`}, []string{
			"shirt.sewing.toml:52: stitch 5 sews sleeve-left.cap to front.armhole and back.armhole-mirrored in this order: " +
				"expected back.armhole-mirrored and front.armhole, as the panels hang"}},
		"not turned over": {[]string{"mirror = true|", `b = ["front.armhole-mirrored", "back.armhole"]|b = ["back.armhole", "front.armhole-mirrored"]`}, []string{
			"shirt.sewing.toml:58: stitch 7, sleeve-right.cap to back.armhole: panel sleeve-right is drawn as panel " +
				"sleeve-left is, and hangs the other way round: expected mirror = true of one of them"}},
		"other armhole": {[]string{`b = ["back.armhole-mirrored", "front.armhole"]|b = ["back.armhole", "front.armhole-mirrored"]`}, []string{
			"shirt.sewing.toml:52: stitch 5, sleeve-left.cap to back.armhole, is twisted, and back.armhole-mirrored is sewn " +
				"to nothing",
			"shirt.sewing.toml:52: stitch 5, sleeve-left.cap to front.armhole-mirrored, is twisted, and front.armhole is sewn " +
				"to nothing"}},
		"back to front": {[]string{left + "|rotate_deg = [0, -90, 45]"}, []string{
			"shirt.sewing.toml:52: stitch 5, sleeve-left.cap to back.armhole-mirrored: panel sleeve-left hangs the wrong way " +
				"round for that: expected it turned by [0, 90, 45] degrees"}},
		"cuff at the shoulder": {[]string{right + "|rotate_deg = [0, -90, 135]"}, []string{
			"shirt.sewing.toml:58: stitch 7, sleeve-right.cap to front.armhole-mirrored: panel sleeve-right hangs the wrong " +
				"way round for that: expected it turned by [0, -90, -45] degrees"}},
		"right for left": {[]string{"[0.31,|[0.3,", "[-0.31,|[0.31,", "[0.3,|[-0.31,", left + "|rotate_deg = [0, -90, -45.0]",
			"rotate_deg = [0, -90, -45]|" + left}, []string{
			"shirt.sewing.toml:52: stitch 5, sleeve-left.cap to back.armhole-mirrored: panel sleeve-left hangs where panel " +
				"sleeve-right belongs: expected their places exchanged",
			"shirt.sewing.toml:58: stitch 7, sleeve-right.cap"}},
	} {
		wrong, doubts := shirt(t, c.edits...).Facing()
		ok := len(wrong) == len(c.want) && len(doubts) == 0
		for k := range c.want {
			ok = ok && strings.HasPrefix(wrong[k], c.want[k])
		}
		if !ok {
			t.Errorf("%s: %q, doubts %q: expected %q", name, wrong, doubts, c.want)
		}
	}
}

// A pair of sleeves whose cap is not alike in front and behind has to have one of them turned over; of one that is
// alike it does not matter.
func TestUnpairedSleeves(t *testing.T) {
	const higher, lower = "C 93,17 96,5 105,5", "C 91,17 93,5 103,5"
	for _, c := range []struct{ cap, edit, want string }{
		{higher, "mirror = true|", ""},
		{lower, "mirror = true|mirror = true", ""},
		// a lining
		{lower, "mirror = true|;[-0.31, 1.23|[0.32, 1.23;rotate_deg = [0, -90, -45]|rotate_deg = [0, 90, 45];b = " +
			"[\"front.armhole-mirrored\", \"back.armhole\"]|b = [\"back.armhole-mirrored\", \"front.armhole\"]", ""},
		{lower, "mirror = true|", "shirt.sewing.toml:58: stitch 7: panels sleeve-left and sleeve-right are the same way " +
			"over, left and right of the middle, though their piece is not alike on both sides: expected mirror = true of one " +
			"of them"},
		{lower, "mirror = true\n|;piece = \"sleeve\"|piece = \"sleeve\"\nmirror = true", "shirt.sewing.toml:59: stitch 7: " +
			"panels sleeve-left and sleeve-right are the same way over, left and right of the middle, though their piece is " +
			"not alike on both sides: expected one of them without mirror = true"},
	} {
		text, err := os.ReadFile("../../scenes/patterns/shirt.svg")
		if err != nil {
			t.Fatal(err)
		}
		d, err := drawing.ReadSVG(strings.NewReader(strings.Replace(string(text), higher, c.cap, 1)), "shirt.svg")
		if err != nil {
			t.Fatal(err)
		}
		p := shirtOf(t, d, strings.Split(c.edit, ";")...)
		if _, doubts := p.Facing(); strings.Join(doubts, "; ") != c.want {
			t.Errorf("%+v: %q", c, doubts)
		}
	}
}

// The first sewing file of a shirt has its sleeve, and nothing else, rolled up around an arm, by the side that is its
// cap; skirts have none.
func TestFirstOfSleeves(t *testing.T) {
	for name, want := range map[string]string{"shirt": "sleeve", "skirt": ""} {
		d := shipped(t, name)
		p, err := d.Sew("first.toml", []byte(d.First()))
		if err != nil {
			t.Fatalf("%v\n%s", err, d.First())
		}
		var rolled []string
		for i := range p.Panels {
			if p.Panels[i].Roll != (pattern.Roll{}) && p.Panels[i].Label == "arm" {
				rolled = append(rolled, p.Panels[i].Name)
			}
		}
		if got := strings.Join(rolled, " "); got != want || want != "" && !strings.Contains(d.First(),
			"by side-1: a sleeve") {
			t.Errorf("%s: rolled up are %q: expected %q\n%s", name, got, want, d.First())
		}
	}
}
