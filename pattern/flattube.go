package pattern

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
)

// slimmest is the smallest circumference of a tube that is worn around something [m]: a wrist.
const slimmest = 0.12

// flatTubes detects panels that are sewn to themselves as tubes, and placed flat. Sewn points start in the middle
// between both sides, so that such a tube is folded in the panel's own plane: nothing is inside, and nothing gets in.
// It is an error of panels that cover an arm or a leg by their label; of others it is a doubt, since straps and bows
// are made so, too.
func (p *Pattern) flatTubes() (lines, doubts []string) {
	for i := range p.Panels {
		pan := &p.Panels[i]
		if pan.Roll != (Roll{}) {
			continue
		}
		around := 0.0
		tube := p.tube(i)
		for _, k := range tube {
			for _, ends := range p.sewnEnds(&p.Stitches[k]) {
				around = max(around, r2.Norm(r2.Sub(ends[1], ends[0])))
			}
		}
		if around < slimmest {
			continue
		}
		line := fmt.Sprintf("%s, %s, makes a tube of panel %s, which hangs flat, beside what is to be in it: expected it "+
			"rolled up around that, by curl_deg = 360", p.stitchName(tube[0]), p.ends(&p.Stitches[tube[0]]), pan.Name)
		if pan.Label == "arm" || pan.Label == "leg" {
			lines = append(lines, line)
		} else {
			doubts = append(doubts, line)
		}
	}
	return lines, doubts
}
