// Reads sewing patterns of all supported formats: GarmentCode, and drawings with a sewing file, in SVG, DXF, or drafts
// of FreeSewing.

package drawing

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"hysteron/formats"
	"hysteron/pattern"

	"hysteron/pattern/sewing"

	"hysteron/param"
)

// Extensions lists the extensions of pattern files.
var Extensions = []string{".json", ".svg", ".dxf"}

// SewingFile returns the path of the sewing file of a drawing.
func SewingFile(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".sewing.toml"
}

// Open reads the file at a path: a whole pattern, or a drawing.
func Open(path string) (*pattern.Pattern, *sewing.Drawing, error) {
	f, err := formats.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads a whole pattern, or a drawing, detected by its first characters; name is the file in errors.
func Read(r io.Reader, name string) (*pattern.Pattern, *sewing.Drawing, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(512)
	if err != nil && err != io.EOF {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(text) == 0:
		return nil, nil, &pattern.FormatError{File: name, Msg: "the file is empty: expected a sewing pattern"}
	case param.UTF16(text) != "":
		return nil, nil, &pattern.FormatError{File: name, Line: 1, Msg: param.UTF16(text)}
	case text[0] == '<':
		d, err := ReadSVG(in, name)
		return nil, d, err
	case text[0] == '{' || text[0] == '[':
		root, err := param.ReadJSON(in, name)
		if err != nil {
			return nil, nil, err
		}
		if IsFreeSewing(root) {
			d, err := ReadFreeSewing(root, name)
			return nil, d, err
		}
		p, err := pattern.PatternOf(root, name)
		return p, nil, err
	case text[0] >= '0' && text[0] <= '9':
		d, err := ReadDXF(in, name)
		return nil, d, err
	case bytes.HasPrefix(head, []byte("AutoCAD Binary DXF")):
		return nil, nil, &pattern.FormatError{File: name, Msg: "a binary DXF: expected one as text"}
	}
	return nil, nil, &pattern.FormatError{File: name, Line: 1, Msg: fmt.Sprintf("%.20q: expected a sewing pattern: "+
		"GarmentCode or FreeSewing JSON, SVG, or DXF as text", text)}
}
