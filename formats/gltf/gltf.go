package gltf

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/formats"
)

// File is the content of a glTF 2.0 file (Khronos Group, glTF 2.0 Specification, 2021) for a character or garment:
// geometry, skins and animations. Y is up, +Z the front, the unit is the metre, unless the exporter deviates. Indices
// are valid, numbers finite, node trees free of cycles.
type File struct {
	Nodes      []Node // parents before children
	Meshes     []Mesh
	Skins      []Skin
	Animations []Animation
	Materials  []formats.Material // of OpenPainted
	Missing    []string           // errors of colours and images
	Beside     []string           // paths of buffers and images in files that Open has read
}

// Node is a node of the default scene; without one, of the file.
type Node struct {
	Name       string
	Parent     int // -1: none
	Mesh, Skin int // -1: none
	// Weights of the mesh's morph targets at rest; nil: those of the mesh.
	Weights []float64
	// Local is the transform to the parent, column by column. T, R and S are the same as translation, unit quaternion
	// and scale. Unless HasTRS they are those of the identity, and no animation moves the node.
	Local  [16]float64
	HasTRS bool
	T      r3.Vec
	R      quat.Number
	S      r3.Vec
}

// Mesh is a mesh of triangles, in its node's axes, or those of its skin.
type Mesh struct {
	Name       string
	Weights    []float64 // of the morph targets at rest, one each
	Primitives []Primitive
}

// Primitive is a part of a mesh with one material.
type Primitive struct {
	Material string
	Paint    int         // index of the material in the file; -1: none
	Base     *[3]float64 // its base colour, linear RGB; nil: there is none, or it is an image
	X        []r3.Vec
	UV       []r2.Vec   // TEXCOORD_0, v downwards as in the file; nil: none
	Targets  [][]r3.Vec // displacements of morph targets; nil: zero
	// Joints of vertex i are Joint[i*Influences:(i+1)*Influences], indices into the skin's
	// joints, with their weights. Influences is 0 without skinning.
	Influences int
	Joint      []int32
	Weight     []float64
	Tri        [][3]int32 // counter-clockwise seen from the front
}

// Skin is the joints that move a mesh.
type Skin struct {
	Name        string
	Joints      []int         // nodes
	InverseBind [][16]float64 // from mesh to joint axes, column by column
}

// Path is the property that a channel animates.
type Path int

// Paths of channels.
const (
	Translation Path = iota
	Rotation
	Scale
	Weights
)

// Interpolation is the interpolation between keys of a channel.
type Interpolation int

// Interpolations of channels.
const (
	Linear Interpolation = iota // rotations along the shortest arc
	Step
	Cubic // Hermite; each key has in-tangent, value and out-tangent
)

// Channel is one animated property of one node.
type Channel struct {
	Node          int
	Path          Path
	Interpolation Interpolation
	Times         []float64 // increasing, from 0 on [s]
	// Values are Width numbers per key, three times as many with Cubic. Quaternions are
	// x, y, z, w.
	Values []float64
	Width  int
}

// Animation is a clip.
type Animation struct {
	Name     string
	Channels []Channel
}

// Limits of Read, as those of ReadOBJ.
const (
	maxJSON    = 512 << 20 // bytes, embedded buffers included
	maxNumbers = 1 << 28   // decoded in all
	maxItems   = 1 << 20   // nodes, meshes, …: of each kind
)

// budget is maxNumbers except in tests.
var budget int64 = maxNumbers

// Open reads a .gltf or .glb file and the buffers beside it, without its materials. It reads the first bytes of their
// images, so that Missing is the same as with OpenPainted.
func Open(path string) (*File, error) { return open(path, false) }

// OpenPainted is Open with the materials and their images, which may also be beside the file.
func OpenPainted(path string) (*File, error) { return open(path, true) }

func open(path string, painted bool) (*File, error) {
	f, size, err := formats.OpenSized(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var opened []*os.File
	defer func() {
		for _, f := range opened {
			f.Close()
		}
	}()
	g, p, err := read(f, size, path, func(name string) (io.ReaderAt, int64, error) {
		b, size, err := formats.OpenSized(filepath.Join(filepath.Dir(path), filepath.FromSlash(name)))
		if err == nil {
			opened = append(opened, b)
		}
		return b, size, err
	})
	if err != nil {
		return nil, err
	}
	buffers := len(opened)
	p.materials(g, painted)
	if painted {
		buffers = len(opened)
	}
	for _, b := range opened[:buffers] {
		g.Beside = append(g.Beside, b.Name())
	}
	return g, nil
}

// Read reads a file of size bytes, either JSON or binary (GLB). name is its name in error messages; beside opens a
// buffer by its relative path, with its size. Of large files only the required parts are read. Supported are all
// component types, normalised or not, sparse accessors, buffers embedded as base64, in a binary file's chunk, and
// beside; triangles, strips and fans; any number of joints per vertex; morph targets of positions. Compressed meshes
// are refused; materials are names, and textures are ignored.
func Read(r io.ReaderAt, size int64, name string, beside func(string) (io.ReaderAt, int64, error)) (*File, error) {
	g, _, err := read(r, size, name, beside)
	return g, err
}

// read is Read, and also returns the reader for the materials.
func read(r io.ReaderAt, size int64, name string, beside func(string) (io.ReaderAt, int64, error)) (*File, *gltfReader,
	error) {
	p := &gltfReader{name: name, beside: beside, numbers: budget}
	if err := p.open(r, size); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	g := &File{}
	for _, part := range []func(*File) error{p.nodes, p.meshes, p.skins, p.fitting, p.animations} {
		if err := part(g); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	p.colours(g)
	return g, p, nil
}

// gltfMatrix returns the product T·R·S, column by column.
func gltfMatrix(t r3.Vec, r quat.Number, s r3.Vec) [16]float64 {
	w, x, y, z := r.Real, r.Imag, r.Jmag, r.Kmag
	return [16]float64{
		s.X * (1 - 2*(y*y+z*z)), s.X * 2 * (x*y + w*z), s.X * 2 * (x*z - w*y), 0,
		s.Y * 2 * (x*y - w*z), s.Y * (1 - 2*(x*x+z*z)), s.Y * 2 * (y*z + w*x), 0,
		s.Z * 2 * (x*z + w*y), s.Z * 2 * (y*z - w*x), s.Z * (1 - 2*(x*x+y*y)), 0,
		t.X, t.Y, t.Z, 1,
	}
}

// unitQuat returns a quaternion of length 1 from x, y, z, w.
func unitQuat(v []float64) (quat.Number, error) {
	q := quat.Number{Imag: v[0], Jmag: v[1], Kmag: v[2], Real: v[3]}
	l := quat.Abs(q)
	if !(l > 1e-6) || math.IsInf(l, 0) {
		return q, fmt.Errorf("rotation (%g, %g, %g, %g): expected a unit quaternion", v[0], v[1], v[2], v[3])
	}
	return quat.Scale(1/l, q), nil
}

// Is reports whether a file has the name of a glTF file.
func Is(file string) bool {
	return slices.Contains([]string{".gltf", ".glb", ".vrm"}, formats.Extension(file))
}
