package scenes

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hysteron/param"
)

// Bounds of an input.json, far above any that a run writes.
const (
	maxInput    = 64 << 20 // [bytes]
	maxJSONDeep = 32       // tables and lists inside each other
)

// parseJSON reads JSON text as a document of tables, lists, text, numbers and booleans; file names it in
// errors, which are *InputError.
func parseJSON(file string, data []byte) (*document, error) {
	d := newDocument(file, data)
	p := jsonParser{document: d, Decoder: json.NewDecoder(bytes.NewReader(d.data))}
	p.UseNumber()
	root, err := p.value("", 0)
	if err == nil {
		if _, more := p.Token(); more != io.EOF {
			err = errors.New("more after the end: expected one JSON object")
		}
	}
	var input *InputError
	switch tree, ok := root.(map[string]any); {
	case errors.As(err, &input):
		return nil, input
	case err != nil:
		at := min(p.InputOffset(), int64(max(0, len(d.data)-1)))
		return nil, d.errorIn(unstable.Range{Offset: uint32(at), Length: 1}, "", "%v: expected JSON", err)
	case !ok:
		return nil, &InputError{File: file, Text: "expected a JSON object"}
	default:
		d.root = tree
	}
	return d, nil
}

// jsonParser reads values token by token, as a stack would overflow nowhere else.
type jsonParser struct {
	*document
	*json.Decoder
}

func (p *jsonParser) value(path string, deep int) (any, error) {
	token, err := p.Token()
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	case deep > maxJSONDeep:
		return nil, p.errorAt(path, "more than %d tables and lists inside each other", maxJSONDeep)
	}
	switch t := token.(type) {
	case json.Number:
		n, err := param.JSONNumber(t)
		if err != nil {
			return nil, p.errorAt(path, "%s: expected a finite number", t)
		}
		return n, nil
	case json.Delim:
		if t == '[' {
			return p.list(path, deep)
		}
		return p.object(path, deep)
	}
	return token, nil
}

func (p *jsonParser) list(path string, deep int) (any, error) {
	list := []any{}
	for p.More() {
		v, err := p.value(param.Join(path, strconv.Itoa(len(list))), deep+1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.Token()
	return list, err
}

func (p *jsonParser) object(path string, deep int) (any, error) {
	tree := map[string]any{}
	for p.More() {
		before := p.InputOffset()
		token, err := p.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string)
		switch {
		case len(key) > maxKey:
			return nil, p.errorAt(path, "a key of %d bytes: expected at most %d", len(key), maxKey)
		case len(tree) == maxWidth:
			return nil, p.errorAt(path, "more than %d keys: expected fewer", maxWidth)
		}
		start := before + int64(bytes.IndexByte(p.data[before:], '"'))
		at := param.Join(path, key)
		if _, twice := tree[key]; twice {
			return nil, p.errorAt(at, "is there twice")
		}
		p.places[at] = unstable.Range{Offset: uint32(start), Length: uint32(p.InputOffset() - start)}
		if tree[key], err = p.value(at, deep+1); err != nil {
			return nil, err
		}
	}
	_, err := p.Token()
	return tree, err
}

// under is the part of a document below a key, as a document of its own.
func (d *document) under(key string) *document {
	root, _ := d.root[key].(map[string]any)
	inner := *d
	inner.root, inner.places, inner.override = root, map[string]unstable.Range{}, map[string]string{}
	for path, at := range d.places {
		if rest, ok := strings.CutPrefix(path, key+"."); ok {
			inner.places[rest] = at
		}
	}
	return &inner
}

// tree is a table whose keys are for others to check.
type tree map[string]any

var _ param.Valuer = (*tree)(nil)

// DecodeValue implements param.Valuer.
func (t *tree) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	v, ok := value.(map[string]any)
	if *t = v; !ok {
		fail(path, "expected %s", t.Expected())
	}
}

// EncodeValue implements param.Valuer.
func (t *tree) EncodeValue() any { return map[string]any(*t) }

// Expected implements param.Valuer.
func (*tree) Expected() string { return "a table" }
