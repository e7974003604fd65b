package scenes

import (
	"slices"

	"hysteron/cloth"
)

// AirLayer is an [[air_layer]]: air that a closed piece of cloth holds.
type AirLayer struct {
	Cloth    string   `key:"garment" check:"required" doc:"name of the garment or mesh that is closed all around, such as a cushion's cover"`
	Start    float64  `key:"initial_overpressure_pa" unit:"Pa" default:"0" check:"min=-1e5 max=1e7" doc:"pressure above the air around, at the first frame; sealed cloth keeps the amount of air, other cloth lets it out by its fabric's air_permeability_m_s"`
	Pressure *float64 `key:"pressure_pa" unit:"Pa" check:"min=-1e5 max=1e7" doc:"above the air around, held by a source that gives or takes all the air it needs, instead of an amount"`
	Flow     float64  `key:"inlet_m3_s" unit:"m³/s" default:"0" check:"min=-100 max=100" doc:"air that is blown in, by its volume outside; below zero it is sucked out"`
	Until    float64  `key:"inlet_until_s" unit:"s" default:"0" check:"min=0 max=100000" doc:"time at which that ends; 0: never"`
	Gap      float64  `key:"min_gap_m" unit:"m" default:"0.0005" check:"above=0 max=0.1" doc:"what stays between walls that lie on each other; below it their air is not pressed any further"`
}

// checkAir finds layers that belong to nothing.
func (s *Scene) checkAir(fail func(path, format string, args ...any)) {
	var names []string
	for _, c := range s.cloths() {
		names = append(names, c.Name)
	}
	seen := map[string]string{}
	for i := range s.Air {
		a, path := &s.Air[i], at("air_layer", i)
		switch other, twice := seen[a.Cloth]; {
		case !slices.Contains(names, a.Cloth):
			fail(path+".garment", "%q: expected the name of a piece of cloth, %s", a.Cloth, oneOf(names))
		case twice:
			fail(path+".garment", "%q has the air of %s already: expected one for each", a.Cloth, other)
		}
		seen[a.Cloth] = path
		if a.Pressure != nil && (a.Flow != 0 || a.Start != 0) {
			fail(path+".pressure_pa", "a source holds the pressure: expected no inlet_m3_s and no initial_overpressure_pa beside it")
		}
	}
}

// air gives pieces their air.
func (b *builder) air() error {
	for i := range b.Air {
		a := &b.Air[i]
		c := cloth.AirCell{Pressure: a.Start, Flow: a.Flow, Until: a.Until}
		if a.Pressure != nil {
			c.Pressure, c.Held = *a.Pressure, true
		}
		part := slices.IndexFunc(b.setup.Parts, func(p cloth.Part) bool { return p.Name == a.Cloth })
		if part < 0 { // a stack of sheets, which are not closed
			return b.doc.ErrorAt(at("air_layer", i)+".garment", "%q is several: expected one closed piece", a.Cloth)
		}
		if err := b.setup.Model.Enclose(part, c, a.Gap); err != nil {
			return b.doc.WrapAt(at("air_layer", i)+".garment", err)
		}
	}
	return nil
}
