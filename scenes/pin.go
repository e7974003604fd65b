package scenes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
)

// ownFile is the mesh file of a part.
type ownFile struct {
	number []int32 // vertex of the part, of each vertex of the file
	// track adds a track of the file's vertices to the part, and returns the file's vertex of each of the part's.
	track func(key, name string, part *cloth.Part) ([]int32, error)
}

// pin adds the pins of a table to a part. Pins that follow a body, soft pins, and all pins of a garment are fastened
// later, see Hold. file is the mesh file of the part, or nil.
func (b *builder) pin(path string, list []Pin, part *cloth.Part, piece *Piece, file *ownFile) error {
	if file == nil {
		file = &ownFile{}
	}
	used := map[string]int32{} // motions of the part
	for i := range list {
		p, path := &list[i], at(path+".pin", i)
		h := Hold{Body: -1, Motion: -1, Release: p.Release}
		for k, label := range p.At {
			vertices, ok := piece.Labels[label]
			if !ok {
				return b.doc.ErrorAt(path+".at", "entry %d, %q, is no label: expected %s", k, label, labelList(piece.Labels))
			}
			h.Vertices = append(h.Vertices, vertices...)
		}
		for k, v := range p.Vertices {
			if int(v) >= len(part.X) {
				return b.doc.ErrorAt(path+".vertices", "entry %d is vertex %d: expected 0..%d", k, v, len(part.X)-1)
			}
			h.Vertices = append(h.Vertices, v)
		}
		if p.BoxMin != nil {
			h.Boxed, h.Box = true, [2]r3.Vec{*p.BoxMin, *p.BoxMax}
			h.Missed = b.doc.ErrorAt(path+".box_min_m", "no vertex of %s is in the box once it is put on: expected some to pin",
				part.Name)
		}
		if p.Motion != "" {
			n, there := used[p.Motion]
			if !there {
				k, _ := b.Scene.motion(p.Motion)
				n = int32(len(part.Motions))
				part.Motions = append(part.Motions, b.Motions[k].cloth())
				used[p.Motion] = n
			}
			h.Motion = int(n)
		}
		if p.Track != "" {
			if file.track == nil {
				return b.doc.ErrorAt(path+".track", "%s has no file of its own: expected it in [[mesh.pin]]", part.Name)
			}
			var err error
			if h.Track, err = file.track(path+".track", p.Track, part); err != nil {
				return err
			}
			h.Tracked = len(part.Tracks) - 1
		}
		if p.soft() {
			var err error
			if h.Soft, err = b.soft(path, p, part, file.number); err != nil {
				return err
			}
			if p.BoxMin == nil && len(h.Vertices) == 0 {
				h.Vertices = everywhere(len(part.X))
			}
			h.Idle = b.doc.ErrorAt(path, "its maps are 0 at all its vertices, so that it pins nothing: expected some above 0; "+
				"black and white of a map are the factors of these colours")
		}
		if !piece.Garment {
			if h.Vertices, h.Boxed = h.Chosen(part.X), false; len(h.Vertices) == 0 {
				return b.doc.ErrorAt(path+".box_min_m", "no vertex starts in the box: expected some to pin")
			}
		}
		if h.Soft != nil && !h.Boxed && !slices.ContainsFunc(h.Vertices, h.Soft.Pulls) {
			return h.Idle
		}
		if p.Body != "" {
			h.Body = b.bodyIndex(p.Body)
			var err error
			if h.On, err = b.zones(path, h.Body, p.On); err != nil {
				return err
			}
		}
		if piece.Garment || h.Body >= 0 || h.Soft != nil {
			piece.Holds = append(piece.Holds, h)
			continue
		}
		pins := fixed(h.Vertices, part.X, p.Release)
		for k := range pins {
			h.Follow(&pins[k], pins[k].Vertex, 0, 0)
		}
		part.Pins = append(part.Pins, pins...)
	}
	return nil
}

// soft returns the properties of a soft pin of a part.
func (b *builder) soft(path string, p *Pin, part *cloth.Part, number []int32) (s *SoftHold, err error) {
	s = &SoftHold{Stiffness: p.Stiffness, Limit: p.Limit}
	for _, k := range p.Strength {
		s.Strength = append(s.Strength, cloth.Strength{Time: k.Time, Factor: k.Factor})
	}
	if s.Share, err = b.painted(path+".strength_map", p.StrengthMap, part, number); err != nil {
		return nil, err
	}
	s.LimitShare, err = b.painted(path+".limit_map", p.LimitMap, part, number)
	return s, err
}

// everywhere returns all of n vertices.
func everywhere(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// zones returns the triangles of zones of a body; nil without names.
func (b *builder) zones(path string, k int, names []string) (on []int32, err error) {
	if len(names) == 0 {
		return nil, nil
	}
	all := body.Zones(b.setup.Bodies[k])
	for i, name := range names {
		if len(all[name]) == 0 {
			return nil, b.doc.ErrorAt(path+".on", "entry %d, %q, is no zone of body %q: expected %s", i, name, b.Bodies[k].Name,
				labelList(all))
		}
		on = append(on, all[name]...)
	}
	slices.Sort(on)
	return slices.Compact(on), nil
}
