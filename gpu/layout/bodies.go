package layout

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Guarded returns the triangles of a surface in the layout of the kernels. The fourth component has the float bits of
// the edge length of cloth from which contact is also sampled between contact points near the triangle
// (step.SharpNear): negative where the surface is sharp, zero for unguarded surfaces.
func Guarded(triangles [][3]int32, edgeLimit []float64, sharp []bool) [][4]int32 {
	list := make([][4]int32, len(triangles))
	for i, t := range triangles {
		var edge float32
		if edgeLimit != nil {
			edge = float32(edgeLimit[i])
		}
		if sharp != nil && sharp[i] {
			edge = -edge
		}
		list[i] = [4]int32{t[0], t[1], t[2], int32(math.Float32bits(edge))}
	}
	return list
}

// Sharpest returns the least such length: 0 for an unguarded surface, negative if the surface is sharp anywhere.
func Sharpest(edgeLimit []float64, sharp []bool) float32 {
	switch {
	case edgeLimit == nil:
		return 0
	case sharp != nil:
		return -float32(slices.Min(edgeLimit))
	}
	return float32(slices.Min(edgeLimit))
}

// Floats returns points in single precision.
func Floats(x []r3.Vec) [][4]float32 {
	f := make([][4]float32, len(x))
	for i, v := range x {
		f[i] = Float4(v.X, v.Y, v.Z, 0)
	}
	return f
}

// Fours returns lists of four numbers in single precision.
func Fours(list [][4]float64) [][4]float32 {
	f := make([][4]float32, len(list))
	for i, w := range list {
		f[i] = Float4(w[0], w[1], w[2], w[3])
	}
	return f
}

// BodyFrame returns every point split into two floats.
func BodyFrame(x []r3.Vec) [][2][4]float32 {
	f := make([][2][4]float32, len(x))
	for i, v := range x {
		f[i][0], f[i][1] = Split(v)
	}
	return f
}

// Motion returns the numbers of each joint split into two floats, see body_pose.comp.
func Motion(joints [][8]float64) [][4][4]float32 {
	f := make([][4][4]float32, len(joints))
	for j, q := range joints {
		for c, v := range q {
			hi := float32(v)
			f[j][c/4][c%4], f[j][2+c/4][c%4] = hi, float32(v-float64(hi))
		}
	}
	return f
}
