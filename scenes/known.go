package scenes

import (
	"fmt"
	"math"
	"strings"

	"hysteron/param"
)

// FittedNumbers returns the fitted parameters of a fabric, by built-in name or path, with their intervals.
// Errors are *param.InputError.
func FittedNumbers(nameOrPath string) ([]FittedValues, error) {
	data, err := fabricKind.read(nameOrPath)
	if err != nil {
		return nil, err
	}
	d, err := param.Parse(fabricKind.label(nameOrPath), data)
	if err != nil {
		return nil, err
	}
	var f fabricFile
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if err := checkFitted(d, f.Fitted); err != nil {
		return nil, err
	}
	var list []FittedValues
	for i, t := range f.Fitted {
		v := FittedValues{Fitted: t}
		for k, key := range t.Keys {
			best, ok := number(valueAt(d.Root, key))
			if !ok {
				return nil, d.ErrorAt(fmt.Sprintf("fitted.%d.keys.%d", i, k), "%s: expected a number that stands in this file",
					key)
			}
			if slack := 1e-6 * math.Abs(best); best < t.Low[k]-slack || best > t.High[k]+slack {
				return nil, d.ErrorAt(key, "%g is not within %g to %g, the 95 %% that a fit found ([[fitted]]): expected "+
					"the fit's number, or that table without %s", best, t.Low[k], t.High[k], key)
			}
			v.Best = append(v.Best, best)
		}
		list = append(list, v)
	}
	return list, nil
}

// FabricNumbers returns all numbers of a fabric file by their paths, such as warp.k1_n_m.
func FabricNumbers(nameOrPath string) (map[string]float64, error) {
	if _, err := LoadFabric(nameOrPath); err != nil {
		return nil, err
	}
	data, err := fabricKind.read(nameOrPath)
	if err != nil {
		return nil, err
	}
	d, err := param.Parse(fabricKind.label(nameOrPath), data)
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	var visit func(path string, tree map[string]any)
	visit = func(path string, tree map[string]any) {
		for key, value := range tree {
			if inner, ok := value.(map[string]any); ok {
				visit(param.Join(path, key), inner)
			} else if v, ok := number(value); ok {
				all[param.Join(path, key)] = v
			}
		}
	}
	visit("", d.Root)
	return all, nil
}

// valueAt returns the value at a path in nested tables; nil if there is none.
func valueAt(tree map[string]any, path string) any {
	keys := strings.Split(path, ".")
	for _, key := range keys[:len(keys)-1] {
		if tree, _ = tree[key].(map[string]any); tree == nil {
			return nil
		}
	}
	return tree[keys[len(keys)-1]]
}

func number(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}
