package gltf

import (
	"fmt"
	"strconv"
)

func (p *gltfReader) animations(g *File) error {
	next := map[string]int{} // next number to try for a used name, so that many equal names take no longer
	for i, a := range p.json.Animations {
		out := Animation{Name: a.Name}
		if out.Name == "" {
			out.Name = "animation-" + strconv.Itoa(i)
		}
		for name := out.Name; next[out.Name] > 0; next[name]++ {
			out.Name = name + "-" + strconv.Itoa(next[name])
		}
		next[out.Name] = 1
		for k := range a.Channels {
			c, err := p.channel(g, i, k)
			if err != nil {
				return fmt.Errorf("animations[%d].channels[%d]: %w", i, k, err)
			}
			if c != nil {
				out.Channels = append(out.Channels, *c)
			}
		}
		g.Animations = append(g.Animations, out)
	}
	return nil
}

// channel reads one channel; nil if it moves nothing in the scene.
func (p *gltfReader) channel(g *File, clip, k int) (*Channel, error) {
	in := p.json.Animations[clip].Channels[k]
	if in.Target.Node == nil {
		return nil, nil
	}
	if n := *in.Target.Node; n < 0 || n >= len(p.index) {
		return nil, fmt.Errorf("node %d, the file has %d", n, len(p.index))
	}
	if in.Sampler < 0 || in.Sampler >= len(p.json.Animations[clip].Samplers) {
		return nil, fmt.Errorf("sampler %d, the animation has %d", in.Sampler, len(p.json.Animations[clip].Samplers))
	}
	c := &Channel{Node: p.index[*in.Target.Node]}
	if c.Node < 0 {
		return nil, nil
	}
	s := p.json.Animations[clip].Samplers[in.Sampler]
	kind, err := c.moves(g, in.Target.Path)
	if err != nil || kind == "" {
		return nil, err
	}
	per := 1
	switch s.Interpolation {
	case "", "LINEAR":
	case "STEP":
		c.Interpolation = Step
	case "CUBICSPLINE":
		c.Interpolation, per = Cubic, 3
	default:
		return nil, fmt.Errorf("interpolation is %.40q: expected LINEAR, STEP or CUBICSPLINE", s.Interpolation)
	}
	if c.Times, _, err = p.accessor(s.Input, "times", "SCALAR"); err != nil {
		return nil, err
	}
	for i, t := range c.Times {
		if t < 0 || i > 0 && t <= c.Times[i-1] {
			return nil, fmt.Errorf("time %d is %g s: expected increasing times from 0 on", i, t)
		}
	}
	if c.Values, _, err = p.accessor(s.Output, "values", kind); err != nil {
		return nil, err
	}
	if want := len(c.Times) * c.Width * per; len(c.Values) != want {
		return nil, fmt.Errorf("%d numbers for %d keys: expected %d", len(c.Values), len(c.Times), want)
	}
	if c.Path == Rotation {
		for i := range c.Times {
			at := 4 * i
			if per == 3 { // between its tangents
				at = 12*i + 4
			}
			if _, err := unitQuat(c.Values[at : at+4]); err != nil {
				return nil, fmt.Errorf("key %d: %w", i, err)
			}
		}
	}
	return c, nil
}

// moves sets the property of its node that the channel moves, by the path of its target, and returns the kind of its
// values; "" for unsupported ones, such as pointers of extensions.
func (c *Channel) moves(g *File, path string) (kind string, err error) {
	n := &g.Nodes[c.Node]
	kind, c.Width = "VEC3", 3
	switch path {
	case "translation":
		c.Path = Translation
	case "rotation":
		c.Path, kind, c.Width = Rotation, "VEC4", 4
	case "scale":
		c.Path = Scale
	case "weights":
		if n.Mesh < 0 || len(g.Meshes[n.Mesh].Weights) == 0 {
			return "", fmt.Errorf("weights of node %q, which has no morph targets", n.Name)
		}
		c.Path, kind, c.Width = Weights, "SCALAR", len(g.Meshes[n.Mesh].Weights)
	default:
		return "", nil
	}
	if c.Path != Weights && !n.HasTRS {
		return "", fmt.Errorf("node %q has a matrix: expected translation, rotation and scale where it is animated", n.Name)
	}
	return kind, nil
}
