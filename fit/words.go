package fit

import (
	"slices"
	"strings"
)

// quantityWords are names of columns and of lines in German, French, Italian, Spanish and Portuguese, without accents,
// and the letters on Kawabata's instruments. Where a word stands for two names, it is the first that the table has.
var quantityWords = map[string][]string{
	"k": {"curvature"}, "m": {"moment"}, "f": {"force"}, "phi": {"angle"}, "φ": {"angle"}, "e": {"strain"},
	"ε": {"strain"},

	"winkel": {"angle"}, "angolo": {"angle"}, "angulo": {"angle"},
	"zeit": {"time"}, "temps": {"time"}, "tempo": {"time"}, "tiempo": {"time"},
	"kraft": {"force"}, "forza": {"force"}, "fuerza": {"force"}, "forca": {"force"},
	"gehalten": {"held"}, "haltezeit": {"held"}, "maintenu": {"held"}, "tenuto": {"held"}, "mantenido": {"held"},
	"mantido":  {"held"},
	"uberhang": {"overhang"}, "uberhanglange": {"overhang"}, "porte-a-faux": {"overhang"}, "sbalzo": {"overhang"},
	"voladizo": {"overhang"}, "balanco": {"overhang"},
	"dehnung": {"elongation", "strain"}, "allongement": {"elongation", "strain"},
	"allungamento": {"elongation", "strain"},
	"alargamiento": {"elongation", "strain"}, "alongamento": {"elongation", "strain"},
	"last": {"load"}, "belastung": {"load"}, "charge": {"load"}, "carico": {"load"}, "carga": {"load"},
	"gewicht": {"weight", "mass"}, "poids": {"weight", "mass"}, "peso": {"weight", "mass"},
	"masse": {"mass"}, "massa": {"mass"}, "masa": {"mass"},
	"lange": {"length"}, "longueur": {"length"}, "lunghezza": {"length"}, "longitud": {"length"},
	"comprimento": {"length"},
	"breite":      {"width"}, "largeur": {"width"}, "larghezza": {"width"}, "anchura": {"width"}, "largura": {"width"},
	"dicke": {"thickness"}, "epaisseur": {"thickness"}, "spessore": {"thickness"}, "espesor": {"thickness"},
	"espessura":      {"thickness"},
	"flachengewicht": {"density"}, "grammage": {"density"}, "grammatura": {"density"}, "gramaje": {"density"},
	"gramatura": {"density"},
	"krummung":  {"curvature"}, "courbure": {"curvature"}, "curvatura": {"curvature"},
	"radio": {"radius"}, "rayon": {"radius"}, "raggio": {"radius"}, "raio": {"radius"},
	"momento": {"moment"}, "richtung": {"way"}, "probe": {"sample"}, "flache": {"area"},
}

// meant returns the known name that a title of a column or a line stands for; otherwise the title in small letters.
func meant(title string, known func(name string) bool) string {
	name := strings.ToLower(title)
	if known(name) {
		return name
	}
	of := quantityWords[accents.Replace(name)]
	if i := slices.IndexFunc(of, known); i >= 0 {
		return of[i]
	}
	return name
}
