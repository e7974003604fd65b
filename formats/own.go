package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Files of this program are marked, so that it never overwrites or removes the work of others, such as a first frame
// that was painted on, or a picture of another program with a number as its name.
const (
	objHeader = "# Wavefront OBJ written by Hysteron"
	mtlHeader = "# Wavefront MTL written by Hysteron"
)

// pngSoftware is the chunk that names the program in a PNG file. It follows the header, which has the same length in
// all files.
var pngSoftware = pngChunk("tEXt", "Software\x00Hysteron")

// pngStart is the length of a PNG file's signature and header chunk.
const pngStart = 8 + 25

// pngChunk returns a chunk of a PNG file.
func pngChunk(kind, text string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	b = append(b, kind+text...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// SignPNG returns a writer for the bytes of a PNG file that adds the name of the program to them.
func SignPNG(w io.Writer) io.Writer { return &pngSigner{w: w, left: pngStart} }

type pngSigner struct {
	w    io.Writer
	left int // bytes before the name
}

func (s *pngSigner) Write(b []byte) (n int, err error) {
	if s.left > 0 {
		k := min(s.left, len(b))
		if n, err = s.w.Write(b[:k]); err != nil {
			return n, err
		}
		if s.left -= k; s.left > 0 {
			return n, nil
		}
		if _, err = s.w.Write(pngSoftware); err != nil {
			return n, err
		}
	}
	m, err := s.w.Write(b[n:])
	return n + m, err
}

// mark is a text near the beginning of other files.
const mark = "written by Hysteron"

// Generator is the mark of pages.
const Generator = `<meta name="generator" content="Hysteron">`

// glbAsset begins the description in a GLB file.
const glbAsset = `{"asset":{"generator":"Hysteron","version":"2.0"},`

// headBytes is the number of first bytes that contain the mark.
const headBytes = 1 << 10

// IsOwn reports whether a file is marked as written by this program, in the format of its extension: PNG, OBJ, PC2 or
// MDD, PLY, USD, GLB, VTK, or a page. PC2 and MDD have no room for a mark: the OBJ file of the same name beside them
// has it. A file that is not regular is not marked.
func IsOwn(path string) (bool, error) { return IsOwnAs(filepath.Ext(path))(path) }

// IsOwnAs is IsOwn for files of a kind, such as ".png", whatever their names.
func IsOwnAs(kind string) func(path string) (bool, error) {
	return func(path string) (bool, error) {
		cache := kind == ".pc2" || kind == ".mdd"
		if cache {
			path = strings.TrimSuffix(path, filepath.Ext(path)) + ".obj"
		}
		f, err := Open(path)
		if err != nil {
			if cache && errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrNotRegular) {
				err = nil
			}
			return false, err
		}
		defer f.Close()
		head := make([]byte, headBytes)
		n, err := io.ReadFull(f, head)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, err
		}
		switch head = head[:n]; kind {
		case ".png":
			return bytes.HasPrefix(head[min(n, pngStart):], pngSoftware), nil
		case ".html":
			return bytes.Contains(head, []byte(Generator)), nil
		case ".glb":
			return bytes.HasPrefix(head[min(n, glbStart):], []byte(glbAsset)), nil
		case ".mtl":
			return bytes.HasPrefix(head, []byte(mtlHeader)), nil
		case ".usda", ".usdz", ".ply", ".vtu", ".pvd":
			return bytes.Contains(head, []byte(mark)), nil
		}
		return bytes.HasPrefix(head, []byte(objHeader)), nil
	}
}

// glbStart is the length of the header of a GLB file and of that of its description.
const glbStart = 12 + 8
