package page

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"

	"hysteron/fit"
	"hysteron/formats"
	"hysteron/param"
)

// expected names, for each kind of fit, the file that it reads and the command that writes one.
var expected = map[string]string{
	"kes": "a KES sheet or Kawabata curves (hysteron measure sheet writes one)", "fast": "a FAST sheet",
	"clo":      "a list of CLO's kind",
	"friction": "a table of a sled's force over time (hysteron measure sled writes one)",
	"drape":    "a table or a picture of a shadow (hysteron measure drape writes one)",
}

// other describes a file that is not a table.
func other(kind string, data []byte) string {
	begins := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return bytes.HasPrefix(data, []byte(s)) })
	}
	switch {
	case begins("PK\x03\x04"), begins("\xd0\xcf\x11\xe0"):
		return "a spreadsheet's or an archive's own format: save it as CSV"
	case param.UTF16(data) != "":
		return param.UTF16(data)
	case begins("\x89PNG", "\xff\xd8") && kind != "drape":
		return "a picture"
	case begins("%PDF"):
		return "a PDF"
	case bytes.IndexByte(data, 0) >= 0 && !begins("\x89PNG", "\xff\xd8"):
		return "no text"
	case assigned.Match(data):
		return "TOML, as fabrics and scenes are"
	}
	return ""
}

// LineOf returns the line "# name = …" of a table, for a density also that of the mass; 0 if there is none.
func LineOf(data []byte, name string) (line int) {
	for i, text := range bytes.Split(data, []byte("\n")) {
		of, _, ok := bytes.Cut(bytes.TrimPrefix(text, []byte("#")), []byte("="))
		switch is := string(bytes.ToLower(bytes.TrimSpace(of))); {
		case !ok || len(text) == len(bytes.TrimPrefix(text, []byte("#"))):
		case is == name:
			return i + 1
		case is == "mass" && name == "density":
			line = i + 1
		}
	}
	return line
}

// assigned matches the start of a TOML file.
var assigned = regexp.MustCompile(`^\s*(#[^\n]*\n\s*)*(\[+\w+\]+\s*\n|\w+ *= *["\[{\d])`)

// Read reads a file of measurements for a kind of fit. Errors explain what was expected.
func Read(kind, file string) ([]byte, error) {
	want := cmp.Or(expected[kind], fmt.Sprintf("a table of measurements (hysteron measure %s writes one)", kind)) +
		", see docs/fit.md"
	f, err := formats.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%w; expected %s", formats.Unread(file, err), want)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, fit.MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%w; expected %s", formats.Unread(file, err), want)
	}
	if is := other(kind, data); is != "" {
		return nil, fmt.Errorf("%s: %s; expected %s", file, is, want)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, fmt.Errorf("%s: nothing stands in it; expected %s", file, want)
	}
	return data, nil
}
