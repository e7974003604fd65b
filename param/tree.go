package param

// Tree is a table whose keys are checked elsewhere.
type Tree map[string]any

var _ Valuer = (*Tree)(nil)

// DecodeValue implements Valuer.
func (t *Tree) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	v, ok := value.(map[string]any)
	if *t = v; !ok {
		fail(path, "expected %s", t.Expected())
	}
}

// EncodeValue implements Valuer.
func (t *Tree) EncodeValue() any { return map[string]any(*t) }

// Expected implements Valuer.
func (*Tree) Expected() string { return "a table" }
