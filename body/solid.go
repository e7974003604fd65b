// Closed surfaces of furniture: capsules, cylinders, tori, funnels and boxes.

package body

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Solid is a closed surface around the origin, oriented outwards: furniture of scenes. Round ones have y as their axis.
type Solid struct {
	X   []r3.Vec   // [m]
	Tri [][3]int32 // counter-clockwise seen from outside
}

// maxSolid is the largest number of vertices of a solid.
const maxSolid = 2_000_000

// length is a named size of a solid [m].
type length struct {
	name  string
	value float64
}

// checkLengths returns an error for the first length that is not positive and finite.
func checkLengths(solid string, lengths ...length) error {
	for _, l := range lengths {
		if !(l.value > 0) || math.IsInf(l.value, 0) {
			return fmt.Errorf("solid: %s with %s %g m: expected a positive length", solid, l.name, l.value)
		}
	}
	return nil
}

// checkSize returns an error if the edge length leads to too many vertices of a surface with an area and a section
// length. curves is the number of curves with at least turnSteps edges around and a length along: thin solids have many
// vertices for their area.
func checkSize(solid string, area, section float64, curves int, along, edge float64) error {
	if n := area/(edge*edge) + turnSteps*(section+float64(curves)*along)/edge; n > maxSolid {
		return fmt.Errorf("solid: %s with an edge length of %g m has some %.2g vertices: expected at most %d", solid, edge, n,
			maxSolid)
	}
	return nil
}

// CapsuleSolid returns a cylinder of the radius that ends in half spheres; height is the total height. Curved parts are
// meshed finer than the edge length where necessary.
func CapsuleSolid(radius, height, edge float64) (*Solid, error) {
	if height < 2*radius {
		return nil, fmt.Errorf("solid: capsule of height %g m with radius %g m: expected a height of at least twice the "+
			"radius", height, radius)
	}
	return CylinderSolid(radius, height, radius, edge)
}

// CylinderSolid returns a cylinder whose rims are rounded with the radius rim, at most its own radius.
func CylinderSolid(radius, height, rim, edge float64) (*Solid, error) {
	if err := checkLengths("cylinder", length{"radius", radius}, length{"height", height}, length{"rim", rim},
		length{"edge length", edge}); err != nil {
		return nil, err
	}
	if radius < 1e-7*height {
		return nil, fmt.Errorf("solid: cylinder with radius %g m: expected at least %.3g m, 1e-7 of its height", radius,
			1e-7*height)
	}
	if rim > radius || 2*rim > height {
		return nil, fmt.Errorf("solid: cylinder with rim %g m: expected at most its radius, %g m, and half of its height, "+
			"%g m", rim, radius, height/2)
	}
	if err := checkSize("cylinder", 2*math.Pi*radius*(radius+height), 2*radius+height, 2, 2*math.Pi*radius,
		edge); err != nil {
		return nil, err
	}
	return cylinder(radius, height, rim, edge, turnSteps), nil
}

func cylinder(radius, height, rim, edge float64, steps int) *Solid {
	inner, top := radius-rim, height/2
	x, tri := revolve([]stroke{
		line(0, -top, inner, -top),
		arc(inner, rim-top, rim, -math.Pi/2, 0),
		line(radius, rim-top, radius, top-rim),
		arc(inner, top-rim, rim, 0, math.Pi/2),
		line(inner, top, 0, top),
	}, false, edge, steps)
	return &Solid{x, tri}
}

// TorusSolid returns a tube around a circle of the radius.
func TorusSolid(radius, tube, edge float64) (*Solid, error) {
	if err := checkLengths("torus", length{"radius", radius}, length{"tube radius", tube},
		length{"edge length", edge}); err != nil {
		return nil, err
	}
	if tube >= radius {
		return nil, fmt.Errorf("solid: torus with tube radius %g m: expected less than its radius, %g m", tube, radius)
	}
	if err := checkSize("torus", 4*math.Pi*math.Pi*radius*tube, 2*math.Pi*tube, 1, 2*math.Pi*radius, edge); err != nil {
		return nil, err
	}
	return torus(radius, tube, edge, turnSteps), nil
}

