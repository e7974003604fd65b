package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// gltfJSON is the part of the JSON of a glTF file that is read. Pointers are optional.
type gltfJSON struct {
	Asset struct {
		Version    string `json:"version"`
		MinVersion string `json:"minVersion"`
	} `json:"asset"`
	ExtensionsRequired []string `json:"extensionsRequired"`
	Scene              *int     `json:"scene"`
	Scenes             []struct {
		Nodes []int `json:"nodes"`
	} `json:"scenes"`
	Nodes     []gltfJSONNode     `json:"nodes"`
	Meshes    []gltfJSONMesh     `json:"meshes"`
	Materials []gltfJSONMaterial `json:"materials"`
	Textures  []struct {
		Source *int `json:"source"`
	} `json:"textures"`
	Images      []gltfJSONImage    `json:"images"`
	Skins       []gltfJSONSkin     `json:"skins"`
	Animations  []gltfJSONClip     `json:"animations"`
	Accessors   []gltfJSONAccessor `json:"accessors"`
	BufferViews []gltfJSONView     `json:"bufferViews"`
	Buffers     []gltfJSONBuffer   `json:"buffers"`
}

type gltfJSONMaterial struct {
	Name string      `json:"name"`
	PBR  gltfJSONPBR `json:"pbrMetallicRoughness"`
}

type gltfJSONPBR struct {
	Colour  []float64 `json:"baseColorFactor"`
	Texture *struct {
		Index int `json:"index"`
		Set   int `json:"texCoord"`
	} `json:"baseColorTexture"`
}

type gltfJSONImage struct {
	Name       string  `json:"name"`
	URI        *string `json:"uri"`
	BufferView *int    `json:"bufferView"`
}

type gltfJSONNode struct {
	Name        string    `json:"name"`
	Children    []int     `json:"children"`
	Mesh        *int      `json:"mesh"`
	Skin        *int      `json:"skin"`
	Matrix      []float64 `json:"matrix"`
	Translation []float64 `json:"translation"`
	Rotation    []float64 `json:"rotation"`
	Scale       []float64 `json:"scale"`
	Weights     []float64 `json:"weights"`
}

type gltfJSONMesh struct {
	Name       string    `json:"name"`
	Weights    []float64 `json:"weights"`
	Primitives []struct {
		Attributes map[string]int   `json:"attributes"`
		Indices    *int             `json:"indices"`
		Material   *int             `json:"material"`
		Mode       *int             `json:"mode"`
		Targets    []map[string]int `json:"targets"`
	} `json:"primitives"`
}

type gltfJSONSkin struct {
	Name        string `json:"name"`
	Joints      []int  `json:"joints"`
	InverseBind *int   `json:"inverseBindMatrices"`
}

type gltfJSONClip struct {
	Name     string `json:"name"`
	Channels []struct {
		Sampler int `json:"sampler"`
		Target  struct {
			Node *int   `json:"node"`
			Path string `json:"path"`
		} `json:"target"`
	} `json:"channels"`
	Samplers []struct {
		Input         int    `json:"input"`
		Output        int    `json:"output"`
		Interpolation string `json:"interpolation"`
	} `json:"samplers"`
}

type gltfJSONAccessor struct {
	BufferView *int   `json:"bufferView"`
	ByteOffset int64  `json:"byteOffset"`
	Component  int    `json:"componentType"`
	Normalized bool   `json:"normalized"`
	Count      int64  `json:"count"`
	Type       string `json:"type"`
	Sparse     *struct {
		Count   int64 `json:"count"`
		Indices struct {
			BufferView int   `json:"bufferView"`
			ByteOffset int64 `json:"byteOffset"`
			Component  int   `json:"componentType"`
		} `json:"indices"`
		Values struct {
			BufferView int   `json:"bufferView"`
			ByteOffset int64 `json:"byteOffset"`
		} `json:"values"`
	} `json:"sparse"`
}

type gltfJSONView struct {
	Buffer     int   `json:"buffer"`
	ByteOffset int64 `json:"byteOffset"`
	ByteLength int64 `json:"byteLength"`
	ByteStride int64 `json:"byteStride"`
}

type gltfJSONBuffer struct {
	URI        *string `json:"uri"`
	ByteLength int64   `json:"byteLength"`
}

// gltfReader is the state of Read.
type gltfReader struct {
	name    string
	beside  func(string) (io.ReaderAt, int64, error)
	json    gltfJSON
	chunk   *io.SectionReader // of a binary file, nil if it has none
	buffers []io.ReaderAt     // opened when first used
	decoded map[int][]float64 // accessors
	numbers int64             // that may still be decoded
	index   []int             // per node of the file the index in File.Nodes, -1: not in the scene
}

const (
	glbMagic = 0x46546C67 // "glTF"
	glbJSON  = 0x4E4F534A // "JSON"
	glbBin   = 0x004E4942 // "BIN\0"
)

