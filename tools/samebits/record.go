package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// record has the results of a scene with one kind of kernels, for any number of threads.
type record struct {
	Scene, Kernels string
	Set            string   // values set in the scene
	Processor      string   // what rounding depends on, see processor
	Steps          []int    // of each frame, sub-steps not counted
	Newton         []int    // iterations of Newton's method in each frame
	CG             []int    // iterations of conjugate gradients in each frame
	Caches         []string // hash of all positions in each frame
	Checkpoints    []string // hash of the complete state: dressed, after the first frame, after the last
	X              []r3.Vec // positions in the last frame [m]; not in bits.txt
}

// A line of bits.txt begins with one of these, behind a tab.
const (
	onProcessor = "machine"
	settings    = "set"
	steps       = "steps"
	newton      = "newton"
	cg          = "cg"
	cache       = "cache"
	checkpoints = "checkpoints"
)

const header = `# Written by go run -tags egl ./tools/samebits -write. Counts and hashes of frames, from the start on;
# checkpoints of the first frame and of the last.
`

// format returns the text of bits.txt.
func format(list []record) string {
	var b strings.Builder
	b.WriteString(header)
	for _, r := range list {
		fmt.Fprintf(&b, "\n%s %s\n\t%s %s\n", r.Scene, r.Kernels, onProcessor, r.Processor)
		if r.Set != "" {
			fmt.Fprintf(&b, "\t%s %s\n", settings, r.Set)
		}
		for _, counts := range []struct {
			name string
			of   []int
		}{{steps, r.Steps}, {newton, r.Newton}, {cg, r.CG}} {
			fmt.Fprintf(&b, "\t%s %s\n", counts.name, strings.Trim(fmt.Sprint(counts.of), "[]"))
		}
		fmt.Fprintf(&b, "\t%s %s\n", cache, strings.Join(r.Caches, " "))
		fmt.Fprintf(&b, "\t%s %s\n", checkpoints, strings.Join(r.Checkpoints, " "))
	}
	return b.String()
}

// parse reads the text of bits.txt.
func parse(text string) (list []record, err error) {
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if line[0] != '\t' {
			list = append(list, record{Scene: key, Kernels: value})
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("line %d: expected a scene and its kernels first", i+1)
		}
		r := &list[len(list)-1]
		switch key {
		case onProcessor:
			r.Processor = value
		case settings:
			r.Set = value
		case steps:
			r.Steps, err = numbers(value)
		case newton:
			r.Newton, err = numbers(value)
		case cg:
			r.CG, err = numbers(value)
		case cache:
			r.Caches = strings.Fields(value)
		case checkpoints:
			r.Checkpoints = strings.Fields(value)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return list, nil
}

func numbers(text string) (n []int, err error) {
	for _, f := range strings.Fields(text) {
		k, err := strconv.Atoi(f)
		if err != nil {
			return nil, err
		}
		n = append(n, k)
	}
	return n, nil
}

// find returns the record of the same scene and kernels, or nil.
func find(list []record, r *record) *record {
	for i := range list {
		if list[i].Scene == r.Scene && list[i].Kernels == r.Kernels {
			return &list[i]
		}
	}
	return nil
}

// merge replaces old records by new ones, in the order of names. If all scenes ran, old records that were not run are
// dropped.
func merge(old, now []record, everything bool) []record {
	list := slices.Clone(now)
	for _, r := range old {
		if !everything && find(now, &r) == nil {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b record) int {
		if c := strings.Compare(a.Scene, b.Scene); c != 0 {
			return c
		}
		return strings.Compare(a.Kernels, b.Kernels)
	})
	return list
}

// differences returns the differences of two records in one line; empty if there are none.
func differences(was, is *record) string {
	if was.Set != is.Set {
		return fmt.Sprintf("recorded with %q, run with %q", was.Set, is.Set)
	}
	first := min(firstDifference(was.Steps, is.Steps), firstDifference(was.Newton, is.Newton),
		firstDifference(was.CG, is.CG), firstDifference(was.Caches, is.Caches))
	state := !slices.Equal(was.Checkpoints, is.Checkpoints)
	if first == none && !state {
		return ""
	}
	what := "only checkpoints differ"
	if first != none {
		what = fmt.Sprintf("frame %d differs first", first)
	}
	return what + "; " + counts(was, is)
}

// counts returns the sums of two records as text.
func counts(was, is *record) string {
	return fmt.Sprintf("steps %s, Newton %s, CG %s",
		sums(was.Steps, is.Steps), sums(was.Newton, is.Newton), sums(was.CG, is.CG))
}

// sums returns the sums of two lists as text, one number if they are equal.
func sums(was, is []int) string {
	if sum(was) == sum(is) {
		return strconv.Itoa(sum(was))
	}
	return fmt.Sprintf("%d → %d", sum(was), sum(is))
}

func sum(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// none is larger than the number of any frame.
const none = 1 << 30

// firstDifference returns the first index at which two lists differ, or none.
func firstDifference[T comparable](a, b []T) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return none
}