func torus(radius, tube, edge float64, steps int) *Solid {
	x, tri := revolve([]stroke{arc(radius, 0, tube, 0, 2*math.Pi)}, true, edge, steps)
	return &Solid{x, tri}
}

// FunnelSize is the sizes of a funnel, measured at the middle of its wall [m].
type FunnelSize struct {
	Mouth, Neck float64 // radii at the top of the cone and of the spout
	Height      float64 // of the cone
	Spout       float64 // length of the spout below the cone
	Wall        float64 // thickness; lips are rounded with half of it
	Bend        float64 // radius of the bend from the cone to the spout, at least the thickness
}

// FunnelSolid returns a cone that continues as a spout, open at both ends. Without the bend, the middles of both walls
// would meet at y = 0.
func FunnelSolid(f FunnelSize, edge float64) (*Solid, error) {
	if err := checkLengths("funnel", length{"mouth radius", f.Mouth}, length{"neck radius", f.Neck},
		length{"height", f.Height}, length{"spout", f.Spout},
		length{"wall", f.Wall}, length{"bend", f.Bend}, length{"edge length", edge}); err != nil {
		return nil, err
	}
	switch trim := f.trim(); {
	case f.Neck >= f.Mouth:
		return nil, fmt.Errorf("solid: funnel with neck radius %g m: expected less than that of its mouth, %g m", f.Neck,
			f.Mouth)
	case f.Wall/2 >= f.Neck:
		return nil, fmt.Errorf("solid: funnel with a wall of %g m: expected less than twice its neck radius, %g m", f.Wall,
			f.Neck)
	case f.Bend < f.Wall:
		return nil, fmt.Errorf("solid: funnel with a bend of %g m: expected at least its wall, %g m", f.Bend, f.Wall)
	case trim >= f.Spout || trim >= math.Hypot(f.Mouth-f.Neck, f.Height):
		return nil, fmt.Errorf("solid: funnel with a bend of %g m, which takes %g m of cone and spout: expected more of "+
			"both, or a smaller bend", f.Bend, trim)
	}
	if err := checkSize("funnel", 4*math.Pi*(f.Mouth*math.Hypot(f.Mouth-f.Neck, f.Height)+f.Neck*f.Spout),
		2*(math.Hypot(f.Mouth-f.Neck, f.Height)+f.Spout), 4, 2*math.Pi*f.Mouth, edge); err != nil {
		return nil, err
	}
	return funnel(f, edge, turnSteps), nil
}

// slope returns the angle between the wall of the cone and the axis [rad].
func (f *FunnelSize) slope() float64 { return math.Atan2(f.Mouth-f.Neck, f.Height) }

// trim returns the length that the bend replaces of the cone and of the spout [m].
func (f *FunnelSize) trim() float64 { return f.Bend * math.Tan(f.slope()/2) }

// funnel meshes the profile, down the inside of the wall and up the outside.
func funnel(f FunnelSize, edge float64, steps int) *Solid {
	beta, half, trim := f.slope(), f.Wall/2, f.trim()
	sin, cos := math.Sincos(beta)
	// The wall's middle: up the cone along (sin β, cos β), its left side towards the axis.
	lipR, lipY := f.Mouth, f.Height
	bendR, bendY := f.Neck+trim*sin, trim*cos // start of the cone
	centreR, centreY := f.Neck+f.Bend, -trim
	x, tri := revolve([]stroke{
		line(f.Neck+half, -f.Spout, f.Neck+half, -trim),                    // outside of the spout
		arc(centreR, centreY, f.Bend-half, math.Pi, math.Pi-beta),          // bend
		line(bendR+half*cos, bendY-half*sin, lipR+half*cos, lipY-half*sin), // outside of the cone
		arc(lipR, lipY, half, -beta, math.Pi-beta),                         // upper lip
		line(lipR-half*cos, lipY+half*sin, bendR-half*cos, bendY+half*sin), // inside of the cone
		arc(centreR, centreY, f.Bend+half, math.Pi-beta, math.Pi),          // bend
		line(f.Neck-half, -trim, f.Neck-half, -f.Spout),                    // inside of the spout
		arc(f.Neck, -f.Spout, half, math.Pi, 2*math.Pi),                    // lower lip
	}, true, edge, steps)
	return &Solid{x, tri}
}
