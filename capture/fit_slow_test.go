//go:build slow

package capture

import "testing"

func TestSameKindAll(t *testing.T) {
	for _, model := range Models() {
		sameKind(t, model, Rig{N: 9, Frames: 5}, Kinds())
	}
}
