package cpu

import "hysteron/cloth"

// ResetHistory resets the internal variables, see Restart.
func (s *Sim) ResetHistory() { Restart(s.Model, s.State) }

// Restart resets the internal variables of a state: strains are those of its positions, all else is zero, without
// anchors of contacts.
func Restart(m *cloth.Model, s *cloth.State) {
	s.Touches, s.Rubs = nil, nil
	for kind := range cloth.Kinds {
		codes[kind].restart(m, s, kind)
	}
}
