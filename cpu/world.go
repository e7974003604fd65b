package cpu

import "hysteron/cloth"

// World is what terms know of the step under way.
type World struct {
	now
	strains   [cloth.Kinds]strains
	obstacles []*obstacle
	self      *selfContact // nil without contact of cloth with cloth
}
