package param

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Bounds of a scene or fabric file, far above any that people write: they keep the cost of a file proportional to its
// size.
const (
	MaxFile  = 1 << 20 // [bytes]
	maxDepth = 16      // nested keys and lists
	maxKey   = 128     // of one key [bytes]
	maxKeys  = 20_000  // keys, and headers of tables
	maxWidth = 256     // different keys in one table
)

// Document is a parsed TOML file: the tree of its values, and the position of each key. Paths are written as in
// overrides: "garment.0.edge_length_m".
type Document struct {
	File     string
	data     []byte
	Root     map[string]any
	places   map[string]unstable.Range // path → its key in data
	override map[string]string         // path → the override that set it
	targets  []string                  // path that each override set
	starts   []int                     // start of each line in data
	text     string                    // data

	around   *Document       // document that has set keys of this one,
	at       string          // path in it,
	overlaid map[string]bool // and the keys that it set
}

// Parse parses TOML text; file is its name in errors, which are *param.InputError.
func Parse(file string, data []byte) (*Document, error) {
	if len(data) > MaxFile {
		return nil, &InputError{File: file, Text: fmt.Sprintf("%d bytes: expected at most %d", len(data), MaxFile)}
	}
	d := newDocument(file, data)
	data = d.data
	if e := d.encoded(); e != nil {
		return nil, e
	}
	if e := d.locate(); e != nil {
		return nil, e
	}
	if err := toml.Unmarshal(data, &d.Root); err != nil {
		e := &InputError{File: file, Text: fmt.Sprintf("%v: expected TOML", err), Err: err}
		var de *toml.DecodeError
		if errors.As(err, &de) {
			e.Line, e.Column = de.Position()
			if open := d.unclosed(e.Line, e.Column); open != nil {
				open.Err = err
				return nil, open
			}
			if d.noValue(e.Line, e.Column) {
				e.Text = "no value begins so: expected text in quotes, a number (with digits before its point), true, false, a " +
					"list or a table"
			}
			e.Source, e.Key = d.line(e.Line), strings.Join(de.Key(), ".")
		}
		return nil, e
	}
	return d, nil
}

// newDocument returns a document without values.
func newDocument(file string, data []byte) *Document {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	d := &Document{
		File: file, data: data, text: string(data), starts: []int{0},
		Root: map[string]any{}, places: map[string]unstable.Range{}, override: map[string]string{},
	}
	for i, c := range data {
		if c == '\n' {
			d.starts = append(d.starts, i+1)
		}
	}
	return d
}

// encoded returns an error with the position where the text is not UTF-8, nil if it is.
func (d *Document) encoded() *InputError {
	at, why := NotUTF8(d.data)
	if at < 0 {
		return nil
	}
	e := d.errorIn(unstable.Range{Offset: uint32(at), Length: 1}, "", "%s", why)
	if before := e.Source[:min(e.Column-1, len(e.Source))]; bytes.IndexByte(d.data, 0) < 0 {
		for _, b := range []byte(e.Source[len(before):]) { // the codes of Latin-1 are those of Unicode
			before += string(rune(b))
		}
		e.Source = before
	} else {
		e.Source = ""
	}
	return e
}

// locate fills places from the syntax tree, and returns an error if a bound is exceeded. Invalid TOML is left to the
// decoder.
func (d *Document) locate() *InputError {
	var p unstable.Parser
	p.Reset(d.data)
	l := locator{Document: d, entries: map[string]int{}, width: map[string]int{}}
	for l.wrong == nil && p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			l.table, l.depth = "", 0
			for k := e.Key(); k.Next(); {
				l.table, l.depth = l.key(l.table, k.Node(), l.depth), l.depth+1
				if e.Kind == unstable.ArrayTable && k.IsLast() {
					l.entries[l.table]++
				}
				if n := l.entries[l.table]; n > 0 {
					l.table = Join(l.table, strconv.Itoa(n-1))
					d.place(l.table, k.Node().Raw)
				}
			}
		case unstable.KeyValue:
			l.keyValue(l.table, e, l.depth)
		}
	}
	return l.wrong
}

// locator traverses the syntax tree.
type locator struct {
	*Document
	table   string         // the table of the next keys
	depth   int            // of its keys
	entries map[string]int // array of tables → entries so far
	width   map[string]int // table → different keys
	keys    int
	wrong   *InputError // the first bound that is exceeded
}

// key records the position of the key k of the table at a path, at a depth, and returns its path.
func (l *locator) key(path string, k *unstable.Node, depth int) string {
	l.keys++
	switch {
	case l.wrong != nil:
		return path
	case len(k.Data) > maxKey:
		l.wrong = l.errorIn(k.Raw, "", "a key of %d bytes: expected at most %d", len(k.Data), maxKey)
	case depth >= maxDepth:
		l.wrong = l.errorIn(k.Raw, path, "nested more than %d deep: expected fewer keys inside each other", maxDepth)
	case l.keys > maxKeys:
		l.wrong = l.errorIn(k.Raw, "", "more than %d keys: expected fewer", maxKeys)
	default:
		parent := path
		path = Join(path, string(k.Data))
		if _, known := l.places[path]; !known {
			l.width[parent]++
		}
		if l.place(path, k.Raw); l.width[parent] > maxWidth {
			l.wrong = l.errorIn(k.Raw, parent, "more than %d different keys in one table: expected fewer", maxWidth)
		}
	}
	return path
}

