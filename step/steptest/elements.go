package steptest

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
)

// AddElements adds some elements of each kind with a list (cloth.KindRow.Rest) to a part, over vertices that are far
// from each other, with the laws of fabrics, and those of solids in turn.
func AddElements(p *cloth.Part) {
	trial := func(name string, m law.Measure) law.Law {
		i := slices.IndexFunc(law.Kinds, func(k law.Kind) bool { return k.Name == name })
		return law.TestLaw(&law.Kinds[i], m)
	}
	for kind := range cloth.Kinds {
		row := kind.Row()
		if row.Rest == nil {
			continue
		}
		for i := 0; i+5*row.Corners <= len(p.X); i += 3 {
			e := cloth.Element{Kind: kind, Density: .1}
			if row.Gradient {
				e.Solid = law.SolidKinds[i/3%len(law.SolidKinds)].Given(1e3, .3)
			}
			var x [cloth.MostCorners]r3.Vec
			for a := range row.Corners {
				e.V[a] = int32(i + 5*a)
				x[a] = p.X[e.V[a]]
			}
			e.Rest = row.Sample(&x)
			for k := range kind.Per() {
				more := 1 + float64(k)/8 // each has its own law
				e.Laws[k] = cloth.Component{Elastic: law.Scaled(trial("elastic", row.Measure), more),
					Friction: law.Scaled(trial("dahl", row.Measure), more), Damping: trial("damping", row.Measure)}
			}
			p.Elements = append(p.Elements, e)
		}
	}
}
