package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"hysteron/formats"
	"hysteron/param"
)

// File is a sweep file. Its tasks are all combinations of cases, values of the axes, and samples.
type File struct {
	Path string // path of the file
	Text string // its text

	fail func(key, format string, args ...any) error // error about a key

	Name     string   `key:"name" check:"name" doc:"of the sweep; without it, that of the file"`
	Scene    string   `key:"scene" check:"required" doc:"name of a built-in scene, or path of a scene file, from the folder of the sweep file"`
	Set      []string `key:"set" doc:"overrides for all tasks, as with --set"`
	Frames   int      `key:"frames" check:"min=1 max=1000000" doc:"of each task, instead of the scene's"`
	Backend  string   `key:"backend" default:"auto" check:"one=auto|gpu|cpu" doc:"what simulates"`
	Pictures bool     `key:"pictures" default:"false" doc:"whether there are any"`
	Samples  int      `key:"samples" default:"1" check:"min=1 max=100000" doc:"how often each combination is run, with other random values"`
	Seed     int      `key:"seed" default:"1" check:"min=0 max=1000000000" doc:"of the random values; a sample keeps its values when there are more of them"`
	Cases    []Case   `key:"case" doc:"a set of overrides that go together, with a name"`
	Axes     []Axis   `key:"axis" doc:"values of one key; the last axis varies fastest"`
	Random   []Random `key:"random" doc:"a key whose values are drawn, anew for each sample"`
}

// Case is one of [[case]].
type Case struct {
	Name string   `key:"name" check:"required name" doc:"in tables and plots"`
	Set  []string `key:"set" doc:"overrides, as with --set"`
}

// Axis is one of [[axis]]: a list of values, or count of them between two ends.
type Axis struct {
	Path   string   `key:"path" check:"required" doc:"of the key, as with --set"`
	Name   string   `key:"name" check:"name" doc:"in tables and plots; without it the key's own"`
	Values []Value  `key:"values" doc:"numbers, text, true and false, or lists of these; without it, from and to"`
	From   *float64 `key:"from" doc:"first value"`
	To     *float64 `key:"to" doc:"last value"`
	Count  int      `key:"count" check:"min=2 max=100000" doc:"of values, both ends included"`
	Scale  string   `key:"scale" default:"linear" check:"one=linear|log" doc:"equal differences or equal ratios"`
	Whole  bool     `key:"whole" default:"false" doc:"whether the key takes whole numbers, to which values are rounded"`
}

// Random is one of [[random]].
type Random struct {
	Path  string  `key:"path" check:"required" doc:"of the key, as with --set"`
	Name  string  `key:"name" check:"name" doc:"in tables and plots; without it the key's own"`
	From  float64 `key:"from" check:"required" doc:"lower end"`
	To    float64 `key:"to" check:"required" doc:"upper end"`
	Scale string  `key:"scale" default:"linear" check:"one=linear|log" doc:"uniform in the value or in its logarithm"`
	Whole bool    `key:"whole" default:"false" doc:"whether the key takes whole numbers, to which values are rounded"`
}

// Bounds of a sweep file.
const (
	maxFile  = 1 << 20 // [bytes]
	maxTasks = 100_000
	maxAxes  = 64
)

// Load reads a sweep file. Errors are *param.InputError, several of them joined.
func Load(path string) (*File, error) {
	data, err := formats.ReadFile(path, maxFile)
	if err != nil {
		return nil, &param.InputError{File: path, Text: fmt.Sprintf("cannot read: %v", err), Err: err}
	}
	return Parse(path, data)
}

