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

// Files of this program tell so themselves, so that it never overwrites or removes what somebody else made,
// such as a first frame that was painted on, or a picture of another program with a number for a name.
const (
	objHeader = "# Wavefront OBJ written by Hysteron"
	mtlHeader = "# Wavefront MTL written by Hysteron"
)

// pngSoftware is the chunk that names the program in a PNG file. It stands behind the header, which all
// files have with the same length.
var pngSoftware = pngChunk("tEXt", "Software\x00Hysteron")

// pngStart is the length of a PNG file's signature and header chunk.
const pngStart = 8 + 25

// pngChunk is a chunk of a PNG file.
func pngChunk(kind, text string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	b = append(b, kind+text...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// SignPNG gives a writer for the bytes of a PNG file that adds the name of the program to them.
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

// mark is what other files have near their beginnings.
const mark = "written by Hysteron"

// Generator marks pages.
const Generator = `<meta name="generator" content="Hysteron">`

// glbAsset begins the description in a GLB file.
const glbAsset = `{"asset":{"generator":"Hysteron","version":"2.0"},`

// headBytes are as many as have a mark among them.
const headBytes = 1 << 10

// IsOwn reports whether a file says that this program wrote it, as what its name ends with: PNG, OBJ, PC2 or MDD, PLY,
// USD, GLB, VTK, or a page. PC2 and MDD have no room for that: the OBJ file of the same name beside one speaks for it.
// What is not a regular file is nobody's.
func IsOwn(path string) (bool, error) { return IsOwnAs(filepath.Ext(path))(path) }

// IsOwnAs is IsOwn of files of a kind, such as ".png", whatever their names.
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

// glbStart is the length of a GLB file's header and of that of its description.
const glbStart = 12 + 8
