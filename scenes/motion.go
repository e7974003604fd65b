package scenes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/param"
)

// Motion is a [[motion]]: a keyed rigid motion, to which pins and bodies refer by name. It is relative to their start
// positions, so the first key has angle and offset 0.
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

// Pin is a [[sheet.pin]] or the like: vertices that are held, or that follow a motion, a track or a body. With a
// stiffness or a limit it is soft: the vertices are pulled to these positions. The vertices are those with the labels,
// those with the numbers, and those in the box.
type Pin struct {
	At       []string `key:"at" doc:"labels of vertices, such as edge-u0, or of a pattern's edges"`
	Vertices []int32  `key:"vertices" check:"min=0" doc:"counted from 0"`
	BoxMin   *r3.Vec  `key:"box_min_m" unit:"m" check:"min=-1e6 max=1e6" doc:"lower corner of a box around start positions, of a garment those once it is put on, in the file's axes"`
	BoxMax   *r3.Vec  `key:"box_max_m" unit:"m" check:"min=-1e6 max=1e6" doc:"its upper corner"`
	Motion   string   `key:"motion" doc:"name of a [[motion]]; without it and body they stay"`
	Body     string   `key:"body" doc:"name of a [[body]] that carries them, each with the nearest point of it"`
	On       []string `key:"on" doc:"zones of the body with that point: its bones, meshes, materials, regions or groups; without it all of it"`
	Track    string   `key:"track" doc:"of a [[mesh]]: .pc2 or .mdd file with the vertices of its own file, which they follow: its first frame is that of the scene"`
	Release  float64  `key:"release_s" unit:"s" default:"0" check:"min=0 max=100000" doc:"time at which they are let go; 0: never"`

	Stiffness   float64     `key:"stiffness_n_m" unit:"N/m" check:"above=0 max=1e9" doc:"makes it a soft pin: of the springs of all its vertices together, each by its share of their mass"`
	Limit       float64     `key:"limit_m" unit:"m" check:"min=1e-5 max=1000" doc:"makes it a soft pin: largest distance of a vertex from where it would be held; without it any"`
	Strength    []PinKey    `key:"strength" doc:"of a soft pin: factor of stiffness and limit's force over time, linear between keys; without keys 1"`
	StrengthMap *PaintedMap `key:"strength_map" doc:"of a soft pin: factor of both from place to place; without at, vertices and box the pin has all vertices where it is above 0"`
	LimitMap    *PaintedMap `key:"limit_map" doc:"of a soft pin: factor of limit_m from place to place"`
}

// PinKey is a key of the strength of a soft pin over time.
type PinKey struct {
	Time   float64 `key:"time_s" unit:"s" check:"required min=-100000 max=100000" doc:"ascending"`
	Factor float64 `key:"factor" check:"required min=0 max=1000" doc:"0: it does nothing"`
}

// soft reports whether a pin pulls its vertices instead of holding them exactly.
func (p *Pin) soft() bool { return p.Stiffness > 0 || p.Limit > 0 }

// checkSoft finds faults in the keys of soft pins.
func (p *Pin) checkSoft(fail func(key, format string, args ...any)) {
	for _, q := range []struct {
		key string
		set bool
	}{{"strength", p.Strength != nil}, {"strength_map", p.StrengthMap != nil}, {"limit_map", p.LimitMap != nil}} {
		if q.set && !p.soft() {
			fail("."+q.key, "of a pin that holds exactly: expected stiffness_n_m or limit_m, too")
		}
	}
	if p.LimitMap != nil && p.Limit == 0 {
		fail(".limit_map", "without limit_m: expected a limit that it is a factor of")
	}
	for i := range p.Strength {
		if i > 0 && !(p.Strength[i].Time > p.Strength[i-1].Time) {
			fail(".strength", "key %d at %g s does not follow %g s: expected increasing times", i, p.Strength[i].Time,
				p.Strength[i-1].Time)
		}
	}
}

// cloth returns the motion of the simulation, in world axes.
func (m *Motion) cloth() cloth.Motion {
	c := cloth.Motion{Axis: m.Axis, Origin: m.Origin, Linear: m.Interpolation == "linear"}
	for _, k := range m.Keys {
		c.Keys = append(c.Keys, cloth.MotionKey{Time: k.Time, Angle: k.Angle * math.Pi / 180, Offset: k.Offset})
	}
	return c
}

// motion returns the index of the motion of that name; ok is false if there is none.
func (s *Scene) motion(name string) (int, bool) {
	i := slices.IndexFunc(s.Motions, func(m Motion) bool { return m.Name == name })
	return i, i >= 0
}

// checkMotions finds faults in motions and in references to them.
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
			case p.Track != "" && (p.Motion != "" || p.Body != ""):
				fail(path+".track", "expected either track, motion or body")
			case p.Body == "" && p.On != nil:
				fail(path+".on", "expected the name of a [[body]] in body, too")
			case (p.BoxMin == nil) != (p.BoxMax == nil):
				fail(path, "expected both box_min_m and box_max_m, or neither")
			case p.BoxMin != nil && !(p.BoxMin.X <= p.BoxMax.X && p.BoxMin.Y <= p.BoxMax.Y && p.BoxMin.Z <= p.BoxMax.Z):
				fail(path+".box_min_m", "not below box_max_m: expected the lower corner")
			case p.BoxMin == nil && len(p.At) == 0 && len(p.Vertices) == 0 && p.StrengthMap == nil:
				fail(path, "pins nothing: expected at, vertices, or box_min_m and box_max_m")
			}
			p.checkSoft(func(key, format string, args ...any) { fail(path+key, format, args...) })
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
	for i := range s.Rigids {
		pins(at("rigid", i), s.Rigids[i].Pin)
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

// motionsToWorld rotates the vectors of motions and pins of a Z-up file to Y-up.
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
	for i := range s.Rigids {
		boxes(s.Rigids[i].Pin)
	}
	for i := range s.Meshes {
		boxes(s.Meshes[i].Pin)
	}
	for i := range s.Ropes {
		boxes(s.Ropes[i].Pin)
	}
}

// bodyIndex returns the index of the body of that name; −1 if there is none.
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