// Parse reads the text of a sweep file. path names it in errors; scenes are relative to its folder.
func Parse(path string, data []byte) (*File, error) {
	f := &File{}
	fail, err := param.DecodeTOML(path, data, f)
	if err != nil {
		return nil, err
	}
	f.Path, f.Text, f.fail = path, string(data), fail
	if f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	names := map[string]string{}
	name := func(at, name, key string) string {
		if name == "" {
			name = key[strings.LastIndexByte(key, '.')+1:]
			if _, taken := names[name]; taken {
				name = key
			}
		}
		if other, taken := names[name]; taken && err == nil {
			err = fail(at, "%q is the name of %s already: expected a name that differs", name, other)
		}
		names[name] = at
		return name
	}
	cases := map[string]bool{}
	for i, c := range f.Cases {
		if at := fmt.Sprintf("case.%d", i); cases[c.Name] && err == nil {
			err = fail(at+".name", "%q is there twice: expected names that differ", c.Name)
		}
		cases[c.Name] = true
	}
	if len(f.Cases) > 0 {
		names["case"] = "the cases"
	}
	for i := range f.Axes {
		a, at := &f.Axes[i], fmt.Sprintf("axis.%d", i)
		a.Name = name(at, a.Name, a.Path)
		if problem := a.fill(); problem != "" && err == nil {
			err = fail(at, "%s", problem)
		}
	}
	for i := range f.Random {
		r, at := &f.Random[i], fmt.Sprintf("random.%d", i)
		r.Name = name(at, r.Name, r.Path)
		if problem := r.check(); problem != "" && err == nil {
			err = fail(at, "%s", problem)
		}
	}
	if err == nil {
		err = f.twice()
	}
	switch n := f.count(); {
	case err != nil:
	case n > maxTasks:
		err = fail("", "%.4g tasks: expected at most %d", n, maxTasks)
	case len(f.Axes)+len(f.Random) > maxAxes:
		err = fail("", "%d axes: expected at most %d", len(f.Axes)+len(f.Random), maxAxes)
	case f.Samples > 1 && len(f.Random) == 0:
		err = fail("samples", "%d samples without random values would be the same: expected some [[random]]", f.Samples)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// count returns the number of tasks.
func (f *File) count() float64 {
	n := float64(f.Samples) * float64(max(1, len(f.Cases)))
	for _, a := range f.Axes {
		n *= float64(len(a.Values))
	}
	return n
}

// fill computes the values of an axis with ends, and returns what is wrong.
func (a *Axis) fill() string {
	ends := a.From != nil || a.To != nil || a.Count > 0
	switch {
	case ends == (len(a.Values) > 0):
		return "expected either values, or from, to and count"
	case !ends:
		return ""
	case a.From == nil || a.To == nil || a.Count == 0:
		return "expected from, to and count together"
	case a.Scale == "log" && !(*a.From > 0 && *a.To > 0):
		return "expected from and to > 0 for scale log"
	case a.Whole && !(exact(*a.From) && exact(*a.To)):
		return notExact
	}
	for i := range a.Count {
		a.Values = append(a.Values, number(between(*a.From, *a.To, float64(i)/float64(a.Count-1), a.Scale), a.Whole))
	}
	return ""
}

func (r *Random) check() string {
	switch {
	case !(r.From < r.To):
		return fmt.Sprintf("from %g to %g: expected from < to", r.From, r.To)
	case r.Scale == "log" && !(r.From > 0):
		return "expected from > 0 for scale log"
	case r.Whole && !(exact(r.From) && exact(r.To)):
		return notExact
	}
	return ""
}

// exact reports whether a float represents every integer up to x.
func exact(x float64) bool { return math.Abs(x) <= 1<<53 }

const notExact = "expected from and to within ±2^53 for whole numbers"

// between interpolates at t, 0 to 1, between two values, without leaving their range.
func between(a, b, t float64, scale string) float64 {
	x := (1-t)*a + t*b
	if scale == "log" {
		x = math.Exp((1-t)*math.Log(a) + t*math.Log(b))
	}
	switch t {
	case 0:
		x = a
	case 1:
		x = b
	}
	return math.Max(math.Min(a, b), math.Min(math.Max(a, b), x))
}
