package param

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Bounds of an input.json, far above any that a run writes.
const (
	MaxInput    = 64 << 20 // [bytes]
	maxJSONDeep = 32       // nested tables and lists
)

// ParseJSON parses JSON text as a document of tables, lists, text, numbers and booleans; file is its name in errors,
// which are *param.InputError.
func ParseJSON(file string, data []byte) (*Document, error) {
	d := newDocument(file, data)
	if e := d.encoded(); e != nil {
		return nil, e
	}
	p := jsonParser{Document: d, Decoder: json.NewDecoder(bytes.NewReader(d.data))}
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
		d.Root = tree
	}
	return d, nil
}

// jsonParser reads values token by token with a bounded depth.
type jsonParser struct {
	*Document
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
		return nil, p.ErrorAt(path, "more than %d tables and lists inside each other", maxJSONDeep)
	}
	switch t := token.(type) {
	case json.Number:
		n, err := JSONNumber(t)
		if err != nil {
			return nil, p.ErrorAt(path, "%s: expected a finite number", t)
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
		v, err := p.value(Join(path, strconv.Itoa(len(list))), deep+1)
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
			return nil, p.ErrorAt(path, "a key of %d bytes: expected at most %d", len(key), maxKey)
		case len(tree) == maxWidth:
			return nil, p.ErrorAt(path, "more than %d keys: expected fewer", maxWidth)
		}
		start := before + int64(bytes.IndexByte(p.data[before:], '"'))
		at := Join(path, key)
		if _, twice := tree[key]; twice {
			return nil, p.ErrorAt(at, "is there twice")
		}
		p.places[at] = unstable.Range{Offset: uint32(start), Length: uint32(p.InputOffset() - start)}
		if tree[key], err = p.value(at, deep+1); err != nil {
			return nil, err
		}
	}
	_, err := p.Token()
	return tree, err
}

// Under returns the part of a document below a key, as a document of its own.
func (d *Document) Under(key string) *Document {
	root, _ := d.Root[key].(map[string]any)
	inner := *d
	inner.Root, inner.places, inner.override = root, map[string]unstable.Range{}, map[string]string{}
	for path, at := range d.places {
		if rest, ok := strings.CutPrefix(path, key+"."); ok {
			inner.places[rest] = at
		}
	}
	return &inner
}
