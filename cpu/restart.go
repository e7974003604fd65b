package cpu

import "hysteron/cloth"

// ResetHistory wipes the history, see Restart.
func (s *Sim) ResetHistory() { Restart(s.Model, s.State) }

// Restart wipes the history of a state: nothing kept but the strains, at the strains of its positions, and no
// slip of contacts.
func Restart(m *cloth.Model, s *cloth.State) {
	s.Touches, s.Rubs = nil, nil
	for kind := range cloth.Kinds {
		codes[kind].restart(m, s, kind)
	}
}
