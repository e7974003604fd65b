package param

import (
	"errors"
	"strings"
	"testing"
)

// A bracket or quotes that are not closed are blamed where they begin, not where the file stops to be TOML; what is
// wrong within a list is not.
func TestUnclosed(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\nb = [1, 2\nc = 3\n": "f.toml:2:5: the list that begins here is not closed before " +
			"line 3, which has another key: expected ]",
		"b = [1, # ]\n 2,\n": "f.toml:1:5: the list that begins here is not closed before the file ends: expected ]",
		"t = \"x [\" # [\na = [\n  [1],\n\n[[s]]\nn = 1\n": "f.toml:2:5: the list that begins here is not closed before " +
			"line 5, which has another key: expected ]",
		"[a.b]\nb = 'c{' \na = { b = [1], c = 2\nd = 1\n": "f.toml:3:5: the table that begins here is not closed before " +
			"line 4, which has another key: expected }",
		"a = { b = 3": "f.toml:1:5: the table that begins here is not closed before " +
			"the file ends: expected }",
		"a = \"\"\"x\\\"\"\"\nb = [1\n": "f.toml:1:5: the text that begins here is not closed before " +
			"the file ends: expected \"\"\"",
		"a = [1, [2, 3],\n  [4, x],\n [5]]\n": "f.toml:2:7: ",
		"a = [1,\n  b]\n":                     "f.toml:2:3: ",
		"a = \"b [\nc = 1\n": "f.toml:1:5: the text that begins here is not closed before " +
			"its line ends: expected \"",
		"# it's\na = [\n  'b', # it's\n  'c # it's not\n]\n": "f.toml:4:11: ",
		"a = [\n  'b', # it's\n  'c # it is not\n]\n": "f.toml:3:3: the text that begins here is not closed before " +
			"its line ends: expected '",
		"a = \"b\\lc\"\n": "f.toml:1:7: ",
	} {
		_, err := Parse("f.toml", []byte(text))
		var in *InputError
		if !errors.As(err, &in) || !strings.HasPrefix(err.Error(), want) ||
			strings.HasSuffix(want, ": ") == strings.Contains(err.Error(), "begins here") {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}
