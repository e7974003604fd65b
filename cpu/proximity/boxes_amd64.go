package proximity

import "golang.org/x/sys/cpu"

// useAVX2 selects the vector kernel. Tests turn it off to reach the portable one.
var useAVX2 = cpu.X86.HasAVX2

//go:noescape
func meetAVX2(fours *fourBoxes, n int, a *Box, masks *[32]uint8)

// meet is meetGo, with the same answers.
func meet(fours []fourBoxes, a *Box, masks *[32]uint8) {
	if !useAVX2 || len(fours) == 0 {
		meetGo(fours, a, masks)
		return
	}
	meetAVX2(&fours[0], len(fours), a, masks)
}
