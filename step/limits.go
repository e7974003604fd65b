package step

import (
	"fmt"

	"hysteron/cloth"
)

// CheckModel returns an error if the model does not suit the settings.
func (s *Settings) CheckModel(m *cloth.Model) error {
	if m.HasLimits() && s.Explicit() {
		return fmt.Errorf("solver.integrator = %q keeps no hard limit of strain: expected no limit_stretch, limit_shear_deg "+
			"and limit_energy_j_m2 in fabrics, or integrator = %q", s.Integrator, Implicit)
	}
	if len(m.Rigid) > 0 && s.Explicit() {
		return fmt.Errorf("solver.integrator = %q has no contact that pushes rigid bodies: expected no [[rigid]], or "+
			"integrator = %q", s.Integrator, Implicit)
	}
	return nil
}
