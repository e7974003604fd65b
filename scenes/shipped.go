package scenes

import (
	"bytes"

	"hysteron/pattern"
	"hysteron/pattern/drawing"
)

// ShippedPattern returns a built-in pattern.
func ShippedPattern(name string) (*pattern.Pattern, error) {
	data, err := patternKind.shipped(name)
	if err != nil {
		return nil, err
	}
	p, d, err := drawing.Read(bytes.NewReader(data), patternKind.label(name))
	if d == nil || err != nil {
		return p, err
	}
	if data, err = sewingKind.shipped(name); err != nil {
		return nil, err
	}
	return d.Sew(sewingKind.label(name), data)
}
