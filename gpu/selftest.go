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

// SelfTest compares a few steps of a small cloth with every term on the context's device with the reference,
// cpu.Backend. Every step of the reference starts from the device's state, because contact and buckling amplify
// rounding over several steps. The error is ErrBroken if the two differ, if two runs have different bits, or if a
// kernel wrote outside its buffers.
func SelfTest(c *opengl.Context, reference step.Backend) error { return selfTest(c, New, reference) }

// maker is the type of New. Tests of the self-test pass a broken one.
type maker func(*opengl.Context, *cloth.Model, *cloth.State, []step.Collider, step.Settings) (*Sim, error)

func selfTest(c *opengl.Context, make maker, reference step.Backend) error {
	if err := probePrecision(c, probeDispatch.source); err != nil {
		return err
	}
	wrong, err := runSelfTest(func(m *cloth.Model, colliders []step.Collider, set step.Settings) (selfTestDevice,
		error) {
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

// Trust runs SelfTest on a device without a stored verdict, and returns the error of one that failed. Verdicts are
// stored in the user's cache folder per driver and kernel texts. Where that cannot be written, the test runs each time
// and the context notes a doubt.
func Trust(c *opengl.Context, reference step.Backend) error {
	file, unkept := verdictFile(c.Device(), c.Fetch())
	if unkept == nil && storedVerdict(file, c.Device().String()) {
		return nil
	}
	if err := SelfTest(c, reference); err != nil {
		return fmt.Errorf("%s: %w", c.Device(), err)
	}
	if unkept == nil {
		unkept = storeVerdict(file, c.Device().String())
	}
	if unkept != nil {
		c.Doubt(fmt.Errorf("the device is tested each time, and kernels may be compiled each time, since it cannot be kept "+
			"that it passed: %w", unkept))
	}
	return nil
}

// verdictFile returns the path of a driver's verdict.
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
