package scenes

import "hysteron/param"

// tree is a table whose keys are for others to check.
type tree map[string]any

var _ param.Valuer = (*tree)(nil)

// DecodeValue implements param.Valuer.
func (t *tree) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	v, ok := value.(map[string]any)
	if *t = v; !ok {
		fail(path, "expected %s", t.Expected())
	}
}

// EncodeValue implements param.Valuer.
func (t *tree) EncodeValue() any { return map[string]any(*t) }

// Expected implements param.Valuer.
func (*tree) Expected() string { return "a table" }
