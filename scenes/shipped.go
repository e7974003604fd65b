package scenes

import (
	"bytes"

	"hysteron/garment"
	"hysteron/garment/patterns"
)

// ShippedPattern is a built-in pattern.
func ShippedPattern(name string) (*garment.Pattern, error) {
	data, err := patternKind.shipped(name)
	if err != nil {
		return nil, err
	}
	p, d, err := patterns.Read(bytes.NewReader(data), patternKind.label(name))
	if d == nil || err != nil {
		return p, err
	}
	if data, err = sewingKind.shipped(name); err != nil {
		return nil, err
	}
	return d.Sew(sewingKind.label(name), data)
}
