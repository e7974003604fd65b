package body

// Paint is how a file says that a body is coloured.
type Paint struct {
	// of each triangle that is shown (see Shown), into Colours; -1: the file gives none, or an image has it
	Of      []int32
	Colours [][3]float64 // linear RGB
	number  map[[3]float64]int32
}

// NewPaint is that of triangles of these colours; nil: of none.
func NewPaint(colours []*[3]float64) *Paint {
	p := &Paint{}
	for _, c := range colours {
		p.add(c)
	}
	return p
}

// PaintOf is that of a body; nil: no file says it.
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

// orNone is nil for a paint without colours.
func (p *Paint) orNone() *Paint {
	if p == nil || len(p.Colours) == 0 {
		return nil
	}
	return p
}

// add paints the next triangle; nil: with no colour.
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
