package param

import (
	"errors"
	"strings"
	"testing"
)

// A file that is not UTF-8 is told with the place and as what it seems to be saved; a value without quotes, as what is
// missing.
func TestNoTOMLText(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\nb = \"caf\xe9\"\n": "f.toml:2:9: the byte 0xe9 is no UTF-8 text, and 'é' in Latin-1 (Windows-1252): save " +
			"the file as UTF-8\n2| b = \"café\"\n |         ~",
		"b = \"é\xdf\"\n": "f.toml:1:8: the byte 0xdf is no UTF-8 text, and 'ß' in Latin-1 (Windows-1252): save " +
			"the file as UTF-8\n1| b = \"éß\"\n",
		"b = \"\x93x\x94\"\n":     "f.toml:1:6: the byte 0x93 is no UTF-8 text: save the file as UTF-8",
		"\xff\xfea\x00 \x00=\x00": "f.toml:1:1: text in UTF-16: save it as UTF-8",
		"a = 1\nfabric = silk\n": "f.toml:2:10: no value begins so: expected text in quotes, a number (with digits before " +
			"its point), true, false, a list or a table\n2| fabric = silk\n",
		"edge = .02":   "f.toml:1:8: no value begins so: expected text in quotes",
		"a = 1\nb 2\n": "f.toml:2:3: toml: ",
	} {
		_, err := Parse("f.toml", []byte(text))
		var in *InputError
		if !errors.As(err, &in) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
	if _, err := ParseJSON("f.json", []byte("{\n\"a\": \"caf\xe9\"}")); err == nil ||
		!strings.HasPrefix(err.Error(), "f.json:2:10: the byte 0xe9 is no UTF-8 text") {
		t.Error(err)
	}
	for _, text := range []string{"", "é", "\ufeffa", "\ufffd"} {
		if at, why := NotUTF8([]byte(text)); at >= 0 || why != "" {
			t.Errorf("%q: %d, %s", text, at, why)
		}
	}
}
