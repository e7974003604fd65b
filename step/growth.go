package step

import "math/bits"

// forcedHalvings is the number of halvings beyond Settings.MaxHalvings where prescribed vertices force cloth through
// itself: cloth gives way if it is pushed by less than its layers at a time.
// Derived: with the default MaxHalvings, layers of 3 mm and steps of 1/120 s the pushing vertices may move at the speed
// of sound, at 3 mm · 120/s · 2¹⁰ = 370 m/s.
const forcedHalvings = 5

// growthMargin is the ratio of the largest change of a strain to that below which an adaptive step grows: a step of
// twice the size changes it by twice as much, or four times under acceleration.
const growthMargin = 4 // derived: 2²

// stepGrowth divides a step into sub-steps. A sub-step that fails is halved; after a success the next one grows again.
// An adaptive step begins with the size of the last sub-step, and grows only while changes are small.
type stepGrowth struct {
	ticks
	adaptive    bool // Settings.Adaptive
	smallChange bool // changes of strain in the sub-step are small
	begins      int  // halvings with which the next sub-step, or step, begins; of adaptive steps
}

// begin begins a step.
func (g *stepGrowth) begin(set *Settings) *stepGrowth {
	g.ticks, g.adaptive = newTicks(set.MaxHalvings+forcedHalvings), set.Adaptive
	if g.adaptive {
		g.start(min(g.begins, set.MaxHalvings))
	}
	return g
}

// ends reports whether the sub-steps fill the step.
func (g *stepGrowth) ends() bool { return g.done == g.all }

// next advances past the present sub-step.
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

// ticks is the progress of a step in units of 2^−halvings of it; the size of a sub-step is a power of two.
type ticks struct{ all, size, done int }

func newTicks(halvings int) ticks { return ticks{all: 1 << halvings, size: 1 << halvings} }

// part returns the length of a number of ticks of a step of h.
func (k *ticks) part(h float64, ticks int) float64 { return h * float64(ticks) / float64(k.all) }

// halve halves the present sub-step. It reports whether that is possible.
func (k *ticks) halve() bool {
	if k.size == 1 {
		return false
	}
	k.size /= 2
	return true
}

// advance advances past the present sub-step; the next one is the largest that fits.
func (k *ticks) advance() {
	k.done += k.size
	for k.fits() {
		k.size *= 2
	}
}

// grow advances past the present sub-step; the next one is twice as large if calm and if that fits.
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

// halvings returns how often the present sub-step is halved; start sets it for the first one.
func (k *ticks) halvings() int {
	return bits.TrailingZeros(uint(k.all)) - bits.TrailingZeros(uint(k.size))
}

func (k *ticks) start(halvings int) { k.size = k.all >> min(halvings, bits.TrailingZeros(uint(k.all))) }
