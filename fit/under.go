package fit

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// condition is the condition of a measurement of a property: a value, or a range.
type condition struct {
	quantity string
	from, to float64 // [SI]
	says     string
	name     string // of the property under this condition
}

// conditions are those of Kawabata's instruments, and of FAST for T2, which laboratories write after the name.
var conditions = func() map[string][]condition {
	pulled := func(name string) []condition {
		return []condition{{"force per width", tensileLoad, tensileLoad, "500 gf/cm", name}}
	}
	pressed := func(by float64, says, name string) condition {
		return condition{"pressure", by * gf / 1e-4, by * gf / 1e-4, says, name}
	}
	light := pressed(0.5, "0.5 gf/cm² (T0)", "t0")
	five := condition{"angle", 5 * deg, 5 * deg, "5° (2HG5)", "2hg5"}
	return map[string][]condition{
		"emt": pulled("emt"), "lt": pulled("lt"), "wt": pulled("wt"), "rt": pulled("rt"),
		"g": {{"angle", .5 * deg, 2.5 * deg, "0.5 to 2.5°", "g"}}, "2hg": {{"angle", .5 * deg, .5 * deg, "0.5°", "2hg"},
			five}, "2hg5": {five},
		"b": {{"curvature", 50, 150, "0.5 to 1.5 1/cm", "b"}}, "2hb": {{"curvature", 100, 100, "1 1/cm", "2hb"}},
		"t0": {light}, "t": {light, pressed(50, "50 gf/cm² (Tm)", "t")}, "t2": {pressed(2, "2 gf/cm²", "t2")},
	}
}()

// under reads the brackets after the name of a property: its unit, and the condition of its measurement, which may make
// it another property. why is the error.
func under(name string, groups []string, of map[string]known) (now, unit, why string) {
	now = name
	given := ""
	var met *condition // and the text with it
	var metAs string
	for _, g := range groups {
		if g == "" { // a dash
			continue
		}
		_, err := ParseUnit(g, of[name].quantities...)
		if err == nil {
			if given != "" {
				return "", "", fmt.Sprintf("two units, %q and %q: expected one", given, g)
			}
			unit, given = g, g
			continue
		}
		c, ok := conditionOf(name, g)
		list := conditions[name]
		switch {
		case c != nil && met != nil && c != met:
			return "", "", fmt.Sprintf("measured at %s and at %s: expected one of them in each row", metAs, g)
		case c != nil:
			now, met, metAs = c.name, c, g
		case len(groups) == 1 && !ok:
			unit = g // the parser of units refuses it
		case !utf8.ValidString(g):
			return "", "", err.Error() // the error explains how to save the file
		case !ok || list == nil:
			return "", "", fmt.Sprintf("%q in brackets: expected the unit alone, %s", g, NamesOf(of[name].quantities))
		default:
			var says []string
			for _, c := range list {
				says = append(says, c.says)
			}
			return "", "", fmt.Sprintf("measured at %s: expected %s", g, strings.Join(says, " or "))
		}
	}
	return now, unit, ""
}

// at matches a value with its unit, or two with one: "0.5°", "at 1 1/cm", "0.5–2.5°".
var at = regexp.MustCompile(`^(?:at|@|±|[A-Za-zφκ]+\s*=)?\s*(\d[\d.,]*)\s*(°|º|deg(?:rees?)?)?\s*(?:(?:-|–|—|~|to)\s*(\d[\d.,]*))?\s*(.*)$`)

// rounded is the relative tolerance of conditions, which laboratories round: 500 gf/cm is 490 N/m, 0.5° is 0.0087 rad.
const rounded = 0.01

// conditionOf returns the condition of a property. ok reports whether the text is a condition at all.
func conditionOf(name, text string) (c *condition, ok bool) {
	m := at.FindStringSubmatch(text)
	if m == nil {
		return nil, false
	}
	unit := cmp.Or(m[4], m[2])
	u, err := ParseUnit(strings.NewReplacer("º", "°", "degrees", "deg", "degree", "deg").Replace(unit), "angle",
		"curvature", "force per width", "pressure")
	if err != nil {
		return nil, false
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
		if err != nil {
			return math.NaN()
		}
		return v * u.SI
	}
	from := number(m[1])
	to := from
	if m[3] != "" {
		to = number(m[3])
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= rounded*b }
	k := slices.IndexFunc(conditions[name], func(c condition) bool {
		return c.quantity == u.Quantity && near(from, c.from) && near(to, c.to)
	})
	if k < 0 {
		return nil, true
	}
	return &conditions[name][k], true
}
