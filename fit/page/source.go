package page

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hysteron/law"
)

// Today returns the date of fits.
func Today() string { return time.Now().UTC().Format(time.DateOnly) }

// Provenance returns the source of numbers: file, its hash, date, law and residual.
func Provenance(kind, file string, data []byte, laws, left string) string {
	return fmt.Sprintf("measured: fit %s of %s (%s; %s; %s)", kind, file, Hash(data), laws, left)
}

// FittedBy reports whether a source has numbers of a kind of fit, see Provenance.
func FittedBy(source, kind string) bool { return strings.Contains(source, "fit "+kind+" of ") }

// Hash returns the hash of a file of measurements, and the date.
func Hash(data []byte) string { return fmt.Sprintf("SHA-256 %.8x, %s", sha256.Sum256(data), Today()) }

// Criteria returns the reason why a law was chosen.
func Criteria(akaike map[string]float64) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(akaike)) {
		list = append(list, fmt.Sprintf("%s %.1f", name, akaike[name]))
	}
	return "Akaike's criterion: " + strings.Join(list, ", ") + "."
}

// LawNames returns the names of the laws of a component.
func LawNames(list ...law.Law) string {
	var names []string
	for _, l := range list {
		if l != nil {
			names = append(names, law.Of(l).Name)
		}
	}
	return "law " + strings.Join(names, ", ")
}

// Couple sets an identified coupling in the numbers of the whole fabric, and its source before the others.
func Couple(whole map[string]any, coupling any, kind, file, base string, data []byte) {
	rest, ok := whole["source"].(string)
	if !ok {
		rest = "the rest of this table as " + base
	}
	whole["coupling"], whole["source"] = coupling, fmt.Sprintf("measured: coupling, fit %s of %s of %s; %s", kind, file,
		Hash(data), rest)
}

// Roles returns the roles of the laws that have the numbers.
func Roles(numbers []Number) (roles []law.Role) {
	for _, n := range numbers {
		r := law.Elasticity
		if strings.HasPrefix(n.Key, "friction.") {
			r = law.Yarns
		} else if strings.HasPrefix(n.Key, "relaxation.") {
			r = law.Relaxation
		}
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	}
	return roles
}
