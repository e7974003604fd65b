package scenes

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"hysteron/param"
)

// maxFile bounds the size of a scene or fabric file [bytes].
const maxFile = 1 << 20

// document is a parsed TOML file: the tree of its values, and where each key stands.
// Paths are written as in overrides: "garment.0.edge_length_m".
type document struct {
	file     string
	data     []byte
	root     map[string]any
	places   map[string]unstable.Range // path → its key in data
	override map[string]string         // path → the override that set it
}

// parseDocument reads TOML text; file names it in errors, which are *InputError.
func parseDocument(file string, data []byte) (*document, error) {
	if len(data) > maxFile {
		return nil, &InputError{File: file, Text: fmt.Sprintf("%d bytes: expected at most %d", len(data), maxFile)}
	}
	if !utf8.Valid(data) {
		return nil, &InputError{File: file, Text: "not UTF-8 text: expected a TOML file"}
	}
	d := &document{file: file, data: data, root: map[string]any{}, places: map[string]unstable.Range{}, override: map[string]string{}}
	if err := toml.Unmarshal(data, &d.root); err != nil {
		e := &InputError{File: file, Text: err.Error() + ": expected TOML", Err: err}
		var de *toml.DecodeError
		if errors.As(err, &de) {
			e.Line, e.Column = de.Position()
			e.Source, e.Key = d.line(e.Line), strings.Join(de.Key(), ".")
			e.Text = strings.TrimPrefix(err.Error(), "toml: ") + ": expected TOML"
		}
		return nil, e
	}
	d.locate()
	return d, nil
}

// locate fills places from the syntax tree.
func (d *document) locate() {
	var p unstable.Parser
	p.Reset(d.data)
	entries := map[string]int{} // array of tables → entries so far
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for k := e.Key(); k.Next(); {
				table = param.Join(table, string(k.Node().Data))
				last := k.IsLast()
				if e.Kind == unstable.ArrayTable && last {
					entries[table]++
					d.place(table, k.Node().Raw)
				}
				if n := entries[table]; n > 0 {
					table = param.Join(table, strconv.Itoa(n-1))
				}
				d.place(table, k.Node().Raw)
			}
		case unstable.KeyValue:
			d.locateKeyValue(table, e)
		}
	}
}

func (d *document) locateKeyValue(path string, e *unstable.Node) {
	for k := e.Key(); k.Next(); {
		path = param.Join(path, string(k.Node().Data))
		d.place(path, k.Node().Raw)
	}
	d.locateValue(path, e.Value())
}

func (d *document) locateValue(path string, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		for c := v.Children(); c.Next(); {
			d.locateKeyValue(path, c.Node())
		}
	case unstable.Array:
		i := 0
		for c := v.Children(); c.Next(); {
			if c.Node().Kind == unstable.Comment {
				continue
			}
			d.locateValue(param.Join(path, strconv.Itoa(i)), c.Node())
			i++
		}
	}
}

// place remembers the first place of a path.
func (d *document) place(path string, r unstable.Range) {
	if _, ok := d.places[path]; !ok {
		d.places[path] = r
	}
}

// line is a line of the file, 1-based, without its end.
func (d *document) line(n int) string {
	lines := bytes.Split(d.data, []byte("\n"))
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[n-1]), "\r")
}

// errorAt is an InputError at a path: at the key itself, or the nearest table around it. Without
// a document (a Scene put together in Go) it names the key alone.
func (d *document) errorAt(path string, format string, args ...any) *InputError {
	if d == nil {
		return &InputError{Key: path, Text: fmt.Sprintf(format, args...)}
	}
	e := &InputError{File: d.file, Key: path, Text: fmt.Sprintf(format, args...)}
	for p := path; ; {
		if o, ok := d.override[p]; ok {
			e.Override = o
			return e
		}
		if r, ok := d.places[p]; ok {
			before := d.data[:r.Offset]
			e.Line = bytes.Count(before, []byte("\n")) + 1
			e.Column = int(r.Offset) - (bytes.LastIndexByte(before, '\n') + 1) + 1
			e.Width = int(r.Length)
			e.Source = d.line(e.Line)
			return e
		}
		i := strings.LastIndexByte(p, '.')
		if i < 0 {
			return e
		}
		p = p[:i]
	}
}

// wrapAt is errorAt for an error that another package found.
func (d *document) wrapAt(path string, err error) *InputError {
	e := d.errorAt(path, "%v", err)
	e.Err = err
	return e
}
