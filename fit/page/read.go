package page

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"hysteron/fit"
	"hysteron/formats"
)

// expected is what each kind of fit reads, and what writes one.
var expected = map[string]string{
	"kes": "a KES sheet or Kawabata curves (hysteron measure sheet writes one)", "fast": "a FAST sheet", "clo": "a list of CLO's kind",
	"friction": "a table of a sled's force over time (hysteron measure sled writes one)", "drape": "a table or a picture of a shadow (hysteron measure drape writes one)",
}

// Read reads a file of measurements for a kind of fit; errors say why it cannot be read, and what was expected.
func Read(kind, file string) ([]byte, error) {
	want := cmp.Or(expected[kind], fmt.Sprintf("a table of measurements (hysteron measure %s writes one)", kind)) + ", see docs/fit.md"
	f, err := formats.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%w; expected %s", formats.Unread(file, err), want)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, fit.MostTable+1))
	if err != nil {
		return nil, fmt.Errorf("%w; expected %s", formats.Unread(file, err), want)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, fmt.Errorf("%s: nothing stands in it; expected %s", file, want)
	}
	return data, nil
}
