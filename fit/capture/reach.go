package capture

import (
	"fmt"
	"math"
	"strings"

	"hysteron/cloth"
	"hysteron/law"
)

// reach is how far the sample went in a part, all but its outliers, in words; beyond it the stiffness stays as it is
// there, and nothing was measured.
func (p *Part) reach(model string) string {
	switch longer := 100 * p.High; {
	case p.Name == "second":
		return fmt.Sprintf("threads shortened by %.3g %% over the next vertex", longer)
	case p.hinges():
		return fmt.Sprintf("bent to %.3g 1/m", p.High/3)
	case p.Name == "shear" && model == Springs:
		return fmt.Sprintf("diagonals stretched or shortened by %.3g %%", longer)
	case p.Name == "shear":
		return fmt.Sprintf("sheared by %.3g°", math.Asin(min(p.High, 1))*180/math.Pi)
	case model == StVK:
		longer = 100 * (math.Sqrt(1+2*p.High) - 1)
		fallthrough
	default:
		return fmt.Sprintf("stretched by %.3g %%", longer)
	}
}

// reached says how far tests went in each part.
func (f *Fitted) reached() string {
	var list []string
	for _, p := range f.Parts {
		list = append(list, p.Name+" "+p.reach(f.Model))
	}
	return "tests went so far: " + strings.Join(list, ", ") + "; beyond, the stiffness stays as at the end, and nothing " +
		"was measured"
}

// lent says what a fabric file has of a base, and no test measured: friction of each part, and what is of the whole.
func lent(base *cloth.Fabric, lender string) string {
	var list []string
	for _, name := range PartNames(StVK) {
		if own := friction(base, name); own != "" {
			list = append(list, name+" "+own)
		}
	}
	says := "no friction"
	if list != nil {
		says = "friction (" + strings.Join(list, "; ") + ")"
	}
	return fmt.Sprintf("not measured, but %s's: %s, damping, thickness of %.3g mm, friction on bodies and drag", lender,
		says, 1e3*base.Thickness)
}

// friction of a base's part in a fabric file's words; empty: none.
func friction(base *cloth.Fabric, part string) string {
	l := component(base, part).Friction
	if l == nil {
		return ""
	}
	var list []string
	for i, q := range law.Params(l) {
		list = append(list, fmt.Sprintf("%s = %.3g", q.FileKey(measure(part)), law.Values(l)[i]))
	}
	return strings.Join(list, ", ")
}
