package check

import "testing"

// TestFoursPortable: the same without AVX2.
func TestFoursPortable(t *testing.T) {
	defer func(was bool) { useAVX2 = was }(useAVX2)
	useAVX2 = false
	TestFours(t)
	TestWalkFindsAll(t)
	TestTreeFindsWhatAllPairsFind(t)
	TestCheckOfCrumpledSheet(t)
}
