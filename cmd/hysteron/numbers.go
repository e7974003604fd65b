package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// numbers is the value of a flag such as --eye 1,-2,3. The lists of package kong parse negative numbers as flags.
type numbers []float64

var _ kong.MapperValue = (*numbers)(nil)

// Decode parses the value after the flag, which may start with a minus sign.
func (n *numbers) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errors.New("no value: expected numbers with commas between them")
	}
	text := token.String()
	*n = nil
	for _, s := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return fmt.Errorf("%q in %q: expected numbers with commas between them", s, text)
		}
		*n = append(*n, v)
	}
	return nil
}
