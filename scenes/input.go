package scenes

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hysteron/formats"
	"hysteron/param"

	"hysteron/step"
)

// inputFile is the input.json of a run: everything that determines the result, with the value of every key and the
// files of the scene, so that the run can be repeated from it alone.
type inputFile struct {
	Format string     `key:"hysteron" check:"required one=input-1" doc:"what this is"`
	Scene  string     `key:"scene" check:"required" doc:"name of the scene"`
	Path   string     `key:"path" doc:"its file; without it, it is built in"`
	Commit string     `key:"commit" doc:"of the program that ran"`
	Set    []string   `key:"set" doc:"overrides that are in the values already"`
	Text   string     `key:"text" doc:"the scene file as it was, for people"`
	Run    param.Tree `key:"run" doc:"how it was run"`
	Values param.Tree `key:"values" check:"required" doc:"of all keys of the scene"`
	Files  []File     `key:"file" doc:"that the scene names"`
}

// loadInput reads a scene from the input.json of a run, with further overrides.
func loadInput(path string, set []string) (*Scene, error) {
	data, err := formats.ReadFile(path, param.MaxInput)
	if err != nil {
		return nil, &param.InputError{File: path, Text: fmt.Sprintf("cannot read: %v", formats.Reason(err)), Err: err}
	}
	return ParseInput(path, data, set)
}

// ParseInput reads a scene from the text of an input.json. Errors are *param.InputError and contain file as its name.
func ParseInput(file string, data []byte, set []string) (*Scene, error) {
	d, err := param.ParseJSON(file, data)
	if err != nil {
		return nil, err
	}
	var in inputFile
	if err := d.Decode(&in); err != nil {
		return nil, err
	}
	s := &Scene{Name: in.Scene, Path: in.Path, Text: in.Text, Set: in.Set, Run: in.Run, given: map[string]*File{}}
	for i := range in.Files {
		f := &in.Files[i]
		if s.given[f.Name] != nil {
			return nil, d.ErrorAt(at("file", i)+".name", "%q is there twice", f.Name)
		}
		if f.Path != "" && !filepath.IsAbs(f.Path) { // of a movable input, see CarriedInput
			f.Path = filepath.Join(filepath.Dir(file), filepath.FromSlash(f.Path))
		}
		s.given[f.Name] = f
	}
	if err := s.decode(d.Under("values"), set); err != nil {
		return nil, err
	}
	return s, nil
}

// Input returns the text of input.json, with the options of the run and the number of frames.
func (u *Setup) Input(commit string, frames int, run map[string]any) ([]byte, error) {
	return u.input(commit, frames, run, nil)
}

// input is Input with paths of files from place, unless that is nil.
func (u *Setup) input(commit string, frames int, run map[string]any, place func(f *File) (string, error)) ([]byte,
	error) {
	s := u.Scene
	values := s.resolved()
	values["frames"] = int64(frames)
	in := inputFile{Format: "input-1", Scene: s.Name, Path: s.Path, Commit: commit, Set: s.Set, Text: s.Text, Run: run,
		Values: values}
	var err error
	if s.Path != "" {
		if in.Path, err = filepath.Abs(s.Path); err != nil {
			return nil, err
		}
	}
	if in.Files, err = s.files(); err != nil {
		return nil, err
	}
	for i := range in.Files {
		if f := &in.Files[i]; place != nil && f.Text == "" && f.Path != "" {
			if f.Path, err = place(f); err != nil {
				return nil, err
			}
		}
	}
	return toJSON(param.Encode(&in))
}

// SameInput reports whether two files written by Setup.Input have the same values of all keys and the same files,
// regardless of program version and options of the run.
func SameInput(a, b string) (bool, error) {
	var values, files [2]any
	for i, path := range []string{a, b} {
		data, err := formats.ReadFile(path, param.MaxInput)
		if err != nil {
			return false, &param.InputError{File: path, Text: fmt.Sprintf("cannot read: %v", formats.Reason(err)), Err: err}
		}
		d, err := param.ParseJSON(path, data)
		if err != nil {
			return false, err
		}
		hashes := map[any]any{}
		list, _ := d.Root["file"].([]any)
		for _, f := range list {
			if file, ok := f.(map[string]any); ok {
				hashes[fmt.Sprint(file["name"])] = file["sha256"]
			}
		}
		values[i], files[i] = d.Root["values"], hashes
	}
	return reflect.DeepEqual(values[0], values[1]) && reflect.DeepEqual(files[0], files[1]), nil
}

