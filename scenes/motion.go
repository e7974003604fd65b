package scenes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/param"
)

// Motion is a [[motion]]: a keyed rigid motion that pins and bodies follow by its name. What
// follows it starts where it is, so the first key has angle and offset 0.
type Motion struct {
	Name          string      `key:"name" check:"required name" doc:"that pins and bodies call it by"`
	Axis          r3.Vec      `key:"axis" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of the rotation, of any length"`
	Origin        r3.Vec      `key:"origin_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"a point of the axis"`
	Interpolation string      `key:"interpolation" default:"smooth" check:"one=smooth|linear" doc:"smooth: at rest at every key"`
	Keys          []MotionKey `key:"keys" check:"required" doc:"times, angles and offsets, the first ones 0"`
}

// MotionKey is one of the keys of a [[motion]].
type MotionKey struct {
	Time   float64 `key:"time_s" unit:"s" check:"required min=-100000 max=100000" doc:"ascending"`
	Angle  float64 `key:"angle_deg" unit:"deg" default:"0" check:"min=-1e6 max=1e6" doc:"right-handed about the axis; 720 are two turns"`
	Offset r3.Vec  `key:"offset_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"added after the rotation"`
}

// Pin is a [[sheet.pin]] or the like: vertices that are held, or carried along a motion or by a body.
// Vertices are those on the labels, with the numbers, and in the box.
type Pin struct {
	At       []string `key:"at" doc:"labels of vertices, such as edge-u0, or of a pattern's edges"`
	Vertices []int32  `key:"vertices" check:"min=0" doc:"counted from 0"`
	BoxMin   *r3.Vec  `key:"box_min_m" unit:"m" check:"min=-1e6 max=1e6" doc:"lower corner of a box around start positions, of a garment those once it is put on, in the file's axes"`
	BoxMax   *r3.Vec  `key:"box_max_m" unit:"m" check:"min=-1e6 max=1e6" doc:"its upper corner"`
	Motion   string   `key:"motion" doc:"name of a [[motion]]; without it and body they stay"`
	Body     string   `key:"body" doc:"name of a [[body]] that carries them, each with the nearest point of it"`
	On       []string `key:"on" doc:"zones of the body with that point: its bones, meshes, materials, regions or groups; without it all of it"`
	Release  float64  `key:"release_s" unit:"s" default:"0" check:"min=0 max=100000" doc:"time at which they are let go; 0: never"`
}

// cloth is the motion as the simulation has it, in world axes.
func (m *Motion) cloth() cloth.Motion {
	c := cloth.Motion{Axis: m.Axis, Origin: m.Origin, Linear: m.Interpolation == "linear"}
	for _, k := range m.Keys {
		c.Keys = append(c.Keys, cloth.MotionKey{Time: k.Time, Angle: k.Angle * math.Pi / 180, Offset: k.Offset})
	}
	return c
}

// motion finds a motion by name.
func (s *Scene) motion(name string) (int, bool) {
	i := slices.IndexFunc(s.Motions, func(m Motion) bool { return m.Name == name })
	return i, i >= 0
}

// checkMotions finds what is wrong with motions, and with the names of those that are followed.
func (s *Scene) checkMotions(fail func(path, format string, args ...any)) {
	names := map[string]string{}
	for i := range s.Motions {
		m, path := &s.Motions[i], at("motion", i)
		if other, ok := names[m.Name]; ok {
			fail(path+".name", "%q is the name of %s already: expected names that differ", m.Name, other)
		}
		names[m.Name] = path
		c := m.cloth()
		if err := c.Check(); err != nil {
			fail(path, "%v", err)
		}
	}
	follow := func(path, name string) {
		if _, ok := s.motion(name); name != "" && !ok {
			fail(path+".motion", "no motion %q: expected %s", name, s.motionList())
		}
	}
	for i := range s.Bodies {
		b, path := &s.Bodies[i], at("body", i)
		follow(path, b.Motion)
		if b.Motion != "" && b.Velocity != (r3.Vec{}) {
			fail(path+".motion", "expected either motion or velocity_m_s")
		}
	}
	pins := func(path string, list []Pin) {
		for i := range list {
			p, path := &list[i], at(path+".pin", i)
			follow(path, p.Motion)
			switch {
			case p.Body != "" && s.bodyIndex(p.Body) < 0:
				fail(path+".body", "no body %q: expected %s", p.Body, s.bodyList())
			case p.Body != "" && p.Motion != "":
				fail(path+".body", "expected either body or motion")
			case p.Body == "" && p.On != nil:
				fail(path+".on", "expected the name of a [[body]] in body, too")
			case (p.BoxMin == nil) != (p.BoxMax == nil):
				fail(path, "expected both box_min_m and box_max_m, or neither")
			case p.BoxMin != nil && !(p.BoxMin.X <= p.BoxMax.X && p.BoxMin.Y <= p.BoxMax.Y && p.BoxMin.Z <= p.BoxMax.Z):
				fail(path+".box_min_m", "not below box_max_m: expected the lower corner")
			case p.BoxMin == nil && len(p.At) == 0 && len(p.Vertices) == 0:
				fail(path, "pins nothing: expected at, vertices, or box_min_m and box_max_m")
			}
		}
	}
	for i := range s.Garments {
		pins(at("garment", i), s.Garments[i].Pin)
	}
	for i := range s.Sheets {
		pins(at("sheet", i), s.Sheets[i].Pin)
	}
	for i := range s.Tubes {
		pins(at("tube", i), s.Tubes[i].Pin)
	}
	for i := range s.Solids {
		pins(at("solid", i), s.Solids[i].Pin)
	}
	for i := range s.Meshes {
		pins(at("mesh", i), s.Meshes[i].Pin)
	}
	for i := range s.Ropes {
		pins(at("rope", i), s.Ropes[i].Pin)
	}
}

