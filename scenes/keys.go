package scenes

import (
	"fmt"
	"reflect"
	"strings"

	"hysteron/body"
	"hysteron/param"
	"hysteron/pattern/sewing"
)

// files are the kinds of files with keys.
var files = []struct {
	title, about string
	top          reflect.Type
}{
	{"Scenes", "What goes together: [scenes.md](scenes.md). Every key can be set on the command line, too: `--set " +
		"garment.tee.edge_length_m=0.01`, where entries of lists have their name or a number, counted from 0.",
		reflect.TypeFor[Scene]()},
	{"Fabrics", "A fabric is a file of its own.", reflect.TypeFor[fabricFile]()},
	{"Sewing files", "How the panels of a drawing (SVG, DXF, FreeSewing) are sewn and where they hang: " +
		"[patterns.md](patterns.md).", reflect.TypeFor[sewing.File]()},
	{"Friction pairs", "A file of measured friction, which a `[[friction_pair]]` names.",
		reflect.TypeFor[frictionFile]()},
}

// KeysPage returns a Markdown page of all keys of all files, from their declarations.
func KeysPage() string {
	var b strings.Builder
	b.WriteString("# All keys\n\nFor those who write scene, fabric, friction or sewing files: every key, with unit, " +
		"default and bounds.\n" +
		"Afterwards you can set any value, in a file or by `--set`.\n\n" +
		"Written by `hysteron keys` from the declarations in the program. Units are those of the key; all numbers are\n" +
		"finite. A key without a default may be absent, unless it is required.\n")
	for _, f := range files {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", f.title, f.about)
		b.WriteString(KeyTables(f.top))
	}
	return b.String()
}

// KeyTables returns the keys of a kind of file in Markdown, one table for each of its tables.
func KeyTables(top reflect.Type) string {
	var b strings.Builder
	for _, t := range param.Tables(top) {
		writeTable(&b, &t)
	}
	return b.String()
}

// follow has the values of keys without defaults that are derived from others, if none of these is given.
var follow = map[reflect.Type]map[string]any{
	reflect.TypeFor[body.Measurements](): param.Encode(body.Measurements{}.Fill()),
}

func writeTable(b *strings.Builder, t *param.Table) {
	if len(t.Paths) > 0 {
		fmt.Fprintf(b, "\n### `%s`\n\n", strings.Join(t.Paths, "`, `"))
		for i, doc := range t.Docs {
			if i == 0 || doc != t.Docs[i-1] {
				fmt.Fprintf(b, "%s.\n", capitalised(doc))
			}
		}
	}
	if len(t.Fields) == 0 {
		return
	}
	b.WriteString("\n| key | value | default | bounds | |\n|---|---|---|---|---|\n")
	for _, f := range t.Fields {
		standard := ""
		switch {
		case f.Required:
			standard = "required"
		case f.Default != nil:
			standard = "`" + *f.Default + "`"
		case follow[t.Type] != nil:
			standard = fmt.Sprintf("`%.4g`", follow[t.Type][f.Key])
		}
		doc := f.Doc
		if f.Kinds != nil {
			doc = "*" + strings.Join(f.Kinds, ", ") + ":* " + doc
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", f.Key, f.Takes(), standard, f.Bounds, doc)
	}
}

// capitalised returns s with its first letter in upper case.
func capitalised(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
