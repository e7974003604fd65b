//go:build !slow

package islands_test

// pairsOfScenes is how many random pairs of scenes are tried.
const pairsOfScenes = 20
