package formats

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// used returns the materials of triangles, in their order; nil if there are none.
func (p *Shape) used() (list []int32) {
	has := make([]bool, len(p.Materials))
	for _, k := range p.Material {
		has[k] = true
	}
	for k, yes := range has {
		if yes {
			list = append(list, int32(k))
		}
	}
	return list
}

// looks returns the materials of triangles: those of used, or one of the shape's name and colour.
func (p *Shape) looks() (list []Material) {
	if p.Material == nil {
		return []Material{{Name: p.Name, Colour: p.Colour}}
	}
	for _, k := range p.used() {
		list = append(list, p.Materials[k])
	}
	return list
}

// Looks returns the materials of the triangles of a shape; nil if it has only its colour.
func (p *Shape) Looks() []Material {
	if p.Material == nil {
		return nil
	}
	return p.looks()
}

// ShareImages gives every image of the materials a name that is valid in all file systems, with the extension of its
// kind, and merges equal pictures.
func (s *Sequence) ShareImages() (images []*Image) {
	taken := map[string]bool{}
	for _, p := range s.Shapes {
		used := p.used()
		p.Materials = slices.Clone(p.Materials)
		for _, m := range used {
			in := p.Materials[m].Image
			if in == nil {
				continue
			}
			k := slices.IndexFunc(images, func(o *Image) bool { return bytes.Equal(o.Data, in.Data) })
			if k < 0 {
				base := strings.TrimSuffix(in.Name, filepath.Ext(in.Name))
				base = strings.Map(func(r rune) rune {
					if r < 128 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
						return r
					}
					return '_'
				}, base)
				if base = base[:min(len(base), 60)]; base == "" {
					base = p.Name + "-texture"
				}
				name := base + in.Kind()
				for n := 2; taken[strings.ToLower(name)]; n++ {
					name = base + "-" + strconv.Itoa(n) + in.Kind()
				}
				taken[strings.ToLower(name)] = true
				k = len(images)
				images = append(images, &Image{Name: name, Data: in.Data})
			}
			p.Materials[m].Image = images[k]
		}
	}
	return images
}
