package cloth

import (
	"fmt"

	"hysteron/law"
)

// Layers are factors on the fabric's properties in a triangle: hems, seam allowances, tapes. At the same strain
// stresses of all laws are multiplied, including internal friction.
type Layers struct {
	Mass    float64 // on the mass per area
	Stretch float64 // on membrane stresses
	Bend    float64 // on bending moments
}

// single is a single layer.
var single = Layers{1, 1, 1}

// Bare is a surface without cloth, of a solid, which has mass and forces itself.
var Bare = Layers{}

// check returns an error unless all factors are positive and finite, or Bare.
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

// times multiplies the stresses of all laws; the relaxing stress is a part of the elastic one.
func (c Component) times(by float64) Component {
	return Component{Elastic: law.Scaled(c.Elastic, by), Friction: law.Scaled(c.Friction, by),
		Damping: law.Scaled(c.Damping, by), Relaxing: c.Relaxing}
}
