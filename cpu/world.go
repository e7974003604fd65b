package cpu

import "hysteron/cloth"

// World is the state of the current step that terms use.
type World struct {
	now
	strains   [cloth.Kinds]strains
	obstacles []*obstacle
	self      *selfContact // nil without contact of cloth with cloth
}
