package house

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var lower = flag.Bool("lower", false, "lower the limits of limits.txt to what is there now")

// limitsFile has one limit a line: KIND NAME NUMBER.
const limitsFile = "limits.txt"

// figure is what a limit is held against.
type figure struct {
	name  string
	n     int
	usual int      // limit where limits.txt has none
	room  int      // that a new limit leaves above n
	where []string // what counts, for who is above the limit
}

// hold compares figures of a kind with their limits.
func hold(t *testing.T, kind string, now []figure) {
	t.Helper()
	data, err := os.ReadFile(limitsFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	limit, at := map[string]int{}, map[string]int{}
	for i, line := range lines {
		w := strings.Fields(line)
		if len(w) == 0 || w[0] != kind {
			continue
		}
		n, err := strconv.Atoi(w[len(w)-1])
		if _, twice := limit[w[1]]; err != nil || len(w) != 3 || twice {
			t.Fatalf("%s:%d: %q: expected a kind, a name that occurs once, and a number", limitsFile, i+1, line)
		}
		limit[w[1]], at[w[1]] = n, i
	}
	for _, f := range now {
		most, listed := limit[f.name]
		if !listed {
			most = f.usual
		}
		delete(limit, f.name)
		if f.n > most {
			const shown = 20
			t.Errorf("%s %s: %d, expected at most %d (%s)\n\t%s", kind, f.name, f.n, most, limitsFile,
				strings.Join(f.where[:min(shown, len(f.where))], "\n\t"))
		}
		if to := f.n + f.room; *lower && listed && to < most {
			lines[at[f.name]] = fmt.Sprintf("%s %s %d", kind, f.name, to)
			if to <= f.usual {
				lines[at[f.name]] = "-"
			}
		}
	}
	for name := range limit {
		t.Errorf("%s has a limit for %s %s, which is not there", limitsFile, kind, name)
		lines[at[name]] = "-"
	}
	if *lower {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "-" })
		if err := os.WriteFile(limitsFile, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
