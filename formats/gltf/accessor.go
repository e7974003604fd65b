package gltf

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"hysteron/cloth"
	"hysteron/formats"
)

// Component types of accessors.
const (
	gltfInt8    = 5120
	gltfUint8   = 5121
	gltfInt16   = 5122
	gltfUint16  = 5123
	gltfUint32  = 5125
	gltfFloat32 = 5126
)

func gltfSize(component int) int64 {
	switch component {
	case gltfInt8, gltfUint8:
		return 1
	case gltfInt16, gltfUint16:
		return 2
	case gltfUint32, gltfFloat32:
		return 4
	}
	return 0
}

var gltfWidths = map[string]int{"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}

// accessor decodes accessor i, which must be of one of the types; kind is its purpose, for errors. The numbers of an
// element are consecutive. They are finite. The result is shared.
func (p *gltfReader) accessor(i int, kind string, types ...string) ([]float64, *gltfJSONAccessor, error) {
	fail := func(format string, args ...any) ([]float64, *gltfJSONAccessor, error) {
		return nil, nil, fmt.Errorf("%s: accessor %d: %s", kind, i, fmt.Sprintf(format, args...))
	}
	if i < 0 || i >= len(p.json.Accessors) {
		return fail("out of range, the file has %d", len(p.json.Accessors))
	}
	a := &p.json.Accessors[i]
	ok := false
	for _, t := range types {
		ok = ok || t == a.Type
	}
	size := gltfSize(a.Component)
	switch {
	case !ok:
		return fail("type is %.20q: expected %v", a.Type, types)
	case size == 0:
		return fail("component type is %d: expected 5120, 5121, 5122, 5123, 5125 or 5126", a.Component)
	case a.Count < 1 || a.ByteOffset < 0:
		return fail("%d elements at byte %d: expected at least 1 at 0 or later", a.Count, a.ByteOffset)
	case a.Normalized && size == 4:
		return fail("normalised numbers of component type %d: expected integers of 8 or 16 bits", a.Component)
	}
	if v, ok := p.decoded[i]; ok {
		return v, a, nil
	}
	width := gltfWidths[a.Type]
	if a.Count > maxNumbers {
		return fail("%d elements: expected at most %d", a.Count, maxNumbers)
	}
	if err := p.spend(a.Count * int64(width)); err != nil {
		return fail("%v", err)
	}
	var v []float64
	var err error
	if a.BufferView != nil {
		if v, err = p.elements(*a.BufferView, a.ByteOffset, a.Count, a.Component, a.Type, a.Normalized); err != nil {
			return fail("%v", err)
		}
	} else {
		v = make([]float64, a.Count*int64(width))
	}
	if s := a.Sparse; s != nil {
		if s.Count < 1 || s.Count > a.Count {
			return fail("%d sparse elements of %d", s.Count, a.Count)
		}
		if c := s.Indices.Component; c != gltfUint8 && c != gltfUint16 && c != gltfUint32 {
			return fail("sparse indices of component type %d: expected 5121, 5123 or 5125", c)
		}
		at, err := p.elements(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, s.Indices.Component, "SCALAR", false)
		if err != nil {
			return fail("sparse indices: %v", err)
		}
		with, err := p.elements(s.Values.BufferView, s.Values.ByteOffset, s.Count, a.Component, a.Type, a.Normalized)
		if err != nil {
			return fail("sparse values: %v", err)
		}
		for k, e := range at {
			if e >= float64(a.Count) || k > 0 && e <= at[k-1] {
				return fail("sparse index %g: expected increasing ones up to %d", e, a.Count-1)
			}
			copy(v[int(e)*width:(int(e)+1)*width], with[k*width:])
		}
	}
	for k, f := range v {
		if !cloth.Finite(f) {
			return fail("element %d is %g: expected a finite number", k/width, f)
		}
		if math.Abs(f) > formats.MaxCoordinate {
			return fail("element %d has %g: expected at most %g", k/width, f, formats.MaxCoordinate)
		}
	}
	p.decoded[i] = v
	return v, a, nil
}

// spend subtracts n from the numbers that may still be decoded: a small file may use large accessors many times.
func (p *gltfReader) spend(n int64) error {
	if p.numbers -= n; p.numbers < 0 {
		return fmt.Errorf("more than %d numbers in the file", maxNumbers)
	}
	return nil
}

// elements decodes count elements of a buffer view.
func (p *gltfReader) elements(view int, offset, count int64, component int, kind string, normalized bool) ([]float64,
	error) {
	if view < 0 || view >= len(p.json.BufferViews) {
		return nil, fmt.Errorf("buffer view %d, the file has %d", view, len(p.json.BufferViews))
	}
	b := p.json.BufferViews[view]
	size, width := gltfSize(component), gltfWidths[kind]
	column, pitch := width, int64(width)*size // of a matrix: columns begin at multiples of 4 bytes
	if kind == "MAT2" || kind == "MAT3" || kind == "MAT4" {
		column = int(math.Sqrt(float64(width)))
		pitch = (int64(column)*size + 3) &^ 3
	}
	element := pitch * int64(width/column)
	stride := b.ByteStride
	if stride == 0 {
		stride = element
	}
	if offset < 0 || b.ByteOffset < 0 || b.ByteLength < 0 || b.ByteLength > math.MaxInt64-b.ByteOffset ||
		stride < element || stride > 1<<16 {
		return nil, fmt.Errorf("buffer view %d: %d bytes from byte %d, every %d: expected numbers that make sense", view,
			b.ByteLength, b.ByteOffset, b.ByteStride)
	}
	if count > math.MaxInt64/stride || (count-1)*stride+element > b.ByteLength-offset {
		return nil, fmt.Errorf("%d elements of %d bytes from byte %d: buffer view %d ends at %d", count, stride, offset, view,
			b.ByteLength)
	}
	r, err := p.buffer(b.Buffer)
	if err != nil {
		return nil, err
	}
	if b.ByteOffset+b.ByteLength > p.json.Buffers[b.Buffer].ByteLength {
		return nil, fmt.Errorf("buffer view %d ends at byte %d, buffer %d at %d", view, b.ByteOffset+b.ByteLength, b.Buffer,
			p.json.Buffers[b.Buffer].ByteLength)
	}
	out := make([]float64, 0, count*int64(width))
	per := max(1, (1<<16)/stride) // elements read at once
	buf := make([]byte, per*stride)
	for first := int64(0); first < count; first += per {
		n := min(per, count-first)
		at := b.ByteOffset + offset + first*stride
		part := buf[:(n-1)*stride+element]
		if k, err := r.ReadAt(part, at); k < len(part) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, fmt.Errorf("buffer %d, byte %d: %w", b.Buffer, at+int64(k), err)
		}
		for e := range n {
			for c := range width {
				o := e*stride + int64(c/column)*pitch + int64(c%column)*size
				out = append(out, gltfNumber(part[o:o+size], component, normalized))
			}
		}
	}
	return out, nil
}

func gltfNumber(b []byte, component int, normalized bool) float64 {
	var v, top float64
	switch component {
	case gltfInt8:
		v, top = float64(int8(b[0])), 127
	case gltfUint8:
		v, top = float64(b[0]), 255
	case gltfInt16:
		v, top = float64(int16(binary.LittleEndian.Uint16(b))), 32767
	case gltfUint16:
		v, top = float64(binary.LittleEndian.Uint16(b)), 65535
	case gltfUint32:
		return float64(binary.LittleEndian.Uint32(b))
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	if normalized {
		return max(v/top, -1)
	}
	return v
}
