package findings

import (
	"strings"
	"testing"
)

// TestTexts: each kind has a text of its own, which ends as a clause that more can follow, and a finding shows its
// line.
func TestTexts(t *testing.T) {
	seen := map[string]Kind{}
	for k := range kinds {
		text := texts[k]
		if other, twice := seen[text]; text == "" || twice || strings.HasSuffix(text, " ") || strings.HasSuffix(text,
			".") {
			t.Errorf("kind %d: %q, also of %d", k, text, other)
		}
		seen[text] = k
	}
	if len(texts) != int(kinds) {
		t.Errorf("%d texts of %d kinds", len(texts), kinds)
	}
	f := NewRefusal(7, ZeroThroughout, "strain", "deformation")
	if got := f.Located(); got != "line 7: strain is zero throughout: expected a deformation" {
		t.Error(got)
	}
	list := List{NewWarning(0, NoWeight), f}
	list.Add(nil)
	if got := list.About("warp").String(); got != "warp: no weight is above zero: expected loads; warp: line 7: "+
		"strain is zero throughout: expected a deformation" || list.Refusal() != f || list[:1].Refusal() != nil {
		t.Error(got)
	}
	if none := (*Finding)(nil); none.String() != "" || none.Located() != "" {
		t.Error("no finding has a text")
	}
}
