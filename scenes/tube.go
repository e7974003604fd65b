package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// Tube is a [[tube]]: a closed cylinder of cloth, such as a sleeve, sewn from a flat piece. Unrotated it is upright,
// its right side outwards. Its rest sizes may differ from its start sizes: a smaller rest radius makes it tight.
type Tube struct {
	Cloth
	Radius     float64  `key:"radius_m" unit:"m" check:"required above=0 max=1000" doc:"at the start"`
	Length     float64  `key:"length_m" unit:"m" check:"required above=0 max=1000" doc:"at the start"`
	RestRadius float64  `key:"rest_radius_m" unit:"m" check:"above=0 max=1000" doc:"that the cloth has by itself; without it radius_m"`
	RestLength float64  `key:"rest_length_m" unit:"m" check:"above=0 max=1000" doc:"that the cloth has by itself; without it length_m"`
	Vertices   [2]int   `key:"vertices" check:"min=2 max=10000" doc:"around and along, instead of edge_length_m"`
	EdgeLength float64  `key:"edge_length_m" unit:"m" check:"min=1e-4 max=100" doc:"of its triangles at rest"`
	Mesh       string   `key:"mesh" default:"equilateral" check:"one=right|alternating|equilateral" doc:"as of sheets"`
	Warp       string   `key:"warp" default:"along" check:"one=along|around" doc:"direction of the warp"`
	Centre     r3.Vec   `key:"centre_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of the cylinder"`
	Rotation   r3.Vec   `key:"rotation_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z of the file's axes; unturned it stands upright"`
	Pins       []string `key:"pins" check:"one=ring-0|ring-1|all" doc:"vertices that are held where they are; ring-0 is the lower rim, ring-1 the upper"`
	Pinned
}

// restSize returns the radius and the length of the cloth at rest [m].
func (u *Tube) restSize() (radius, length float64) {
	radius, length = u.RestRadius, u.RestLength
	if radius == 0 {
		radius = u.Radius
	}
	if length == 0 {
		length = u.Length
	}
	return radius, length
}

// counts returns the numbers of vertices around and along the tube, as floats to avoid overflow. Alternating diagonals
// need an even number around.
func (u *Tube) counts() (around, along float64) {
	if u.EdgeLength == 0 {
		around, along = float64(u.Vertices[0]), float64(u.Vertices[1])
	} else {
		radius, length := u.restSize()
		row := u.EdgeLength
		if u.Mesh == "equilateral" {
			row *= math.Sqrt(3) / 2
		}
		around, along = math.Round(2*math.Pi*radius/u.EdgeLength), math.Max(1, math.Round(length/row))+1
	}
	around = math.Max(3, around)
	if u.Mesh == "alternating" {
		around += math.Mod(around, 2)
	}
	return around, along
}

// part returns the part of the tube and its labels. The rest length of an edge around the tube is that of the arc, so
// that the cloth can be laid flat without strain. In an equilateral mesh every second ring is shifted by half an edge.
func (u *Tube) part(upAxis string, fabric cloth.Fabric) (cloth.Part, map[string][]int32) {
	cu, cv := u.counts()
	nu, nv := int32(cu), int32(cv)
	restRadius, restLength := u.restSize()
	p := cloth.Part{Name: u.Name, Fabric: fabric}
	shift := func(j int32) float64 { return 0.5 * float64(j%2) }
	if u.Mesh != "equilateral" {
		shift = func(int32) float64 { return 0 }
	}
	labels := map[string][]int32{}
	for j := range nv {
		along := float64(j)/float64(nv-1) - 0.5
		for i := range nu {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + shift(j)) / float64(nu))
			x := r3.Vec{X: u.Radius * cos, Y: u.Length * along, Z: -u.Radius * sin}
			v := int32(len(p.X))
			p.X = append(p.X, r3.Add(u.Centre, turned(upAxis, u.Rotation, x)))
			labels["all"] = append(labels["all"], v)
			switch j {
			case 0:
				labels["ring-0"] = append(labels["ring-0"], v)
			case nv - 1:
				labels["ring-1"] = append(labels["ring-1"], v)
			}
		}
	}
	// corner is a point of the lattice; i continues beyond the seam.
	type corner struct{ i, j int32 }
	add := func(a, b, c corner) {
		var t [3]int32
		var uv [3]r2.Vec
		for k, q := range [3]corner{a, b, c} {
			t[k] = q.j*nu + q.i%nu
			around, up := 2*math.Pi*restRadius*(float64(q.i)+shift(q.j))/float64(nu), restLength*float64(q.j)/float64(nv-1)
			if uv[k] = (r2.Vec{X: around, Y: up}); u.Warp == "along" {
				uv[k] = r2.Vec{X: up, Y: -around} // a quarter turn
			}
		}
		p.Tri, p.UV = append(p.Tri, t), append(p.UV, uv)
	}
	for j := range nv - 1 {
		for i := range nu {
			a, b, c, d := corner{i, j}, corner{i + 1, j}, corner{i + 1, j + 1}, corner{i, j + 1}
			// The diagonal from a to c, or from b to d.
			if u.Mesh == "right" || u.Mesh == "alternating" && (i+j)%2 == 0 || u.Mesh == "equilateral" && j%2 == 1 {
				add(a, b, c)
				add(a, c, d)
			} else {
				add(a, b, d)
				add(b, c, d)
			}
		}
	}
	var pinned []int32
	for _, label := range u.Pins {
		pinned = append(pinned, labels[label]...)
	}
	p.Pins = fixed(pinned, p.X, u.Release)
	return p, labels
}

func (b *builder) tube(path string, u *Tube) error {
	fabric, err := b.fabric(path, &u.Cloth)
	if err != nil {
		return err
	}
	around, along := u.counts()
	if err := b.fits(path, around*along); err != nil {
		return err
	}
	part, labels := u.part(b.UpAxis, fabric)
	part.Gap = b.gap(&u.Cloth)
	piece := Piece{Layer: u.Layer, Labels: labels}
	if err := b.pin(path, u.Pin, &part, &piece, nil); err != nil {
		return err
	}
	if err := b.frictionMap(path, u.FrictionMap, &part, nil); err != nil {
		return err
	}
	return b.add(path, part, piece, u.Colour)
}
