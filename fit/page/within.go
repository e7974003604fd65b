package page

import (
	"fmt"
	"regexp"
	"strconv"

	"hysteron/fit"
)

// Within formats the 95 % interval of a number in the source of a fabric's part, for readers and for ReadWithin.
func Within(key string, lo, hi float64) string {
	return fmt.Sprintf("%s 95 %%: %.4g to %.4g", key, lo, hi)
}

// ReadWithin parses the text of Within.
func ReadWithin(source, key string) (lo, hi float64, ok bool) {
	m := regexp.MustCompile(regexp.QuoteMeta(key) + ` 95 %: (\S+) to ([^\s;,)]+)`).FindStringSubmatch(source)
	if m == nil {
		return 0, 0, false
	}
	lo, err := strconv.ParseFloat(m[1], 64)
	hi, err2 := strconv.ParseFloat(m[2], 64)
	return lo, hi, err == nil && err2 == nil && lo <= hi && !fit.Boundless(lo, hi)
}