func (s *Scene) motionList() string {
	if len(s.Motions) == 0 {
		return "a [[motion]] of that name in the scene"
	}
	var names []string
	for _, m := range s.Motions {
		names = append(names, m.Name)
	}
	return "one of " + param.QuoteList(names)
}

// motionsToWorld turns the vectors of motions and pins of a Z-up file to Y-up.
func (s *Scene) motionsToWorld() {
	for i := range s.Motions {
		m := &s.Motions[i]
		m.Axis, m.Origin = zUp(m.Axis), zUp(m.Origin)
		for k := range m.Keys {
			m.Keys[k].Offset = zUp(m.Keys[k].Offset)
		}
	}
	boxes := func(list []Pin) {
		for i := range list {
			if p := &list[i]; p.BoxMin != nil {
				a, b := zUp(*p.BoxMin), zUp(*p.BoxMax)
				a.Z, b.Z = b.Z, a.Z // the axis turns round
				p.BoxMin, p.BoxMax = &a, &b
			}
		}
	}
	for i := range s.Garments {
		boxes(s.Garments[i].Pin)
	}
	for i := range s.Sheets {
		boxes(s.Sheets[i].Pin)
	}
	for i := range s.Tubes {
		boxes(s.Tubes[i].Pin)
	}
	for i := range s.Solids {
		boxes(s.Solids[i].Pin)
	}
	for i := range s.Meshes {
		boxes(s.Meshes[i].Pin)
	}
	for i := range s.Ropes {
		boxes(s.Ropes[i].Pin)
	}
}

// pin adds the pins of a table to a part. What a body carries, and all that a garment has, is fastened later: see Hold.
func (b *builder) pin(path string, list []Pin, part *cloth.Part, piece *Piece) error {
	used := map[string]int32{} // motions that the part has
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
		if !piece.Garment {
			if h.Vertices, h.Boxed = h.Chosen(part.X), false; len(h.Vertices) == 0 {
				return b.doc.ErrorAt(path+".box_min_m", "no vertex starts in the box: expected some to pin")
			}
		}
		if p.Body != "" {
			h.Body = b.bodyIndex(p.Body)
			var err error
			if h.On, err = b.zones(path, h.Body, p.On); err != nil {
				return err
			}
		}
		if piece.Garment || h.Body >= 0 {
			piece.Holds = append(piece.Holds, h)
			continue
		}
		pins := fixed(h.Vertices, part.X, p.Release)
		for k := range pins {
			if h.Motion >= 0 {
				pins[k].Kind, pins[k].Motion = cloth.PinMotion, int32(h.Motion)
			}
		}
		part.Pins = append(part.Pins, pins...)
	}
	return nil
}

// zones are the triangles of a body's zones; nil without names.
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

// bodyIndex finds a body by name; -1: there is none.
func (s *Scene) bodyIndex(name string) int {
	return slices.IndexFunc(s.Bodies, func(b Body) bool { return b.Name == name })
}

func (s *Scene) bodyList() string {
	if len(s.Bodies) == 0 {
		return "a [[body]] of that name in the scene"
	}
	var names []string
	for _, b := range s.Bodies {
		names = append(names, b.Name)
	}
	return "one of " + param.QuoteList(names)
}
