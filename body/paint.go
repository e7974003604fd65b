package body

// Paint is the colours of a body in its file.
type Paint struct {
	// of each shown triangle (see Shown), into Colours; −1: none in the file, or an image
	Of      []int32
	Colours [][3]float64 // linear RGB
	number  map[[3]float64]int32
}

// NewPaint returns the paint of triangles with these colours; nil: without colour.
func NewPaint(colours []*[3]float64) *Paint {
	p := &Paint{}
	for _, c := range colours {
		p.add(c)
	}
	return p
}

// PaintOf returns the paint of a body; nil without one.
func PaintOf(b Body) *Paint {
	switch b := b.(type) {
	case *Sealed:
		inner := PaintOf(b.inner)
		if inner == nil {
			return nil
		}
		p := &Paint{Colours: inner.Colours}
		for _, t := range b.from {
			p.Of = append(p.Of, inner.Of[t])
		}
		return p
	case carrier:
		return PaintOf(b.carried())
	case *Character:
		return b.paint.orNone()
	case *Track:
		return b.paint.orNone()
	}
	return nil
}

// orNone returns p, or nil if it has no colours.
func (p *Paint) orNone() *Paint {
	if p == nil || len(p.Colours) == 0 {
		return nil
	}
	return p
}

// add adds the colour of the next triangle; nil: without colour.
func (p *Paint) add(colour *[3]float64) {
	k := int32(-1)
	if colour != nil {
		var met bool
		if k, met = p.number[*colour]; !met {
			if p.number == nil {
				p.number = map[[3]float64]int32{}
			}
			k = int32(len(p.Colours))
			p.number[*colour] = k
			p.Colours = append(p.Colours, *colour)
		}
	}
	p.Of = append(p.Of, k)
}
