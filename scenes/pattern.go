package scenes

import (
	"errors"
	"io/fs"

	"hysteron/param"
	"hysteron/pattern"
	"hysteron/pattern/drawing"
	"hysteron/pattern/sewing"
)

// pattern reads the pattern of a garment: a drawing with its sewing file, or a pattern with seams.
func (b *builder) pattern(path string, g *Garment) (*pattern.Pattern, error) {
	file, err := b.source(patternKind, g.Pattern)
	if err != nil {
		return nil, b.withKey(path+".pattern", err)
	}
	r, err := file.open()
	if err != nil {
		return nil, b.withKey(path+".pattern", err)
	}
	defer r.Close()
	p, d, err := drawing.Read(r, file.label)
	switch {
	case err != nil:
		return nil, b.withKey(path+".pattern", err)
	case d == nil && g.Sewing != "":
		return nil, b.doc.ErrorAt(path+".sewing",
			"pattern %q says itself how it is sewn: expected a drawing, SVG, DXF or "+
				"of FreeSewing", g.Pattern)
	case d == nil:
		return p, nil
	}
	return b.sewn(path, g, d)
}

// sewn returns the pattern of a drawing with its sewing file.
func (b *builder) sewn(path string, g *Garment, d *sewing.Drawing) (*pattern.Pattern, error) {
	name, key := g.Sewing, path+".sewing"
	if name == "" {
		key = path + ".pattern"
		if name = g.Pattern; !patternKind.builtIn(name) {
			name = drawing.SewingFile(name)
		}
	}
	file, err := b.source(sewingKind, name)
	if errors.Is(err, fs.ErrNotExist) && g.Sewing == "" {
		return nil, b.withKey(key, &param.InputError{File: d.File,
			Text: "a drawing does not say how it is sewn: expected " +
				name + " beside it (hysteron new --pattern writes a first one), or the key sewing", Err: err})
	}
	if err != nil {
		return nil, b.withKey(key, err)
	}
	text, err := file.bytes()
	if err != nil {
		return nil, b.withKey(key, err)
	}
	p, err := d.Sew(file.label, text)
	return p, b.withKey(key, err)
}
