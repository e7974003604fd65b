package experiments

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/claim"
	"hysteron/cloth"
	"hysteron/report"

	"hysteron/scenes"
)

// The two kinds of takes of a character: cotton with the friction and the damping of the paper's simulations.
var (
	clothedNames   = [2]string{"with stretch friction", "without"}
	clothedFiles   = [2]string{"friction", "none"}
	clothedChanges = [2]func(*cloth.Fabric){both(stretchOnly, paperDamped), both(frictionless, paperDamped)}
)

// clothedText describes what all takes of characters have in common.
const clothedText = "Cotton of the paper (§4.2, weft as the warp) with stretch friction alone, as there, and " +
	"without; damping 0.03 of the stiffness at unit strain (paper: 1/10 to 1/100); waistband and hems attached to the " +
	"body. Both runs of a pair start from one state, dressed without internal friction; each pair is dressed anew, from " +
	"a start that is perturbed already. "

// stage returns a character dressed in cloth of the given edge lengths [m].
func (r *journal) stage(scene, name string, step float64, trousers, tee float64, frames ...int) *Stage {
	set := []string{fmt.Sprintf("garment.trousers.edge_length_m=%g", trousers)}
	if tee > 0 {
		set = append(set, fmt.Sprintf("garment.tee.edge_length_m=%g", tee))
	}
	return &Stage{Scene: scene, Name: name, Step: step, Set: set, Frames: frames, Store: r.store(), Note: r.note,
		Paused: r.paused,
		Open:   r.open}
}

// pair is a take with friction and one without, from the same start.
type pair struct {
	stage  *Stage
	setups [2]*scenes.Setup
	takes  [2]*Footage
}

// pairs takes a character with friction and without, once for each seed. With an error it returns the pairs finished so
// far.
func (r *journal) pairs(s *Stage, seeds []uint64) (list []pair, err error) {
	for _, seed := range seeds {
		if err := s.Dress(r.ctx, frictionless, seed); err != nil {
			return list, err
		}
		p := pair{stage: s}
		for k := range p.takes {
			if p.takes[k], p.setups[k], err = s.Shoot(r.ctx, Take{Name: clothedFiles[k], Change: clothedChanges[k],
				Seed: seed}); err != nil {
				return list, fmt.Errorf("%s: %w", clothedNames[k], err)
			}
		}
		list = append(list, p)
	}
	return list, nil
}

// at returns the positions at a frame of take k.
func (p *pair) at(k, frame int) []r3.Vec { return p.takes[k].X[slices.Index(p.stage.Frames, frame)] }

// part returns the number of a garment.
func (p *pair) part(garment string) int {
	return slices.IndexFunc(p.setups[0].Model.Parts, func(i cloth.PartInfo) bool { return i.Name == garment })
}

// folded returns the change of the folds of a garment between two frames, in both takes: root mean square over edges of
// the change of their angles [°], inside a box at the first frame.
func (p *pair) folded(garment string, box *check.WrinkleBox, from, to int) (out [2]float64, err error) {
	part := p.setups[0].Model.Parts[p.part(garment)]
	v := part.Vertices
	var tri [][3]int32
	for t := part.Tris.Lo; t < part.Tris.Hi; t++ {
		c := p.setups[0].Model.Tri[t]
		tri = append(tri, [3]int32{c[0] - int32(v.Lo), c[1] - int32(v.Lo), c[2] - int32(v.Lo)})
	}
	for k := range out {
		m, err := check.NewWrinkleMesh(tri, p.at(k, p.stage.Frames[0])[v.Lo:v.Hi], box)
		if err != nil {
			return out, err
		}
		if err := m.Refer(p.at(k, from)[v.Lo:v.Hi]); err != nil {
			return out, err
		}
		f, err := m.Compare(p.at(k, to)[v.Lo:v.Hi])
		if err != nil {
			return out, err
		}
		out[k] = inDegrees(f.Angle)
	}
	return out, nil
}

// rough returns the surface irregularity of a garment at a frame, in both takes: root mean square of the angles over
// edges [°], inside a box at the first frame.
func (p *pair) rough(garment string, box *check.WrinkleBox, frame int) (out [2]float64) {
	m := p.setups[0].Model
	part := m.Parts[p.part(garment)]
	for k := range out {
		first, x := p.at(k, p.stage.Frames[0]), p.at(k, frame)
		normals := map[[2]int32]r3.Vec{} // by edge, of its first triangle
		var sum, n float64
		for t := part.Tris.Lo; t < part.Tris.Hi; t++ {
			v := m.Tri[t]
			normal := r3.Unit(r3.Cross(r3.Sub(x[v[1]], x[v[0]]), r3.Sub(x[v[2]], x[v[0]])))
			for a := range 3 {
				i, j := v[a], v[(a+1)%3]
				if other, ok := normals[[2]int32{j, i}]; ok && box.Contains(r3.Scale(0.5, r3.Add(first[i], first[j]))) {
					angle := inDegrees(math.Acos(max(-1, min(1, r3.Dot(normal, other)))))
					sum, n = sum+angle*angle, n+1
				}
				normals[[2]int32{i, j}] = normal
			}
		}
		out[k] = math.Sqrt(sum / n)
	}
	return out
}

