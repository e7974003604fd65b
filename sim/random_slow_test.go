//go:build slow

package sim

import "time"

// randomScenes is how many are drawn, soakTime how long each backend computes some.
const (
	randomScenes = 10_000
	soakTime     = 10 * time.Minute
)
