package sewing

import (
	"slices"
	"strings"
	"testing"
)

// A side whose mirror image alone is sewn is doubted, on the other half of a panel and on the other one of a pair; one
// of which both are open is not, nor one of a panel that is no mirror image.
func TestOneSided(t *testing.T) {
	const pair = `
[[panel]]
name = "left"
piece = "sheet"
sides = ["west", "north", "east", "south"]
[[panel]]
name = "right"
piece = "sheet"
sides = ["west", "north", "east", "south"]
MIRROR
[[stitch]]
a = ["left.west"]
b = ["left.east"]
`
	const fold = `
[[panel]]
name = "sheet"
sides = ["west", "north", "east", "south"]
fold = "west"
[[stitch]]
a = ["THIS"]
b = ["OTHER"]
`
	for _, c := range []struct {
		text string
		want []string
	}{
		{strings.Replace(pair, "MIRROR", "mirror = true", 1), []string{
			"a.sewing.toml:11: stitch 1 sews left.west, and its mirror image right.west is sewn to nothing",
			"a.sewing.toml:11: stitch 1 sews left.east, and its mirror image right.east is sewn to nothing"}},
		{strings.Replace(pair, "MIRROR", "", 1), nil},
		{strings.NewReplacer("THIS", "sheet.east", "OTHER", "sheet.north").Replace(fold),
			[]string{"a.sewing.toml:6: stitch 1 sews sheet.east, and its mirror image sheet.east-mirrored is sewn to nothing"}},
		{strings.NewReplacer("THIS", "sheet.east-mirrored", "OTHER", "sheet.north").Replace(fold),
			[]string{"a.sewing.toml:6: stitch 1 sews sheet.east-mirrored, and its mirror image sheet.east is sewn to nothing"}},
		{strings.NewReplacer("THIS", "sheet.east", "OTHER", "sheet.east-mirrored").Replace(fold), nil},
	} {
		var got []string
		for _, line := range sew(t, c.text).Warnings {
			if mirror, _, ok := strings.Cut(line, ": expected a stitch for that, too, unless it is to stay open"); ok {
				got = append(got, mirror)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n%q, expected %q", c.text, got, c.want)
		}
	}
}
