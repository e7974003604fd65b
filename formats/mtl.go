package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
)

// Material is the appearance of a part of a mesh, as far as all written formats support it.
type Material struct {
	Name   string
	Colour [3]float64 // linear RGB; it multiplies the image
	Image  *Image     // over the texture coordinates; nil: none
}

// Image is a picture in the encoding of its file.
type Image struct {
	Name string // of a file, without folder
	Data []byte
}

// grey is the colour of a material that has only a name.
var grey = [3]float64{0.6, 0.6, 0.6}

// MaxImage is the largest size of an image [bytes].
const MaxImage = 256 << 20

// ImageHead is the number of bytes that Kind needs [bytes].
const ImageHead = 8

// Kind returns the kind of an image by its first bytes, ".png" or ".jpg"; "" for all others.
func (i *Image) Kind() string {
	switch {
	case bytes.HasPrefix(i.Data, []byte("\x89PNG\r\n\x1a\n")):
		return ".png"
	case bytes.HasPrefix(i.Data, []byte("\xff\xd8\xff")):
		return ".jpg"
	}
	return ""
}

// MTL is a material of a library, whose image is not read yet.
type MTL struct {
	Material
	Map  string // path from the library's folder; "": none
	Line int    // of Map in the library
}

// maxMTL is the largest number of materials of a library.
const maxMTL = 1 << 16

// ReadMTL reads a library of materials for Wavefront OBJ files: newmtl, Kd and map_Kd, by name; the last one of a name
// counts. Colours are assumed to be linear. name is the file's, for errors of the form "name:line: what".
func ReadMTL(r io.Reader, name string) (map[string]*MTL, error) {
	all := map[string]*MTL{}
	var now *MTL
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<12), 1<<20)
	s.Split(scanAnyLine)
	for line := 1; s.Scan(); line++ {
		text := s.Text()
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		words := strings.Fields(text)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		rest := strings.TrimSpace(strings.TrimSpace(text)[len(words[0]):])
		switch key := strings.ToLower(words[0]); {
		case key == "newmtl":
			if len(rest) > maxOBJName {
				return nil, lineError(name, line, "name is longer than %d bytes", maxOBJName)
			}
			if len(all) >= maxMTL {
				return nil, lineError(name, line, "more than %d materials", maxMTL)
			}
			now = &MTL{Material: Material{Name: objName(rest), Colour: grey}}
			all[now.Name] = now
		case now == nil: // of no material
		case key == "kd":
			p := objParser{name: name, line: line, field: bytes.Fields([]byte(rest))}
			if len(p.field) < 1 || len(p.field) > 3 {
				if len(p.field) > 0 && (string(p.field[0]) == "spectral" || string(p.field[0]) == "xyz") {
					continue
				}
				return nil, p.errorf("Kd has %d numbers: expected 3 (r g b)", len(p.field))
			}
			if f := string(p.field[0]); f == "spectral" || f == "xyz" {
				continue
			}
			for k := range now.Colour {
				c, err := p.number("Kd", min(k, len(p.field)-1))
				if err != nil {
					return nil, err
				}
				now.Colour[k] = math.Min(1, math.Max(0, c))
			}
		case key == "map_kd":
			now.Map, now.Line = mapFile(rest), line
		}
	}
	if err := s.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return nil, fmt.Errorf("%s: a line is longer than %d bytes: expected a library of materials (.mtl)", name, 1<<20)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// mapFile returns the file of a map: the text after the options, each with its numbers or words.
func mapFile(rest string) string {
	arguments := map[string]int{"-blendu": 1, "-blendv": 1, "-boost": 1, "-cc": 1, "-clamp": 1, "-imfchan": 1, "-mm": 2,
		"-bm": 1, "-texres": 1, "-type": 1, "-o": 3, "-s": 3, "-t": 3}
	for {
		word, after, _ := strings.Cut(rest, " ")
		n, option := arguments[strings.ToLower(word)]
		if !option {
			break
		}
		rest = strings.TrimSpace(after)
		for k := 0; k < n; k++ {
			word, after, more := strings.Cut(rest, " ")
			if n == 3 && k > 0 && strings.Trim(word, "0123456789.+-eE") != "" || !more {
				break // one or two numbers are enough
			}
			rest = strings.TrimSpace(after)
		}
	}
	return filepath.ToSlash(strings.ReplaceAll(rest, "\\", "/"))
}

// WriteMTL writes materials as a library for an OBJ file; images are referenced by the names of files beside it.
func WriteMTL(w io.Writer, list []Material) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s: %d materials\n", mtlHeader, len(list))
	for _, m := range list {
		fmt.Fprintf(b, "newmtl %s\nKd %.6g %.6g %.6g\n", m.Name, m.Colour[0], m.Colour[1], m.Colour[2])
		if m.Image != nil {
			fmt.Fprintf(b, "map_Kd %s\n", m.Image.Name)
		}
	}
	return b.Flush()
}
