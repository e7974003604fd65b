package proximity

import "testing"

// TestBoxesPortable: the same without AVX2.
func TestBoxesPortable(t *testing.T) {
	defer func(was bool) { useAVX2 = was }(useAVX2)
	useAVX2 = false
	TestBoxes(t)
}
