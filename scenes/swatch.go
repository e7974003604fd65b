package scenes

import (
	"fmt"
	"reflect"
	"slices"

	"hysteron/param"
)

// FabricTable is a table of a fabric file with its values, for a page about the fabric.
type FabricTable struct {
	Name   string        `json:"name"` // "" for the top of the file
	Source string        `json:"source"`
	Values []FabricValue `json:"values"`
}

// FabricValue is a number or word of such a table.
type FabricValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Unit  string `json:"unit,omitempty"`
	Doc   string `json:"doc"`
}

// FabricTables returns the tables of a fabric file, by built-in name or path, and the fabric's title. Errors are those
// of LoadFabric.
func FabricTables(nameOrPath string) (title string, tables []FabricTable, err error) {
	if _, err := LoadFabric(nameOrPath); err != nil {
		return "", nil, err
	}
	data, err := fabricKind.read(nameOrPath)
	if err != nil {
		return "", nil, err
	}
	d, err := param.Parse(fabricKind.label(nameOrPath), data)
	if err != nil {
		return "", nil, err
	}
	var f fabricFile
	if err := d.Decode(&f); err != nil {
		return "", nil, err
	}
	return f.Title, fabricTables("", reflect.TypeFor[fabricFile](), param.Encode(f)), nil
}

func fabricTables(name string, t reflect.Type, tree map[string]any) []FabricTable {
	table := FabricTable{Name: name}
	var inner []FabricTable
	if keys, ok := reflect.New(t).Interface().(param.Tabler); ok {
		t = keys.Table()
	}
	ofLaw := func(name string) bool { return name == tree["law"] || name == tree["damping_law"] }
	for _, f := range param.Of(t) {
		value, given := tree[f.Key]
		if len(f.Kinds) > 0 && !slices.ContainsFunc(f.Kinds, ofLaw) {
			continue // a key of other laws only
		}
		if list, several := value.([]any); several && f.Key != "fitted" { // shown by hysteron predict
			for i, one := range list {
				inner = append(inner, fabricTables(fmt.Sprintf("%s.%d", param.Join(name, f.Key), i), f.Type.Elem(),
					one.(map[string]any))...)
			}
			continue
		}
		switch sub, isTable := value.(map[string]any); {
		case !given:
		case isTable:
			of := f.Type
			if of.Kind() == reflect.Pointer {
				of = of.Elem()
			}
			inner = append(inner, fabricTables(param.Join(name, f.Key), of, sub)...)
		case f.Key == "source":
			table.Source = fmt.Sprint(value)
		case f.Key != "title":
			table.Values = append(table.Values, FabricValue{f.Key, fmt.Sprint(value), f.Unit, f.Doc})
		}
	}
	return append([]FabricTable{table}, inner...)
}
