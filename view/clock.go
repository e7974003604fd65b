package view

import "math"

// Clock is the clock of a playback of frames.
type Clock struct {
	Frames  int     // number of frames
	FPS     float64 // frames per second
	At      float64 // present time, from 0 to Frames − 1; the frame at or before it is shown
	Playing bool
	Loop    bool
	Speed   float64 // 1: real time
}

// Frame returns the frame to show.
func (c *Clock) Frame() int {
	return max(0, min(int(c.At+1e-9), c.Frames-1))
}

// Pass advances the clock by seconds of real time. It reports whether another frame is to be shown.
func (c *Clock) Pass(seconds float64) bool {
	before := c.Frame()
	if c.Playing && c.Frames > 1 {
		c.At += seconds * c.Speed * c.FPS
		if last := float64(c.Frames - 1); c.At >= last {
			if c.Loop {
				c.At = math.Mod(c.At, last+1)
			} else {
				c.At, c.Playing = last, false
			}
		}
	}
	return c.Frame() != before
}

// Seek goes to a frame, and stops there.
func (c *Clock) Seek(frame int) {
	c.At, c.Playing = float64(max(0, min(frame, c.Frames-1))), false
}

// Start starts playing, from the first frame if the clock is at the last one.
func (c *Clock) Start() {
	if c.Frame() == c.Frames-1 {
		c.At = 0
	}
	c.Playing = true
}

// Speeds of Faster and Slower.
const (
	slowest = 1. / 64
	fastest = 16
)

// Faster doubles the speed within limits, Slower halves it.
func Faster(speed float64) float64 { return math.Min(2*speed, fastest) }

// Slower halves the speed within limits.
func Slower(speed float64) float64 { return math.Max(speed/2, slowest) }
