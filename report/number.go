package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"hysteron/cloth"
)

// Number is a float64 that JSON encodes as null if it is not finite.
type Number float64

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !cloth.Finite(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads a number; null is NaN.
func (n *Number) UnmarshalJSON(data []byte) error {
	var v *float64
	err := json.Unmarshal(data, &v)
	if *n = Number(math.NaN()); v != nil {
		*n = Number(*v)
	}
	return err
}

// Digits returns a number with so many significant digits.
func Digits(v float64, n int) string { return fmt.Sprintf("%.*g", n, v) }

// Percent returns a ratio in percent with so many digits; below a ten-thousandth as a power of ten.
func Percent(v float64, n int) string {
	if math.Abs(v) < 1e-4 || !cloth.Finite(v) {
		return Digits(v, n)
	}
	return Digits(100*v, n) + " %"
}

// WriteJSON writes a value with indentation, without HTML escaping.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
