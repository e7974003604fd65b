//go:build slow

package sim

// randomScenes is how many are drawn.
const randomScenes = 10_000
