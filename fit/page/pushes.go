package page

import (
	"fmt"

	"hysteron/cloth"
	"hysteron/fit"
)

// Pushes returns notes about laws of stretch whose force during unloading on Kawabata's tensile tester is below −1 % of
// its 500 gf/cm: friction keeps the cloth longer than its rest length. The instrument has no such readings, since its
// sample goes slack, and RT counts the work until the force is zero.
func Pushes(f cloth.Fabric, parts ...string) (notes []string) {
	const most = 0.01 * 500 // gf/cm
	for _, p := range threads(f, parts) {
		d := fit.DrawLaws(&fit.Modes[0], p.of.Elastic, p.of.Friction, 0)
		least, slack, top := 0., 0., false
		for i, force := range d.ModelY {
			if top = top || i > 0 && d.ModelX[i] < d.ModelX[i-1]; !top {
				continue
			}
			if force < 0 && slack == 0 {
				slack = d.ModelX[i]
			}
			least = min(least, force)
		}
		if least < -most {
			notes = append(notes, fmt.Sprintf("unloading from 500 gf/cm, the force of the %s is below zero from %.2g "+
				"%% of elongation on, by up to %.2g N/m; a tester cannot push and shows zero there, as the cloth is "+
				"slack", p.part, slack, -least*0.980665))
		}
	}
	return notes
}
