package garment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// FormatError is a mistake in a pattern file: where it is and what was expected.
type FormatError struct {
	File string // name given by the caller
	Line int    // 1-based; 0 if no single line is to blame
	Path string // key inside the pattern, such as panels.front.edges[3]; may be empty
	Msg  string
}

// Error gives "file:line: path: message".
func (e *FormatError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Path != "" {
		s += ": " + e.Path
	}
	return s + ": " + e.Msg
}

type nodeKind uint8

const (
	nodeNull nodeKind = iota
	nodeBool
	nodeNumber
	nodeString
	nodeArray
	nodeObject
)

func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// node is one JSON value that remembers where it stands, so that errors can name the line and
// objects keep the order of the file.
type node struct {
	kind nodeKind
	line int
	path string
	num  float64 // also 0 or 1 of a boolean
	str  string
	arr  []*node
	keys []string // of an object, in the order of the file
	vals []*node
}

// get returns the value of a key, nil if it is absent or null.
func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k == key {
			if n.vals[i].kind == nodeNull {
				return nil
			}
			return n.vals[i]
		}
	}
	return nil
}

const (
	maxFileBytes = 2 << 20 // a hundred times the largest real one; in memory it takes a hundred times that
	maxJSONDepth = 64
)

type treeReader struct {
	file string
	data []byte
	dec  *json.Decoder
	pos  int // offset up to which lines were counted
	line int
}

// readTree parses a JSON document of at most 2 MiB and 64 levels.
func readTree(r io.Reader, file string) (*node, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxFileBytes {
		return nil, &FormatError{File: file, Msg: fmt.Sprintf("the file is longer than %d MiB: expected a sewing pattern, which is far shorter", maxFileBytes>>20)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
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

// here is the line the decoder has read up to.
func (t *treeReader) here() int {
	end := min(int(t.dec.InputOffset()), len(t.data))
	t.line += bytes.Count(t.data[t.pos:end], []byte{'\n'})
	t.pos = end
	return t.line
}

func (t *treeReader) errorf(path, format string, args ...any) error {
	return &FormatError{File: t.file, Line: t.here(), Path: path, Msg: fmt.Sprintf(format, args...)}
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

func (t *treeReader) value(path string, depth int) (*node, error) {
	if depth > maxJSONDepth {
		return nil, t.errorf(path, "nested more than %d levels deep", maxJSONDepth)
	}
	tok, err := t.token(path)
	if err != nil {
		return nil, err
	}
	n := &node{line: t.here(), path: path}
	switch v := tok.(type) {
	case nil:
		n.kind = nodeNull
	case bool:
		n.kind = nodeBool
		if v {
			n.num = 1
		}
	case string:
		n.kind, n.str = nodeString, v
	case json.Number:
		f, err := strconv.ParseFloat(v.String(), 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, t.errorf(path, "number %.40s: expected a finite number", v.String())
		}
		n.kind, n.num = nodeNumber, f
	case json.Delim:
		if v == '[' {
			return n, t.array(n, depth)
		}
		return n, t.object(n, depth)
	}
	return n, nil
}

func (t *treeReader) array(n *node, depth int) error {
	n.kind = nodeArray
	for t.dec.More() {
		c, err := t.value(n.path+"["+strconv.Itoa(len(n.arr))+"]", depth+1)
		if err != nil {
			return err
		}
		n.arr = append(n.arr, c)
	}
	_, err := t.token(n.path)
	return err
}

func (t *treeReader) object(n *node, depth int) error {
	n.kind = nodeObject
	seen := map[string]bool{}
	for t.dec.More() {
		tok, err := t.token(n.path)
		if err != nil {
			return err
		}
		key, ok := tok.(string)
		if !ok {
			return t.errorf(n.path, "expected a key")
		}
		if seen[key] {
			return t.errorf(n.path, "key %q appears twice", key)
		}
		seen[key] = true
		path := key
		// Paths are told from inside "pattern": panels.front, stitches[2].
		if n.path != "" && n.path != "pattern" {
			path = n.path + "." + key
		}
		c, err := t.value(path, depth+1)
		if err != nil {
			return err
		}
		n.keys, n.vals = append(n.keys, key), append(n.vals, c)
	}
	_, err := t.token(n.path)
	return err
}
