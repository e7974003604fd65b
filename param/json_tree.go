// Reads JSON into values with positions, for errors about sewing patterns.

package param

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// JSONError is a mistake in a pattern file, with its position and the expectation.
type JSONError struct {
	File string // name given by the caller
	Line int    // 1-based; 0 if there is no single line
	Path string // key inside the pattern, such as panels.front.edges[3]; may be empty
	Msg  string
}

// Error returns "file:line: path: message".
func (e *JSONError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Path != "" {
		s += ": " + e.Path
	}
	return s + ": " + e.Msg
}

// JSONKind is the kind of a value.
type JSONKind uint8

// The kinds of values.
const (
	JSONNull JSONKind = iota
	JSONBool
	JSONNumeric
	JSONString
	JSONArray
	JSONObject
)

// String returns the name of the kind.
func (k JSONKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// JSONNode is a JSON value with its position, so that errors have lines and objects keep the order of the file.
type JSONNode struct {
	Kind JSONKind
	Line int
	Path string
	Num  float64 // also 0 or 1 of a boolean
	Str  string
	Arr  []*JSONNode
	Keys []string // of an object, in the order of the file
	Vals []*JSONNode
}

// Get returns the value of a key, nil if it is absent or null.
func (n *JSONNode) Get(key string) *JSONNode {
	for i, k := range n.Keys {
		if k == key {
			if n.Vals[i].Kind == JSONNull {
				return nil
			}
			return n.Vals[i]
		}
	}
	return nil
}

const (
	maxFileBytes = 2 << 20 // a hundred times the largest real one; its tree takes a hundred times that in memory
	maxJSONDepth = 64
)

type treeReader struct {
	file string
	data []byte
	dec  *json.Decoder
	pos  int // offset up to which lines are counted
	line int
}

// ReadJSON parses a JSON document of at most 2 MiB and 64 levels.
func ReadJSON(r io.Reader, file string) (*JSONNode, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxFileBytes {
		return nil, &JSONError{File: file, Msg: fmt.Sprintf("the file is longer than %d MiB: expected a sewing pattern, "+
			"which is far shorter", maxFileBytes>>20)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if at, why := NotUTF8(data); at >= 0 {
		return nil, &JSONError{File: file, Line: 1 + bytes.Count(data[:at], []byte{'\n'}), Msg: why}
	}
	t := &treeReader{file: file, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1}
	t.dec.UseNumber()
	root, err := t.value("", 0)
	if err != nil {
		return nil, err
	}
	if _, err := t.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, t.errorf("", "more text after the end of the JSON document: expected one object")
	}
	return root, nil
}

// here returns the present line of the decoder.
func (t *treeReader) here() int {
	end := min(int(t.dec.InputOffset()), len(t.data))
	t.line += bytes.Count(t.data[t.pos:end], []byte{'\n'})
	t.pos = end
	return t.line
}

func (t *treeReader) errorf(path, format string, args ...any) error {
	return &JSONError{File: t.file, Line: t.here(), Path: path, Msg: fmt.Sprintf(format, args...)}
}

func (t *treeReader) token(path string) (json.Token, error) {
	tok, err := t.dec.Token()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, t.errorf(path, "the file ends too early: expected a complete JSON document")
	}
	if err != nil {
		return nil, t.errorf(path, "not valid JSON: %v", err)
	}
	return tok, nil
}

func (t *treeReader) value(path string, depth int) (*JSONNode, error) {
	if depth > maxJSONDepth {
		return nil, t.errorf(path, "nested more than %d levels deep", maxJSONDepth)
	}
	tok, err := t.token(path)
	if err != nil {
		return nil, err
	}
	n := &JSONNode{Line: t.here(), Path: path}
	switch v := tok.(type) {
	case nil:
		n.Kind = JSONNull
	case bool:
		n.Kind = JSONBool
		if v {
			n.Num = 1
		}
	case string:
		n.Kind, n.Str = JSONString, v
	case json.Number:
		f, err := strconv.ParseFloat(v.String(), 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, t.errorf(path, "number %.40s: expected a finite number", v.String())
		}
		n.Kind, n.Num = JSONNumeric, f
	case json.Delim:
		if v == '[' {
			return n, t.array(n, depth)
		}
		return n, t.object(n, depth)
	}
	return n, nil
}

func (t *treeReader) array(n *JSONNode, depth int) error {
	n.Kind = JSONArray
	for t.dec.More() {
		c, err := t.value(n.Path+"["+strconv.Itoa(len(n.Arr))+"]", depth+1)
		if err != nil {
			return err
		}
		n.Arr = append(n.Arr, c)
	}
	_, err := t.token(n.Path)
	return err
}

func (t *treeReader) object(n *JSONNode, depth int) error {
	n.Kind = JSONObject
	seen := map[string]bool{}
	for t.dec.More() {
		tok, err := t.token(n.Path)
		if err != nil {
			return err
		}
		key, ok := tok.(string)
		if !ok {
			return t.errorf(n.Path, "expected a key")
		}
		if seen[key] {
			return t.errorf(n.Path, "key %q appears twice", key)
		}
		seen[key] = true
		path := key
		// Paths are relative to "pattern": panels.front, stitches[2].
		if n.Path != "" && n.Path != "pattern" {
			path = n.Path + "." + key
		}
		c, err := t.value(path, depth+1)
		if err != nil {
			return err
		}
		n.Keys, n.Vals = append(n.Keys, key), append(n.Vals, c)
	}
	_, err := t.token(n.Path)
	return err
}
