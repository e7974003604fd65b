package view

import "math"

// Clock is the time of a playback of frames: where it is, whether it plays, and how fast.
type Clock struct {
	Frames  int     // there are
	FPS     float64 // of them
	At      float64 // the present place, from 0 to Frames − 1; pictures show the frame at or before it
	Playing bool
	Loop    bool
	Speed   float64 // 1: in real time
}

// Frame is the frame to be shown.
func (c *Clock) Frame() int {
	return max(0, min(int(c.At+1e-9), c.Frames-1))
}

// Pass lets seconds of real time pass, and reports whether another frame is to be shown.
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

// Start plays on, from the first frame if it is at the last one.
func (c *Clock) Start() {
	if c.Frame() == c.Frames-1 {
		c.At = 0
	}
	c.Playing = true
}

// Speeds that Faster and Slower go to.
const (
	slowest = 1. / 64
	fastest = 16
)

// Faster is twice the speed, Slower half of it, within limits.
func Faster(speed float64) float64 { return math.Min(2*speed, fastest) }

// Slower is half the speed.
func Slower(speed float64) float64 { return math.Max(speed/2, slowest) }
