package scenes

import (
	"bytes"

	"hysteron/garment"
	"hysteron/garment/patterns"
)

// ShippedPattern is a built-in pattern; nil, without an error, where it is a drawing.
func ShippedPattern(name string) (*garment.Pattern, error) {
	data, err := patternKind.shipped(name)
	if err != nil {
		return nil, err
	}
	p, _, err := patterns.Read(bytes.NewReader(data), patternKind.label(name))
	return p, err
}