// stretched returns the change of strain of a garment inside a box between two frames, in both takes [%].
func (p *pair) stretched(garment string, box *check.WrinkleBox, from, to int) (out [2]float64) {
	for k := range out {
		out[k] = 100 * strained(p.setups[k].Model, p.part(garment), box, p.at(k, from), p.at(k, to))
	}
	return out
}

// ratios returns, pair by pair, the value with friction over that without.
func ratios(both [][2]float64) (s []float64) {
	for _, v := range both {
		s = append(s, v[0]/v[1])
	}
	return s
}

// column returns the values of one kind of takes.
func column(both [][2]float64, k int) (s []float64) {
	for _, v := range both {
		s = append(s, v[k])
	}
	return s
}

// spread formats a sample for tables.
func spread(s []float64, unit string) string {
	c := claim.Claim{Unit: unit, Noisy: true}
	c.Measured(s...)
	return c.MeasuredText()
}

// shoot draws a frame of a pair, with friction and without. With since, another frame, colours show the change of
// strain since then [%].
func (r *journal) shoot(p *pair, frame int, v view, since ...int) (images []report.Figure) {
	for k, setup := range p.setups {
		x := p.at(k, frame)
		v.time = TimeOfFrame(setup, frame)
		kind := "frame"
		for _, before := range since {
			kind = "strain"
			v.strain = make([]float64, len(setup.Model.Tri))
			for t := range v.strain {
				v.strain[t] = 100 * strainChange(setup.Model, t, p.at(k, before), x)
			}
		}
		images = append(images, r.draw(fmt.Sprintf("%s-%s-%03d-%s", p.stage.Name, kind, frame, clothedFiles[k]),
			fmt.Sprintf("frame %d, %s", frame, clothedNames[k]), setup, x, v))
	}
	return images
}

// quality adds a table of iterations, unconverged steps and self-intersections of takes.
func (r *journal) quality(lists ...[]pair) {
	var rows [][]string
	for _, list := range lists {
		for i, p := range list {
			for k, f := range p.takes {
				m, crossed := p.setups[k].Model, 0
				for _, x := range f.X {
					crossed = max(crossed, len(check.Check(check.Mesh{X: x, Tri: m.Tri}, nil, nil).Self))
				}
				rows = append(rows, []string{fmt.Sprintf("%s, %s, %d", p.stage.Name, clothedNames[k], i+1), fmt.Sprint(len(m.Tri)),
					fmt.Sprintf("%.3g ms", 1000*p.setups[k].Scene.StepSeconds()),
					fmt.Sprint(f.Steps), fmt.Sprintf("%.2f", float64(f.Newton)/float64(f.Steps)),
					fmt.Sprintf("%.1f", float64(f.CG)/float64(f.Steps)), fmt.Sprint(f.Unconverged), fmt.Sprint(f.Halvings),
					fmt.Sprint(crossed)})
			}
		}
	}
	r.table("How the runs went. Self-intersections are counted in the frames that were kept.", []string{"run", "triangles",
		"step", "steps", "Newton iterations per step", "CG iterations per step", "unconverged steps", "halved steps",
		"self-intersections, worst frame"}, rows)
}

// paperPairs returns single pairs with the paper's steps: one with the mesh of the others and, with Options.Paper, one
// with the paper's mesh. Quick versions have none. With an error it returns the pairs finished so far.
func (r *journal) paperPairs(steps, mesh *Stage) (list []pair, err error) {
	if r.opt.Quick {
		return nil, nil
	}
	stages := []*Stage{steps}
	if r.opt.Paper {
		stages = append(stages, mesh)
	}
	for _, s := range stages {
		p, err := r.pairs(s, []uint64{0})
		if err != nil {
			return list, err
		}
		list = append(list, p...)
	}
	return list, nil
}

// figure is a quantity by which pairs are compared, with the key of its claim, if any.
type figure struct {
	key, what, unit string
	of              func(*pair) ([2]float64, error)
}

// compare tabulates figures of the pairs from perturbed starts and of the single pairs with the paper's steps.
func (r *journal) compare(list, paper []pair, figures []figure) error {
	head := []string{"quantity", "with friction", "without"}
	for i := range paper {
		head = append(head, paper[i].stage.Title()+", with friction", "without")
	}
	var rows [][]string
	for _, f := range figures {
		var values [][2]float64
		for i := range list {
			v, err := f.of(&list[i])
			if err != nil {
				return err
			}
			values = append(values, v)
		}
		row := []string{f.what, spread(column(values, 0), f.unit), spread(column(values, 1), f.unit)}
		for i := range paper {
			v, err := f.of(&paper[i])
			if err != nil {
				return err
			}
			row = append(row, fmt.Sprintf("%.3g%s", v[0], f.unit), fmt.Sprintf("%.3g%s", v[1], f.unit))
			single := claim.Claim{What: fmt.Sprintf("%s, %s, with friction over without", f.what, paper[i].stage.Title()),
				Measure: claim.Shown}
			r.measured(&single, fmt.Sprintf("%.3g%s and %.3g%s", v[0], f.unit, v[1], f.unit), v[0]/v[1])
			r.Claims = append(r.Claims, single)
		}
		rows = append(rows, row)
		if f.key != "" {
			r.show(f.key, ratios(values)...)
		}
	}
	r.table("Mean and spread of the pairs from perturbed starts; single pairs with the paper's steps.", head, rows)
	return nil
}
