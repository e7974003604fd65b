//go:build !amd64

package proximity

func meet(fours []fourBoxes, a *Box, masks *[32]uint8) { meetGo(fours, a, masks) }
