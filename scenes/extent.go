package scenes

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit/findings"
	"hysteron/law"
	"hysteron/placement"
)

// RunBytes is the approximate memory of a run per vertex of cloth, beyond that of building: 13 kB (runs of sheets with
// 46,748 and 185,894 vertices on the CPU).
const RunBytes = 13 << 10

// Count is the estimated size of a piece of cloth.
type Count struct {
	Name                string
	Vertices, Triangles float64
}

// Counts estimates the sizes of pieces before meshing: patterns from their areas, sheets and tubes from their sizes.
// Meshes from files are not included.
func (s *Scene) Counts() (list []Count, err error) {
	b := &builder{Scene: s, setup: &Setup{Scene: s}, ctx: context.Background()}
	for i := range s.Garments {
		g := &s.Garments[i]
		pattern, err := b.pattern(at("garment", i), g)
		if err != nil {
			return nil, err
		}
		n := pattern.Vertices(g.EdgeLength)
		list = append(list, Count{g.Name, n, 2 * n})
	}
	for i := range s.Sheets {
		nu, nv := s.Sheets[i].counts()
		n := nu * nv * float64(s.Sheets[i].Count)
		list = append(list, Count{s.Sheets[i].Name, n, 2 * n})
	}
	for i := range s.Tubes {
		around, along := s.Tubes[i].counts()
		list = append(list, Count{s.Tubes[i].Name, around * along, 2 * around * along})
	}
	for i := range s.Ropes {
		list = append(list, Count{s.Ropes[i].Name, s.Ropes[i].count(), 0})
	}
	return list, nil
}

// Memory estimates the memory for building and for running a number of vertices [bytes].
func Memory(vertices float64) (build, run float64) {
	return vertices * buildBytes, vertices * (buildBytes + RunBytes)
}

// Sizes returns a line for each piece of cloth with its size at the start and its mass.
func (s *Setup) Sizes() (lines []string) {
	for i := range s.Parts {
		p := &s.Parts[i]
		lo, hi := placement.Extent(p.X)
		lines = append(lines, fmt.Sprintf("%s: %.3g × %.3g × %.3g m at the start, from %.3g to %.3g m up, %.3g kg; %d "+
			"vertices, %d triangles",
			p.Name, hi.X-lo.X, hi.Y-lo.Y, hi.Z-lo.Z, lo.Y, hi.Y, s.partMass(i), len(p.X), len(p.Tri)))
		if line := coarse(p, r3.Norm(s.Settings.Gravity)); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// implausible finds properties of a part outside the range of cloth, often because of a wrong unit.
func (c *inspection) implausible(part int) []Problem {
	return implausible(c.Parts[part].Name, &c.Parts[part].Fabric)
}

func implausible(name string, f *cloth.Fabric) (problems []Problem) {
	stiffness := func(c *cloth.Component) float64 { return law.Least(c.Elastic) }
	for _, q := range []struct {
		key   string
		value float64
		is    findings.Range
	}{
		{"density_kg_m2", f.Density, findings.Density},
		{"thickness_m", f.Thickness, findings.Thickness},
		{"warp: stiffness", stiffness(&f.Warp), findings.Stretch},
		{"weft: stiffness", stiffness(&f.Weft), findings.Stretch},
		{"bend_warp: stiffness", stiffness(&f.BendWarp), findings.Bending},
		{"bend_weft: stiffness", stiffness(&f.BendWeft), findings.Bending},
	} {
		if found := q.is.Find(0, q.key, q.value); found != nil {
			problems = append(problems, warn(name, ImplausibleFabric, "%s", found))
		}
	}
	return problems
}

// coarse returns a text if the mean edge of a part is too long for its fabric; "" if not.
func coarse(p *cloth.Part, gravity float64) string {
	var edges float64
	for _, q := range p.UV {
		for a := range 3 {
			edges += r2.Norm(r2.Sub(q[(a+1)%3], q[a])) / float64(3*len(p.UV))
		}
	}
	if text := p.Fabric.Coarse(edges, gravity); text != "" {
		return p.Name + ": " + text
	}
	return ""
}