// open reads the JSON and finds the binary chunk.
func (p *gltfReader) open(r io.ReaderAt, size int64) error {
	text, err := p.text(r, size)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &p.json); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return fmt.Errorf("byte %d of the JSON text: %w", syntax.Offset, err)
		case errors.As(err, &kind):
			return fmt.Errorf("byte %d of the JSON text: %s is a %s: expected %s", kind.Offset, kind.Field, kind.Value,
				kind.Type)
		}
		return err
	}
	if v := p.json.Asset.Version; !strings.HasPrefix(v, "2.") || p.json.Asset.MinVersion > "2.0" {
		return fmt.Errorf("asset.version is %.20q: expected a glTF 2.0 file", v)
	}
	for _, e := range p.json.ExtensionsRequired {
		if !harmlessExtension(e) {
			return fmt.Errorf("the file needs the extension %.60q: expected one without it: export without compression of "+
				"meshes", e)
		}
	}
	for _, n := range []int{len(p.json.Nodes), len(p.json.Meshes), len(p.json.Skins), len(p.json.Animations),
		len(p.json.Accessors), len(p.json.BufferViews), len(p.json.Buffers)} {
		if n > maxItems {
			return fmt.Errorf("a list of %d objects: expected at most %d", n, maxItems)
		}
	}
	p.buffers = make([]io.ReaderAt, len(p.json.Buffers))
	p.decoded = map[int][]float64{}
	return nil
}

// harmlessExtension reports whether an extension does not change geometry or motion, or only by number formats that are
// supported anyway.
func harmlessExtension(name string) bool {
	if name == "KHR_mesh_quantization" || name == "KHR_lights_punctual" {
		return true
	}
	for _, prefix := range []string{"KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// text returns the JSON of a file of either form.
func (p *gltfReader) text(r io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, 20)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	word := func(i int) int64 { return int64(binary.LittleEndian.Uint32(head[4*i:])) }
	from, length := int64(0), size
	if n >= 4 && word(0) == glbMagic {
		switch {
		case n < 20:
			return nil, fmt.Errorf("byte %d: file ends: expected a GLB header of 20 bytes", n)
		case word(1) != 2:
			return nil, fmt.Errorf("byte 4: GLB version is %d: expected 2", word(1))
		case word(2) > size:
			return nil, fmt.Errorf("byte %d: file ends: expected %d bytes", size, word(2))
		case word(4) != glbJSON:
			return nil, fmt.Errorf("byte 16: first chunk is of type %#x: expected JSON", word(4))
		case word(3) > word(2)-20:
			return nil, fmt.Errorf("byte 12: JSON chunk of %d bytes: expected at most %d", word(3), word(2)-20)
		}
		from, length, size = 20, word(3), word(2)
		if err := p.binary(r, (from+length+3)&^3, size); err != nil {
			return nil, err
		}
	}
	if length > maxJSON {
		return nil, fmt.Errorf("%d bytes of JSON: expected at most %d; put buffers into a binary file (.glb)", length,
			maxJSON)
	}
	text := make([]byte, length)
	if n, err := io.ReadFull(io.NewSectionReader(r, from, length), text); err != nil {
		return nil, fmt.Errorf("byte %d: %w", from+int64(n), err)
	}
	if text = bytes.TrimPrefix(text, []byte("\ufeff")); len(bytes.TrimSpace(text)) == 0 ||
		bytes.TrimSpace(text)[0] != '{' {
		return nil, errors.New("starts with neither glTF nor {: expected a glTF 2.0 file (.gltf or .glb)")
	}
	return text, nil
}

// binary finds the optional binary chunk at a byte.
func (p *gltfReader) binary(r io.ReaderAt, at, size int64) error {
	if at+8 > size {
		return nil
	}
	var head [8]byte
	if _, err := r.ReadAt(head[:], at); err != nil {
		return fmt.Errorf("byte %d: %w", at, err)
	}
	length := int64(binary.LittleEndian.Uint32(head[:]))
	if length > size-at-8 {
		return fmt.Errorf("byte %d: chunk of %d bytes: expected at most %d", at, length, size-at-8)
	}
	if binary.LittleEndian.Uint32(head[4:]) == glbBin {
		p.chunk = io.NewSectionReader(r, at+8, length)
	}
	return nil
}

// buffer opens a buffer.
func (p *gltfReader) buffer(i int) (io.ReaderAt, error) {
	if i < 0 || i >= len(p.buffers) {
		return nil, fmt.Errorf("buffer %d, the file has %d", i, len(p.buffers))
	}
	if p.buffers[i] != nil {
		return p.buffers[i], nil
	}
	b := p.json.Buffers[i]
	var r io.ReaderAt
	var size int64
	switch {
	case b.URI == nil && i == 0 && p.chunk != nil:
		r, size = p.chunk, p.chunk.Size()
	case b.URI == nil:
		return nil, fmt.Errorf("buffer %d has no uri, and there is no binary chunk for it", i)
	default:
		var err error
		if r, size, err = p.uri(*b.URI); err != nil {
			return nil, fmt.Errorf("buffer %d: %w", i, err)
		}
	}
	if size < b.ByteLength {
		return nil, fmt.Errorf("buffer %d has %d bytes: expected %d", i, size, b.ByteLength)
	}
	p.buffers[i] = io.NewSectionReader(r, 0, b.ByteLength)
	return p.buffers[i], nil
}

// uri opens the target of a URI: embedded data, or a file beside.
func (p *gltfReader) uri(uri string) (r io.ReaderAt, size int64, err error) {
	if strings.HasPrefix(uri, "data:") {
		head, text, ok := strings.Cut(uri, ",")
		if !ok || !strings.HasSuffix(head, ";base64") {
			return nil, 0, fmt.Errorf("data of %.60q: expected base64", head)
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			data, err = base64.RawStdEncoding.DecodeString(text)
		}
		return bytes.NewReader(data), int64(len(data)), err
	}
	name, err := url.PathUnescape(uri)
	if err != nil || !filepath.IsLocal(filepath.FromSlash(name)) || p.beside == nil {
		return nil, 0, fmt.Errorf("uri %.80q: expected a file in the same folder or below", uri)
	}
	return p.beside(name)
}
