package step

import (
	"fmt"

	"hysteron/cloth"
)

// CheckModel reports what a model has that does not go with the settings.
func (s *Settings) CheckModel(m *cloth.Model) error {
	if m.HasLimits() && s.Explicit() {
		return fmt.Errorf("solver.integrator = %q keeps no hard limit of strain: expected no limit_stretch, limit_shear_deg "+
			"and limit_energy_j_m2 in fabrics, or integrator = %q", s.Integrator, Implicit)
	}
	return nil
}
