package step

import "math/bits"

// forcedHalvings is how often a step may be halved beyond Settings.MaxHalvings where prescribed vertices force cloth
// through itself: it gives way where it is pushed by less than its layers at a time.
// Derived: with the default MaxHalvings, layers of 3 mm and steps of 1/120 s what pushes may go as fast as sound, at
// 3 mm · 120/s · 2¹⁰ = 370 m/s.
const forcedHalvings = 5

// growthMargin is how many times less than it may a strain has to change before an adaptive step grows: one of twice
// the size changes it by twice as much, or four times where it speeds up.
const growthMargin = 4 // derived: 2²

// stepGrowth divides a step into sub-steps. A sub-step that fails is halved; after a success the next one grows again.
// An adaptive step begins as small as the one before ended, and grows only while it is calm.
type stepGrowth struct {
	ticks
	adaptive    bool // Settings.Adaptive
	smallChange bool // the sub-step under way changes little
	begins      int  // how often the next sub-step, or step, begins halved; of adaptive steps
}

// begin begins a step.
func (g *stepGrowth) begin(set *Settings) *stepGrowth {
	g.ticks, g.adaptive = newTicks(set.MaxHalvings+forcedHalvings), set.Adaptive
	if g.adaptive {
		g.start(min(g.begins, set.MaxHalvings))
	}
	return g
}

// ends reports whether the sub-steps have filled the step.
func (g *stepGrowth) ends() bool { return g.done == g.all }

// next passes over the sub-step under way.
func (g *stepGrowth) next() {
	if !g.adaptive {
		g.advance()
		return
	}
	g.grow(g.smallChange)
	if g.begins = g.halvings(); g.ends() && g.smallChange {
		g.begins = max(0, g.begins-1)
	}
}

// ticks counts the way through a step: it is cut into 2^halvings ticks, and a sub-step is a power of two
// of them.
type ticks struct{ all, size, done int }

func newTicks(halvings int) ticks { return ticks{all: 1 << halvings, size: 1 << halvings} }

// part is a share of h.
func (k *ticks) part(h float64, ticks int) float64 { return h * float64(ticks) / float64(k.all) }

// halve makes the sub-step under way half as long, if it can be.
func (k *ticks) halve() bool {
	if k.size == 1 {
		return false
	}
	k.size /= 2
	return true
}

// advance passes over the sub-step under way; the next one is as long as fits.
func (k *ticks) advance() {
	k.done += k.size
	for k.fits() {
		k.size *= 2
	}
}

// grow passes over the sub-step under way; the next one is twice as long where cloth is calm and that fits.
func (k *ticks) grow(calm bool) {
	k.done += k.size
	if calm && k.fits() {
		k.size *= 2
	}
}

// fits reports whether a sub-step of twice the size fits next.
func (k *ticks) fits() bool {
	return k.size < k.all && k.done%(2*k.size) == 0 && k.done+2*k.size <= k.all
}

// halvings is how often the sub-step under way is halved, and start has the first one be halved so often.
func (k *ticks) halvings() int {
	return bits.TrailingZeros(uint(k.all)) - bits.TrailingZeros(uint(k.size))
}

func (k *ticks) start(halvings int) { k.size = k.all >> min(halvings, bits.TrailingZeros(uint(k.all))) }
