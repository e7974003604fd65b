// Units as laboratories write them.

package fit

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Gf is the weight of a gram at standard gravity [N], Deg a degree [rad].
const Gf, Deg = 9.80665e-3, 0.017453292519943295

const unitsGf, unitsDeg = Gf, Deg

// Unit is a unit in SI, and the quantity that it measures.
type Unit struct {
	Quantity string
	SI       float64
}

// unitsKnown lists units by the names that laboratories write. Forces and moments per width are those of KES sheets:
// gf·cm²/cm is a bending stiffness B per width, gf·cm/cm its hysteresis 2HB, gf/(cm·deg) the shear stiffness G.
var unitsKnown = map[string]Unit{
	"m": {"length", 1}, "cm": {"length", 1e-2}, "mm": {"length", 1e-3}, "in": {"length", 0.0254},
	"m2": {"area", 1}, "cm2": {"area", 1e-4}, "mm2": {"area", 1e-6}, "in2": {"area", 0.0254 * 0.0254},
	"kg": {"mass", 1}, "g": {"mass", 1e-3},
	"n": {"force", 1}, "mn": {"force", 1e-3}, "gf": {"force", unitsGf}, "kgf": {"force", 1e3 * unitsGf},
	"cn": {"force", 1e-2}, "lbf": {"force", 4.4482216152605},
	"kg/m2": {"areal density", 1}, "g/m2": {"areal density", 1e-3}, "mg/cm2": {"areal density", 1e-2},
	"oz/yd2": {"areal density", 0.0339057},
	"n/m":    {"force per width", 1}, "gf/cm": {"force per width", unitsGf / 1e-2}, "n/cm": {"force per width", 100},
	"cn/cm": {"force per width", 1}, "kgf/cm": {"force per width", 1e3 * unitsGf / 1e-2}, "kgf/m": {"force per width",
		1e3 * unitsGf}, "gf/m": {"force per width", unitsGf}, "mn/cm": {"force per width", 0.1}, "n/mm": {"force per width",
		1e3}, "mn/mm": {"force per width", 1}, "lbf/in": {"force per width", 4.4482216152605 / 0.0254},
	"n.m": {"bending stiffness", 1}, "n.m2/m": {"bending stiffness", 1}, "gf.cm2/cm": {"bending stiffness",
		unitsGf * 1e-4 / 1e-2}, "µn.m": {"bending stiffness", 1e-6}, "un.m": {"bending stiffness", 1e-6},
	"cn.cm2/cm": {"bending stiffness", 1e-2 * 1e-4 / 1e-2}, "n.cm2/cm": {"bending stiffness", 1e-4 / 1e-2},
	"mg.cm": {"bending stiffness", 1e-3 * unitsGf * 1e-2},
	"mn.mm": {"bending stiffness", 1e-6}, "mn.mm2/mm": {"bending stiffness", 1e-6}, "mn.cm": {"bending stiffness", 1e-5},
	"mn.cm2/cm": {"bending stiffness", 1e-5},
	"n.m/m":     {"moment per width", 1}, "gf.cm/cm": {"moment per width", unitsGf},
	"cn.cm/cm": {"moment per width", 1e-2},
	"n.cm/cm":  {"moment per width", 1}, "mn.cm/cm": {"moment per width", 1e-3},
	"gf/cm.deg": {"shear stiffness", unitsGf / 1e-2 / unitsDeg}, "cn/cm.deg": {"shear stiffness", 1 / unitsDeg},
	"n/cm.deg": {"shear stiffness", 100 / unitsDeg}, "cn/cm.rad": {"shear stiffness", 1}, "gf/cm.rad": {"shear stiffness",
		unitsGf / 1e-2}, "n/m.rad": {"shear stiffness", 1}, "n/m.deg": {"shear stiffness", 1 / unitsDeg},
	"g/s2": {"stretch stiffness", 1e-3}, "kg/s2": {"stretch stiffness", 1}, "g.mm2/s2/rad": {"hinge stiffness", 1e-9},
	"g.mm2/s2": {"hinge stiffness", 1e-9},
	"1/m":      {"curvature", 1}, "1/cm": {"curvature", 100}, "1/mm": {"curvature", 1000},
	"1/in": {"curvature", 1 / 0.0254},
	"rad":  {"angle", 1}, "deg": {"angle", unitsDeg}, "°": {"angle", unitsDeg},
	"1": {"number", 1}, "%": {"number", 1e-2}, "": {"number", 1},
	"gf.cm/cm2": {"energy per area", unitsGf * 1e-2 / 1e-4}, "j/m2": {"energy per area", 1},
	"gf/cm2": {"pressure", unitsGf / 1e-4}, "g/cm2": {"pressure", unitsGf / 1e-4}, "cn/cm2": {"pressure", 100},
	"n/m2": {"pressure", 1}, "pa": {"pressure", 1}, "kpa": {"pressure", 1e3},
	"s": {"time", 1}, "min": {"time", 60}, "h": {"time", 3600}, "d": {"time", 86400},
	"m/s": {"speed", 1}, "mm/s": {"speed", 1e-3},
}