// RunSum returns a checksum that identifies the run of an input.json: of all that determines the motion, as stored in
// the file. It does not change when the run is resumed or when later program versions have more keys.
func RunSum(path string) (string, error) {
	data, err := formats.ReadFile(path, param.MaxInput)
	if err != nil {
		return "", &param.InputError{File: path, Text: fmt.Sprintf("cannot read: %v", formats.Reason(err)), Err: err}
	}
	d, err := param.ParseJSON(path, data)
	if err != nil {
		return "", err
	}
	p := print{Files: map[string]string{}}
	if values, ok := d.Root["values"].(map[string]any); ok {
		p.Values = param.Bound(reflect.TypeFor[Scene](), values)
	}
	list, _ := d.Root["file"].([]any)
	for _, f := range list {
		if file, ok := f.(map[string]any); ok {
			p.Files[fmt.Sprint(file["name"])] = fmt.Sprint(file["sha256"])
		}
	}
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

func toJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// print is what determines the motion: the scene and its files.
type print struct {
	Values map[string]any    `json:"values"`
	Files  map[string]string `json:"files"` // name → SHA-256
}

// Print returns what determines the motion of the cloth, for Differences.
func (u *Setup) Print() ([]byte, error) {
	files, err := u.Scene.files()
	if err != nil {
		return nil, err
	}
	p := print{u.Scene.resolved(), map[string]string{}}
	for _, f := range files {
		p.Files[f.Name] = f.SHA256
	}
	return json.Marshal(p)
}

// DressPrint returns what determines the start state of the scene: Print without keys that have no effect on the
// motion, and without the wind, which begins at time 0. Files are identified by base name and contents, so that
// different paths to one file are equal.
func (u *Setup) DressPrint() ([]byte, error) {
	text, err := u.Print()
	if err != nil {
		return nil, err
	}
	p := print{Files: map[string]string{}}
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	p.Values = param.Bound(reflect.TypeFor[Scene](), p.Values)
	if air, ok := p.Values["air"].(map[string]any); ok {
		for _, f := range param.Of(reflect.TypeFor[step.Wind]()) {
			delete(air, f.Key)
		}
	}
	files := map[string]string{}
	for name, sum := range p.Files {
		files[contents(name, sum)] = sum
	}
	p.Values = p.spelled(p.Values).(map[string]any)
	p.Files = files
	return json.Marshal(p)
}

// contents identifies a file by its base name, which includes the extension, and its contents.
func contents(name, sum string) string { return path.Base(filepath.ToSlash(name)) + " " + sum }

// spelled returns a value in which contents replace file names.
func (p *print) spelled(value any) any {
	switch v := value.(type) {
	case string:
		if sum, file := p.Files[v]; file {
			return contents(v, sum)
		}
	case []any:
		for i := range v {
			v[i] = p.spelled(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = p.spelled(v[k])
		}
	}
	return value
}

// Differences returns the differences between two results of Print that affect the motion, and the time until which the
// motion is nevertheless the same [s]: that of the last common keys of motions, or that of the first release of pins
// whose release times differ. It is +Inf without differences, and −Inf if one of them acts from the start.
func Differences(before, now []byte) (found []string, since float64, err error) {
	var p [2]print
	for i, text := range [][]byte{before, now} {
		d := json.NewDecoder(bytes.NewReader(text))
		if err := d.Decode(&p[i]); err != nil {
			return nil, 0, err
		}
	}
	found = param.Diff(reflect.TypeFor[Scene](), p[0].Values, p[1].Values)
	for _, name := range slices.Sorted(maps.Keys(p[0].Files)) {
		if now, ok := p[1].Files[name]; ok && now != p[0].Files[name] {
			found = append(found, name+": the file has other contents")
			since = math.Inf(-1)
		}
	}
	if len(found) > 0 && since == 0 {
		since = sameUntil(p[0].Values, p[1].Values)
	} else if len(found) == 0 {
		since = math.Inf(1)
	}
	return found, since, nil
}

// sameUntil returns the time until which two different scenes have the same motion [s]; −Inf if they do not. It removes
// later differences from now.
func sameUntil(before, now map[string]any) float64 {
	until := math.Inf(1)
	each := func(key string, before, now map[string]any, f func(before, now map[string]any)) {
		a, _ := before[key].([]any)
		b, _ := now[key].([]any)
		for i := range min(len(a), len(b)) {
			x, xok := a[i].(map[string]any)
			y, yok := b[i].(map[string]any)
			if xok && yok {
				f(x, y)
			}
		}
	}
	each("motion", before, now, func(a, b map[string]any) {
		x, _ := a["keys"].([]any)
		y, _ := b["keys"].([]any)
		n := 0
		for n < len(x) && n < len(y) && reflect.DeepEqual(x[n], y[n]) {
			n++
		}
		if n == len(x) && n == len(y) || n == 0 {
			return
		}
		last, _ := x[n-1].(map[string]any)
		if t, ok := param.Number(last["time_s"]); ok { // the motion between two keys depends on these two only
			until = min(until, t)
			b["keys"] = x
		}
	})
	release := func(a, b map[string]any) {
		x, xok := param.Number(a["release_s"])
		y, yok := param.Number(b["release_s"])
		if !xok || !yok || x == y {
			return
		}
		for _, t := range []float64{x, y} {
			if t > 0 { // 0: never released
				until = min(until, t)
			}
		}
		b["release_s"] = a["release_s"]
	}
	for _, kind := range []string{"sheet", "tube", "mesh", "rope"} {
		each(kind, before, now, func(a, b map[string]any) {
			if dressed := a["dress"] == true || a["fit"] == true; dressed { // its pins are fastened when it is put on
				return
			}
			release(a, b)
			each("pin", a, b, func(a, b map[string]any) {
				body, _ := a["body"].(string)
				k, _ := param.Number(a["stiffness_n_m"])
				limit, _ := param.Number(a["limit_m"])
				if body == "" && k == 0 && limit == 0 { // others are fastened after dressing
					release(a, b)
				}
			})
		})
	}
	if len(param.Diff(reflect.TypeFor[Scene](), before, now)) > 0 {
		return math.Inf(-1)
	}
	return until
}

// Values returns the values of all keys, with defaults, fabrics and overrides, as in input.json. The caller must not
// change them.
func (s *Scene) Values() map[string]any { return s.resolved() }

// resolved returns the values of all keys, including those of fabrics and of measurements derived from others.
func (s *Scene) resolved() map[string]any {
	values := maps.Clone(s.values)
	for i := range s.Bodies {
		if m := s.Bodies[i].filled; m != nil {
			values["body"].([]any)[i].(map[string]any)["measurements"] = param.Encode(m)
		}
	}
	for _, c := range s.cloths() {
		list, i, _ := strings.Cut(c.path, ".")
		n, _ := strconv.Atoi(i)
		values[list].([]any)[n].(map[string]any)["fabric"] = c.Fabric.EncodeValue()
	}
	return values
}
