package body

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats/gltf"
)

// span returns the times of the first and of the last key of an animation [s].
func span(a *gltf.Animation) (begin, end float64) {
	begin, end = math.Inf(1), 0
	for _, c := range a.Channels {
		begin, end = min(begin, c.Times[0]), max(end, c.Times[len(c.Times)-1])
	}
	return min(begin, end), end
}

// sample writes a channel's value at time t. It is constant before the first and after the last key (glTF 2.0, appendix
// C).
func sample(c *gltf.Channel, t float64, dst []float64) {
	n := len(c.Times)
	key := func(i, part int) []float64 { // part of a cubic key: 0 in-tangent, 1 value, 2 out-tangent
		if c.Interpolation == gltf.Cubic {
			i = 3*i + part
		}
		return c.Values[i*c.Width : (i+1)*c.Width]
	}
	i := sort.SearchFloat64s(c.Times, t)
	if i < n && c.Times[i] == t || i == 0 || i == n || c.Interpolation == gltf.Step {
		if i == n || i > 0 && c.Times[i] != t {
			i--
		}
		copy(dst, key(i, 1))
		return
	}
	i--
	h := c.Times[i+1] - c.Times[i]
	u := (t - c.Times[i]) / h
	a, b := key(i, 1), key(i+1, 1)
	switch {
	case c.Interpolation == gltf.Cubic:
		u2, u3 := u*u, u*u*u
		out, in := key(i, 2), key(i+1, 0)
		for k := range dst {
			dst[k] = (2*u3-3*u2+1)*a[k] + h*(u3-2*u2+u)*out[k] + (3*u2-2*u3)*b[k] + h*(u3-u2)*in[k]
		}
	case c.Path == gltf.Rotation:
		q := slerp(quaternion(a), quaternion(b), u)
		dst[0], dst[1], dst[2], dst[3] = q.Imag, q.Jmag, q.Kmag, q.Real
	default:
		for k := range dst {
			dst[k] = (1-u)*a[k] + u*b[k]
		}
	}
}

// quaternion returns the unit quaternion along x, y, z, w. It is the identity if that has no length, which may occur
// between opposite keys of a cubic channel.
func quaternion(v []float64) quat.Number {
	q := quat.Number{Imag: v[0], Jmag: v[1], Kmag: v[2], Real: v[3]}
	if l := quat.Abs(q); l > 1e-12 {
		return quat.Scale(1/l, q)
	}
	return identity
}

func vector(v []float64) r3.Vec { return r3.Vec{X: v[0], Y: v[1], Z: v[2]} }