// ParseUnit returns the unit of a name, of one of the quantities.
func ParseUnit(name string, quantities ...string) (Unit, error) {
	key := strings.NewReplacer("·", " ", "*", " ", ".", " ", "²", "2", "^", "", "(", "", ")", "", "⁻¹", "-1", "μ", "µ",
		"/", " / ", "degrees", "deg", "degree", "deg").Replace(strings.ToLower(name))
	key = strings.NewReplacer(" / ", "/", " ", ".").Replace(strings.Join(strings.Fields(key), " "))
	if top, below, ok := strings.Cut(key, "/"); ok && unitsKnown[key].SI == 0 { // such as gf/cm/deg
		key = top + "/" + strings.ReplaceAll(below, "/", ".")
	}
	if key == "cm-1" || key == "m-1" {
		key = "1/" + strings.TrimSuffix(key, "-1")
	}
	u, ok := unitsKnown[key]
	for _, q := range quantities {
		if ok && u.Quantity == q {
			return u, nil
		}
	}
	if !utf8.ValidString(name) {
		return Unit{}, fmt.Errorf("unit %q: the file is not UTF-8 (what Excel saves as CSV is Windows-1252): save it as "+
			"\"CSV UTF-8\"; expected %s", name, NamesOf(quantities))
	}
	return Unit{}, fmt.Errorf("unit %q: expected %s", name, NamesOf(quantities))
}

// TitleUnit divides a title such as "force [N]", "force (N)" or "LT (-)".
func TitleUnit(title string) (name, unit string) {
	if i := strings.IndexAny(title, "[("); i >= 0 {
		title, unit = title[:i], Undash(strings.TrimRight(strings.TrimSpace(title[i+1:]), "])"))
	}
	return strings.TrimSpace(title), unit
}

// TitleGroups divides a title into its name and the groups in brackets, as in "2HG (0.5°) [gf/cm]".
func TitleGroups(title string) (name string, groups []string) {
	depth, from := 0, 0
	name = title
	for i, r := range title {
		switch r {
		case '[', '(':
			if depth++; depth > 1 {
				continue
			}
			if from = i + 1; groups == nil {
				name = title[:i]
			}
			groups = append(groups, title[from:])
		case ']', ')':
			if depth = max(0, depth-1); depth == 0 && groups != nil {
				groups[len(groups)-1] = title[from:i]
			}
		}
	}
	for i := range groups {
		groups[i] = Undash(groups[i])
	}
	return strings.TrimSpace(name), groups
}

// Undash removes the dashes of cells without a unit.
func Undash(unit string) string { return strings.Trim(strings.TrimSpace(unit), "-–—") }

// NoReading reports whether a cell is marked as missing, as laboratories write it.
func NoReading(cell string) bool {
	cell = strings.ToLower(strings.TrimSpace(cell))
	return Undash(cell) == "" || slices.Contains([]string{"n/a", "n.a.", "n.a", "na", "n/d", "n.d.", "nd", "nan", "none",
		"null", "#n/a", "−", ".", "*", "?"}, cell)
}

// spelled restores the case of units, whose keys are lower-case here.
var spelled = strings.NewReplacer("mn", "mN", "cn", "cN", "µn", "µN", "un", "uN", "min", "min", "in", "in", "n", "N",
	"j", "J")

// NamesOf lists the units of quantities, for errors.
func NamesOf(quantities []string) string {
	var names []string
	for name, u := range unitsKnown {
		for _, q := range quantities {
			if u.Quantity == q && name != "" {
				names = append(names, spelled.Replace(name))
			}
		}
	}
	sort.Strings(names)
	return "one of " + strings.Join(names, ", ")
}

// usualUnits are the units of examples of columns.
var usualUnits = map[string]string{
	"length": "mm", "force": "N", "force per width": "gf/cm", "moment per width": "gf.cm/cm", "curvature": "1/cm",
	"angle": "deg", "time": "s", "number": "1",
}

// ColumnsOf lists required columns with a usual unit, for errors.
func ColumnsOf(want map[string][]string) string {
	names := make([]string, 0, len(want))
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if u := usualUnits[want[name][0]]; u != "" && u != "1" {
			name += " [" + u + "]"
		}
		names = append(names, name)
	}
	return fmt.Sprintf("names of columns with their units, of these: %s", strings.Join(names, ", "))
}
