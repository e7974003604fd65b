//go:build cgo

package gpu

import (
	"fmt"
	"slices"

	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/step"
)

// SelfTest takes a few steps of a small cloth with every term at work on the context's device, each
// also on the reference, which is cpu.Backend, from the same state: over many steps contact and buckling amplify the
// last digits, on the reference as well. The error is ErrBroken where the two differ, where two runs have different
// bits, or where a kernel wrote beside its buffers.
func SelfTest(c *opengl.Context, reference step.Backend) error { return selfTest(c, New, reference) }

// maker is New; tests of the self-test put a broken one in its place.
type maker func(*opengl.Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error)

func selfTest(c *opengl.Context, make maker, reference step.Backend) error {
	if err := probePrecision(c, probeDispatch.source); err != nil {
		return err
	}
	wrong, err := runSelfTest(func(m *cloth.Model, colliders []step.Collider, set step.Settings) (selfTestDevice, error) {
		s, err := make(c, m, nil, colliders, set)
		if err != nil {
			return nil, err
		}
		s.SetWatch(func(step.Moment) error { return c.Ended() })
		return s, nil
	}, reference)
	if wrong != nil {
		return fmt.Errorf("%w: %w", ErrBroken, wrong)
	}
	return err
}

// Trust runs SelfTest against the reference on a device that was never seen before, and refuses one that failed.
// Verdicts are kept per driver and text of the kernels in the user's cache folder; where that cannot be written, the
// test runs each time, and the context has a doubt.
func Trust(c *opengl.Context, reference step.Backend) error {
	file, unkept := verdictFile(c.Device(), c.Fetch())
	if unkept == nil && knownVerdict(file, c.Device().String()) {
		return nil
	}
	if err := SelfTest(c, reference); err != nil {
		return fmt.Errorf("%s: %w", c.Device(), err)
	}
	if unkept == nil {
		unkept = keepVerdict(file, c.Device().String())
	}
	if unkept != nil {
		c.Doubt(fmt.Errorf("the device is tested each time, and kernels may be compiled each time, since it cannot be kept "+
			"that it passed: %w", unkept))
	}
	return nil
}

// verdictFile is where the verdict on a driver is kept.
func verdictFile(d opengl.Device, fetch bool) (string, error) {
	texts := []string{d.Vendor + "\n" + d.Renderer + "\n" + d.Version + "\n"}
	m, _, _, err := selfTestScene()
	if err != nil {
		return "", err
	}
	made := layout.MadeTexts(m)
	for _, p := range append(slices.Concat(dispatches()...), probeDispatch) {
		src, err := p.source(fetch, d.Software, made)
		if err != nil {
			return "", err
		}
		texts = append(texts, src.Text)
	}
	return selfTestFile(texts)
}
