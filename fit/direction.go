// Words for warp and weft in laboratory tables.

package fit

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// directionWords are words in English, German, French, Italian, Spanish and Portuguese, without accents, and of knits
// and nonwovens. Wales, machine direction and length stand for the warp.
var directionWords = map[string][]string{
	"warp": {"warp", "ends", "kette", "kett", "kettfaden", "chaine", "ordito", "urdimbre", "urdume", "teia", "wale",
		"wales",
		"stabchen", "maschenstabchen", "colonne", "colonnes", "md", "machine", "length", "lengthwise", "lengthways",
		"langs", "lange", "longueur", "lunghezza", "longitud", "comprimento"},
	"weft": {"weft", "filling", "fill", "woof", "picks", "schuss", "schussfaden", "trame", "trama", "course", "courses",
		"maschenreihe", "reihe", "rangee", "rangees", "cd", "xd", "cross", "crossmachine", "width", "widthwise", "crosswise",
		"quer", "breite", "largeur", "larghezza", "anchura", "largura"},
	"mean": {"mean", "average", "avg", "mittel", "mittelwert", "durchschnitt", "moyenne", "media", "promedio"},
	"unit": {"unit", "units", "einheit", "einheiten", "unite", "unita", "unidad", "unidade"},
	"": {"", "value", "wert", "valeur", "valore", "valor", "note", "notes", "remark", "remarks", "comment", "bemerkung",
		"remarque", "nota", "sd", "cv", "s", "n", "stdev", "std", "standarddeviation", "min", "max", "method", "norm",
		"standard", "symbol", "source", "quelle", "line"},
}

// accents of these languages.
var accents = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "à", "a", "á", "a", "â", "a", "ã", "a",
	"ç", "c", "è", "e", "é", "e", "ê", "e", "í", "i", "î", "i", "ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ú", "u", "û", "u",
	"ø", "avg")

// besides are parts around such a word: "warp direction", "Kettrichtung", "sens chaîne", "warpwise".
var (
	notLetters = regexp.MustCompile(`[^a-z]+`)
	besides    = regexp.MustCompile(`^(?:in|sensdela|sensde|sens|direzione|direccion|direcao|sentidode|sentido)|` +
		`(?:direction|directions|richtung|wise|ways|direzione)$`)
)

// direction returns the meaning of a word for a column: warp, weft, mean or unit, or "" for other known words. ok is
// false for unknown words.
func direction(word string) (name string, ok bool) {
	word = notLetters.ReplaceAllString(accents.Replace(strings.ToLower(word)), "")
	for name, words := range directionWords {
		if slices.Contains(words, word) || slices.Contains(words, besides.ReplaceAllString(word, "")) && name != "" {
			return name, true
		}
	}
	return "", false
}

// directed divides a title such as "E100-1", "B weft" or "Bending-Weft" into a property and its direction, where 1 is
// the warp (reports of Siro-FAST). It returns "" if the title has no direction.
func directed(title string) (property, way string) {
	k := strings.LastIndexAny(title, "-–_. ")
	if k <= 0 {
		return title, ""
	}
	_, size := utf8.DecodeRuneInString(title[k:])
	word := title[k+size:]
	switch way, _ = direction(word); {
	case word == "1":
		way = "warp"
	case word == "2":
		way = "weft"
	case way != "warp" && way != "weft":
		return title, ""
	}
	return strings.TrimSpace(title[:k]), way
}
