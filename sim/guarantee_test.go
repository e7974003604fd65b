package sim

import (
	"strings"
	"testing"

	"hysteron/step"
)

// Each guarantee ends with what breaks it, and has the reason.
func TestOf(t *testing.T) {
	all := func(l Guarantees) [4]Guarantee { return [4]Guarantee{l.Crossing, l.Minimum, l.Bodies, l.Bits} }
	for _, c := range []struct {
		name   string
		change func(*GuaranteeInput, *step.Settings)
		broken int // of the four; −1: none
		word   string
	}{
		{"a good run", func(*GuaranteeInput, *step.Settings) {}, -1, ""},
		{"no contact", func(_ *GuaranteeInput, s *step.Settings) { s.SelfContact = false }, 0, "contact.self"},
		{"tangled at the start", func(r *GuaranteeInput, _ *step.Settings) {
			r.Crossed, r.Later = 3, 3
		}, 0, "3 pairs of triangles intersect at the start"},
		{"crossed later", func(r *GuaranteeInput, _ *step.Settings) { r.Later = 2 }, 0, "must not be"},
		{"linearised", func(_ *GuaranteeInput, s *step.Settings) { s.MaxNewton = 1 }, 1, "linearised"},
		{"explicit", func(_ *GuaranteeInput, s *step.Settings) { s.Integrator = step.Symplectic }, 1, "symplectic"},
		{"unconverged", func(r *GuaranteeInput, _ *step.Settings) { r.Unconverged = 4 }, 1, "4 of 100 steps"},
		{"a body", func(r *GuaranteeInput, _ *step.Settings) { r.Bodies = 1 }, 2, "no place is inside"},
		{"through a body", func(r *GuaranteeInput, _ *step.Settings) { r.Bodies, r.Slipped = 1, 6 }, 2, "in 6 sub-steps"},
		{"inside of a body", func(r *GuaranteeInput, _ *step.Settings) { r.Bodies, r.Inside = 1, 5 }, 2, "5 places"},
	} {
		set := step.DefaultSettings()
		r := GuaranteeInput{Settings: &set, Steps: 100, OnCPU: true}
		c.change(&r, &set)
		for k, p := range all(GuaranteesOf(r)) {
			if p.Holds != (k != c.broken) || p.Because == "" {
				t.Errorf("%s: promise %d: %+v", c.name, k, p)
			}
			if k == c.broken && !strings.Contains(p.Because, c.word) {
				t.Errorf("%s: %q: expected %q", c.name, p.Because, c.word)
			}
		}
	}
	set := step.DefaultSettings()
	set.Slivers = true
	if p := GuaranteesOf(GuaranteeInput{Settings: &set}).Minimum; !p.Holds ||
		!strings.Contains(p.Because, "but for triangles far narrower than long") {
		t.Errorf("with slivers left: %+v", p)
	}
	if cpu, device := GuaranteesOf(GuaranteeInput{Settings: &set,
		OnCPU: true}).Bits, GuaranteesOf(GuaranteeInput{Settings: &set}).Bits; !device.Holds || cpu == device {
		t.Errorf("bits: %+v on the CPU, %+v on a device", cpu, device)
	}
}
