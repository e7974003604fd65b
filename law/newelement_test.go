package law

import "testing"

// TestNewElementRuns: the kind of element that docs/new-element.md adds passes the battery and has its known answer on
// both backends. TestNewElement makes mistakes, which takes longer.
func TestNewElementRuns(t *testing.T) {
	c := tryPage(t, "../docs/new-element.md")
	c.passes("", map[string]string{"TestKinds": "/bar", "TestBar": "", "TestRowsAreTheLoops": "",
		"TestTermsAgree": "/springs/elastic"})
}
