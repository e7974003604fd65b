package capture

import (
	"fmt"
	"math"
	"strings"

	"hysteron/cloth"
	"hysteron/law"
)

// reach returns the range of strain of a part without outliers, as text. Beyond it the stiffness is constant and was
// not measured.
func (p *Part) reach(model string) string {
	switch longer := 100 * p.High; {
	case p.presses() && p.diagonal():
		return fmt.Sprintf("diagonals shortened by %.3g %% over the next vertex", longer)
	case p.presses():
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

// reached returns the ranges of all parts.
func (f *Fitted) reached() string {
	var list []string
	for _, p := range f.Parts {
		list = append(list, p.Name+" "+p.reach(f.Model))
	}
	return "tests went so far: " + strings.Join(list, ", ") + "; beyond, the stiffness stays as at the end, and nothing " +
		"was measured"
}

// lent returns a text about the numbers of a base that no test measured: friction of each part, and the numbers of the
// whole.
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

// friction returns the friction of a base's part as in a fabric file; empty: none.
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
