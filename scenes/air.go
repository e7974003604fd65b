package scenes

// AirLayer is an [[air_layer]]: the air in a closed piece of cloth.
type AirLayer struct {
	Cloth    string   `key:"garment" check:"required" doc:"name of the garment or mesh that is closed all around, such as a cushion's cover"`
	Start    float64  `key:"initial_overpressure_pa" unit:"Pa" default:"0" check:"min=-1e5 max=1e7" doc:"pressure above the air around, at the first frame; sealed cloth keeps the amount of air, other cloth lets it out by its fabric's air_permeability_m_s"`
	Pressure *float64 `key:"pressure_pa" unit:"Pa" check:"min=-1e5 max=1e7" doc:"above the air around, held by a source that gives or takes all the air it needs, instead of an amount"`
	Flow     float64  `key:"inlet_m3_s" unit:"m³/s" default:"0" check:"min=-100 max=100" doc:"air that is blown in, by its volume outside; below zero it is sucked out, by its volume inside"`
	Until    float64  `key:"inlet_until_s" unit:"s" default:"0" check:"min=0 max=100000" doc:"time at which that ends; 0: never"`
	Gap      float64  `key:"min_gap_m" unit:"m" default:"0.0005" check:"above=0 max=0.1" doc:"what stays between walls that lie on each other; below it their air is not pressed any further"`
}
