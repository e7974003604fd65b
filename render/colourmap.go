package render

import (
	"image/color"
	"math"
)

// ColourMap maps a value's position in its range, 0 to 1, to a colour. Lightness is the perceptual one of Oklab
// (Ottosson 2020), so that equal steps of value look equal.
type ColourMap int

const (
	// Sequential runs from dark blue-violet over green-blue to light yellow, for magnitudes.
	Sequential ColourMap = iota
	// Diverging runs from blue over a light neutral in the middle to red, for signed values.
	Diverging
)

// oklch is a colour in cylindrical Oklab: lightness 0…1, chroma, hue [degrees].
type oklch struct{ l, c, h float64 }

// Control points at equal distances. Lightness is linear in the value (Sequential) or in its
// distance from the middle (Diverging); hues and chromas stay within the sRGB gamut.
var mapPoints = [...][]oklch{
	Sequential: {
		{0.26, 0.115, 295}, {0.395, 0.105, 270}, {0.53, 0.095, 225}, {0.665, 0.115, 170},
		{0.80, 0.155, 135}, {0.935, 0.165, 108},
	},
	Diverging: {
		{0.40, 0.125, 258}, {0.555, 0.12, 252}, {0.71, 0.075, 246}, {0.955, 0.004, 170},
		{0.71, 0.10, 45}, {0.555, 0.155, 33}, {0.40, 0.145, 26},
	},
}

// At returns the colour at t, which is clamped to 0…1.
func (m ColourMap) At(t float64) RGB {
	p := mapPoints[m]
	t = math.Min(math.Max(t, 0), 1) * float64(len(p)-1)
	i := min(int(t), len(p)-2)
	t -= float64(i)
	// In Cartesian Oklab, so that hues near the neutral middle need no special case.
	a, b := p[i].lab(), p[i+1].lab()
	var lab [3]float64
	for k := range lab {
		lab[k] = (1-t)*a[k] + t*b[k]
	}
	return fromOklab(lab)
}

func (c oklch) lab() [3]float64 {
	h := c.h * math.Pi / 180
	return [3]float64{c.l, c.c * math.Cos(h), c.c * math.Sin(h)}
}

// fromOklab returns the colour in linear sRGB, clamped to the gamut (Ottosson, "A perceptual color space for image
// processing", 2020).
func fromOklab(o [3]float64) RGB {
	cube := func(x float64) float64 { return x * x * x }
	l := cube(o[0] + 0.3963377774*o[1] + 0.2158037573*o[2])
	m := cube(o[0] - 0.1055613458*o[1] - 0.0638541728*o[2])
	s := cube(o[0] - 0.0894841775*o[1] - 1.2914855480*o[2])
	c := RGB{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
	for k := range c {
		c[k] = math.Min(math.Max(c[k], 0), 1)
	}
	return c
}

// SRGB is At encoded in 8-bit sRGB.
func (m ColourMap) SRGB(t float64) color.RGBA { return m.At(t).sRGBA() }
