package scenes

import (
	"maps"
	"path/filepath"
	"strings"

	"hysteron/cloth"
	"hysteron/param"
)

// FabricChoice is the fabric of a piece of cloth: a built-in name, a file, or a table of keys that differ from one of
// these or define a complete fabric.
type FabricChoice struct {
	Base string         // built-in name, or file relative to the scene file; may be empty
	Keys map[string]any // keys of a fabric file that are given here

	resolved map[string]any // values of all keys
}

var _ param.Valuer = (*FabricChoice)(nil)

// DecodeValue implements param.Valuer.
func (c *FabricChoice) DecodeValue(path string, value any, fail func(path, format string, args ...any)) {
	switch v := value.(type) {
	case string:
		if v == "" {
			fail(path, "text \"\": expected %s", c.Expected())
		}
		*c = FabricChoice{Base: v}
	case map[string]any:
		base, ok := v["base"].(string)
		if v["base"] != nil && !ok {
			fail(param.Join(path, "base"), "expected the name or file of a fabric in quotes")
		}
		if len(v) == 0 {
			fail(path, "an empty table: expected a base, or all keys of a fabric")
		}
		*c = FabricChoice{Base: base, Keys: maps.Clone(v)}
		delete(c.Keys, "base")
	default:
		fail(path, "expected %s", c.Expected())
	}
}

// EncodeValue implements param.Valuer.
func (c *FabricChoice) EncodeValue() any {
	table := maps.Clone(c.Keys)
	if c.resolved != nil {
		table = maps.Clone(c.resolved)
	}
	switch {
	case table == nil:
		return c.Base
	case c.Base != "":
		table["base"] = c.Base
	}
	return table
}

// Expected implements param.Valuer.
func (*FabricChoice) Expected() string { return "name, file, or table of keys of fabrics" }

// fabric reads the fabric of a piece of cloth.
func (b *builder) fabric(path string, c *Cloth) (cloth.Fabric, error) {
	path += ".fabric"
	d := &param.Document{Root: map[string]any{}}
	if base := c.Fabric.Base; base != "" {
		file, err := b.source(fabricKind, base)
		if err != nil {
			return cloth.Fabric{}, b.withKey(path, err)
		}
		data, err := file.bytes()
		if err == nil {
			d, err = param.Parse(file.label, data)
		}
		if err != nil {
			return cloth.Fabric{}, b.withKey(path, err)
		}
	}
	d.Overlay(c.Fabric.Keys, b.doc, path)
	Relaw(d.Root, d.Later)
	f, values, err := readFabric(d)
	if err != nil {
		return f, b.withKey(path, err)
	}
	c.Fabric.resolved = values
	switch {
	case !b.Friction.Internal:
		scaleFriction(&f, 0)
	case b.Friction.Scale != 1:
		scaleFriction(&f, b.Friction.Scale)
	}
	return f, nil
}

// fabricName returns the name of a fabric from its label.
func fabricName(label string) string {
	name := filepath.Base(strings.TrimPrefix(label, "built-in fabric "))
	return strings.TrimSuffix(name, filepath.Ext(name))
}
