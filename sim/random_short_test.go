//go:build !slow

package sim

import "time"

// randomScenes is how many are drawn, soakTime how long each backend computes some.
const (
	randomScenes = 40
	soakTime     = 2 * time.Second
)
