package cloth

import (
	"fmt"

	"hysteron/law"
)

// Layers is what lies over a triangle, as multiples of the fabric's own: hems, seam allowances, tapes. The laws of the
// fabric keep their shape: at the same strain their stresses are multiplied, those of friction between the yarns too.
type Layers struct {
	Mass    float64 // of the mass per area
	Stretch float64 // of membrane stresses
	Bend    float64 // of bending moments
}

// single is cloth by itself.
var single = Layers{1, 1, 1}

// Bare is no cloth at all: the surface of a solid, whose mass and forces are those of the solid.
var Bare = Layers{}

// check refuses factors that are not above zero and finite, but for Bare.
func (l Layers) check() error {
	if l == Bare {
		return nil
	}
	for _, v := range []float64{l.Mass, l.Stretch, l.Bend} {
		if !(v > 0) || !Finite(v) {
			return fmt.Errorf("layers %+v: expected finite factors above 0", l)
		}
	}
	return nil
}

// times multiplies the stresses of all laws; what relaxes is a part of the elastic one.
func (c Component) times(by float64) Component {
	return Component{Elastic: law.Scaled(c.Elastic, by), Friction: law.Scaled(c.Friction, by),
		Damping: law.Scaled(c.Damping, by), Relaxing: c.Relaxing}
}