func (l *locator) keyValue(path string, e *unstable.Node, depth int) {
	for k := e.Key(); k.Next(); {
		path, depth = l.key(path, k.Node(), depth), depth+1
	}
	l.value(path, e.Value(), depth)
}

func (l *locator) value(path string, v *unstable.Node, depth int) {
	if l.wrong != nil || v.Kind != unstable.InlineTable && v.Kind != unstable.Array {
		return
	}
	if depth >= maxDepth {
		l.wrong = l.ErrorAt(path, "nested more than %d deep: expected fewer lists inside each other", maxDepth)
		return
	}
	i := 0
	for c := v.Children(); c.Next(); {
		switch n := c.Node(); {
		case n.Kind == unstable.Comment:
		case v.Kind == unstable.InlineTable:
			l.keyValue(path, n, depth)
		case n.Kind == unstable.InlineTable || n.Kind == unstable.Array:
			l.value(Join(path, strconv.Itoa(i)), n, depth+1)
			i++
		default:
			i++
		}
	}
}

// place records the first position of a path.
func (d *Document) place(path string, r unstable.Range) {
	if _, ok := d.places[path]; !ok {
		d.places[path] = r
	}
}

// line returns a line of the file, 1-based, without its end.
func (d *Document) line(n int) string {
	if n < 1 || n > len(d.starts) {
		return ""
	}
	line, _, _ := strings.Cut(d.text[d.starts[n-1]:], "\n")
	return strings.TrimSuffix(line, "\r")
}

// ErrorAt returns an error at a path: at the key itself, or the nearest table around it. Without a document (a Scene
// built in Go) it has the key alone.
func (d *Document) ErrorAt(path string, format string, args ...any) *InputError {
	if d == nil {
		return &InputError{Key: path, Text: fmt.Sprintf(format, args...)}
	}
	for p := path; ; {
		if d.overlaid[p] || p == path && p != "" && d.overlaidIn(p) {
			return d.around.ErrorAt(Join(d.at, path), format, args...)
		}
		if o, ok := d.override[p]; ok {
			return &InputError{File: d.File, Key: path, Override: o, Text: fmt.Sprintf(format, args...)}
		}
		if r, ok := d.places[p]; ok {
			return d.errorIn(r, path, format, args...)
		}
		if p == "" {
			return &InputError{File: d.File, Key: path, Text: fmt.Sprintf(format, args...)}
		}
		p = p[:max(0, strings.LastIndexByte(p, '.'))]
	}
}

// overlaidIn reports whether a key of the table at a path is overlaid: then the overlay is the cause of errors of the
// table.
func (d *Document) overlaidIn(path string) bool {
	for p := range d.overlaid {
		if strings.HasPrefix(p, path+".") {
			return true
		}
	}
	return false
}

// errorIn returns an error at a position in the file.
func (d *Document) errorIn(r unstable.Range, path string, format string, args ...any) *InputError {
	line, found := slices.BinarySearch(d.starts, int(r.Offset))
	if found {
		line++
	}
	return &InputError{
		File: d.File, Key: path, Text: fmt.Sprintf(format, args...), Line: line,
		Column: int(r.Offset) - d.starts[line-1] + 1, Width: int(r.Length), Source: d.line(line),
	}
}

// Targets returns the paths that overrides have set, in their order; entries given by name have their indices.
func (d *Document) Targets() []string {
	if d == nil {
		return nil
	}
	return d.targets
}

// FileName returns the file's name; empty for a Scene built in Go.
func (d *Document) FileName() string {
	if d == nil {
		return ""
	}
	return d.File
}

// WrapAt is ErrorAt for an error of another package.
func (d *Document) WrapAt(path string, err error) *InputError {
	e := d.ErrorAt(path, "%v", err)
	e.Err = err
	return e
}

// Overlay sets keys that another document has at a path; errors in them are reported there.
func (d *Document) Overlay(keys map[string]any, around *Document, path string) {
	d.around, d.at, d.overlaid = around, path, map[string]bool{"": d.File == ""}
	var merge func(path string, into, from map[string]any)
	merge = func(path string, into, from map[string]any) {
		for key, value := range from {
			path := Join(path, key)
			inner, isTable := value.(map[string]any)
			if isTable {
				old, _ := into[key].(map[string]any)
				if old == nil {
					old, d.overlaid[path] = map[string]any{}, true
				}
				into[key] = old
				merge(path, old, inner)
				continue
			}
			into[key], d.overlaid[path] = value, true
		}
	}
	merge("", d.Root, keys)
}

// Later reports whether the key at path a was set after that at path b: overlaid by another document, or by an override
// of that.
func (d *Document) Later(a, b string) bool {
	rank := func(path string) int {
		_, override := d.override[path]
		if d.around != nil && !override {
			_, override = d.around.override[Join(d.at, path)]
		}
		switch {
		case override:
			return 2
		case d.overlaid[path]:
			return 1
		}
		return 0
	}
	return rank(a) > rank(b)
}
