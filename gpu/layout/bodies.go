package layout

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Guarded are triangles of a surface as kernels read them, with the length of edges from which on cloth looks between
// its contact points near each (step.SharpNear), as the bits of a number, which is negative where the surface is sharp;
// zero where it is not guarded.
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

// Sharpest is the least such length, 0 where the surface is not guarded, negative if it is sharp anywhere.
func Sharpest(edgeLimit []float64, sharp []bool) float32 {
	switch {
	case edgeLimit == nil:
		return 0
	case sharp != nil:
		return -float32(slices.Min(edgeLimit))
	}
	return float32(slices.Min(edgeLimit))
}

// Floats are points in single precision.
func Floats(x []r3.Vec) [][4]float32 {
	f := make([][4]float32, len(x))
	for i, v := range x {
		f[i] = Float4(v.X, v.Y, v.Z, 0)
	}
	return f
}

// Fours are lists of four numbers in single precision.
func Fours(list [][4]float64) [][4]float32 {
	f := make([][4]float32, len(list))
	for i, w := range list {
		f[i] = Float4(w[0], w[1], w[2], w[3])
	}
	return f
}

// Frame has for each point the two of floats that it is split into.
func BodyFrame(x []r3.Vec) [][2][4]float32 {
	f := make([][2][4]float32, len(x))
	for i, v := range x {
		f[i][0], f[i][1] = Split(v)
	}
	return f
}

// Motion has the numbers of each joint in two floats, see body_pose.comp.
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
