package scenes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
)

// solid returns a body of one of the kinds with a size. Unrotated, its axis is vertical.
func (b *builder) solid(d *Body) (body.Body, error) {
	var s *body.Solid
	var err error
	edge := func(size float64) float64 {
		if d.EdgeLength > 0 {
			return d.EdgeLength
		}
		return size / 25
	}
	switch d.Kind {
	case "capsule":
		s, err = body.CapsuleSolid(d.Radius, d.Height, edge(max(2*d.Radius, d.Height)))
	case "cylinder":
		s, err = body.CylinderSolid(d.Radius, d.Height, d.Rim, edge(max(2*d.Radius, d.Height)))
	case "torus":
		s, err = body.TorusSolid(d.Radius, d.TubeRadius, edge(2*d.Radius))
	case "funnel":
		f := body.FunnelSize{Mouth: d.Radius, Neck: d.NeckRadius, Height: d.Height, Spout: d.Spout, Wall: d.Wall,
			Bend: d.Bend}
		if f.Bend == 0 {
			f.Bend = max(f.Neck, f.Wall)
		}
		s, err = body.FunnelSolid(f, edge(max(2*d.Radius, d.Height+d.Spout)))
	case "box":
		size := r3.Vec{X: d.Size[0], Y: d.Size[1], Z: d.Size[2]}
		if b.UpAxis == "z" {
			size.Y, size.Z = size.Z, size.Y
		}
		s, err = body.BoxSolid(size, d.Rim, edge(max(size.X, size.Y, size.Z)))
	}
	if err != nil {
		return nil, err
	}
	for i, x := range s.X {
		s.X[i] = r3.Add(d.Centre, turned(b.UpAxis, d.Rotation, x))
	}
	return body.NewTrack(s.Tri, []float64{0}, [][]r3.Vec{s.X}, body.Linear)
}

// turned rotates x, in world axes, by the angles [°] about the file's x, then y, then z axis.
func turned(upAxis string, deg, x r3.Vec) r3.Vec {
	if upAxis == "z" {
		return zUp(turn(deg, r3.Vec{X: x.X, Y: -x.Z, Z: x.Y}))
	}
	return turn(deg, x)
}
