package render

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Light is the light of the studio. Directions point to the lights and need not be of unit length; strengths are
// irradiances at normal incidence, those of the surroundings are radiances times pi, in a common unit that Exposure
// converts to display values.
type Light struct {
	KeyDirection  r3.Vec
	Key           RGB
	KeyAngle      float64 // angular radius of the key light, which softens its shadows [rad]
	FillDirection r3.Vec
	Fill          RGB
	RimDirection  r3.Vec
	Rim           RGB
	Sky, Floor    RGB // from above and from below
	Exposure      float64

	// Background as displayed, in linear light.
	BackdropTop, BackdropMiddle, BackdropFloor RGB
}

// Lights returns the names for LightOf.
func Lights() []string { return []string{"studio", "side"} }

// LightOf returns the light of a name around a camera; StudioLight for any other name.
func LightOf(name string, c Camera) Light {
	if name == "side" {
		return SideLight(c)
	}
	return StudioLight(c)
}

// SideLight returns a light that shows folds: StudioLight with the key light low on the left, so that it grazes cloth
// that faces the camera, and little else.
func SideLight(c Camera) Light {
	l := StudioLight(c)
	l.KeyDirection = around(c)(-70, 20)
	for k := range l.Fill {
		l.Fill[k] *= .2 / .75
		l.Sky[k] *= .14 / .3
	}
	return l
}

// StudioLight returns a portrait light around the camera: a warm key light high on the left, a cool weak fill light on
// the right and a rim light behind.
func StudioLight(c Camera) Light {
	from := around(c)
	scale := func(s float64, c RGB) RGB { return RGB{s * c[0], s * c[1], s * c[2]} }
	return Light{
		KeyDirection:   from(-60, 42),
		Key:            scale(4.0, RGB{1.00, 0.97, 0.92}),
		KeyAngle:       3.5 * math.Pi / 180,
		FillDirection:  from(60, 12),
		Fill:           scale(0.75, RGB{0.88, 0.95, 1.00}),
		RimDirection:   from(150, 35),
		Rim:            scale(1.3, RGB{0.95, 0.98, 1.00}),
		Sky:            scale(0.30, RGB{0.95, 0.98, 1.00}),
		Floor:          scale(0.14, RGB{1.00, 0.96, 0.92}),
		Exposure:       1,
		BackdropTop:    Hex(0x969ba1),
		BackdropMiddle: Hex(0xd3d5d7),
		BackdropFloor:  Hex(0xc2c2c2),
	}
}

// around returns a function that converts an azimuth from the camera to the picture's right, and an elevation above the
// horizon, both in degrees, to a direction.
func around(c Camera) func(azimuth, elevation float64) r3.Vec {
	right, _, forward := c.axes()
	level := r3.Vec{X: -forward.X, Z: -forward.Z} // towards the camera, horizontally
	if r3.Norm(level) < 1e-6 {                    // the camera looks straight down or up
		level = r3.Cross(right, r3.Vec{Y: 1})
	}
	level = r3.Unit(level)
	return func(azimuth, elevation float64) r3.Vec {
		a, e := azimuth*math.Pi/180, elevation*math.Pi/180
		v := r3.Add(r3.Scale(math.Cos(a), level), r3.Scale(math.Sin(a), right))
		return r3.Add(r3.Scale(math.Cos(e), v), r3.Vec{Y: math.Sin(e)})
	}
}
