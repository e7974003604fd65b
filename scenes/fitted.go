package scenes

import (
	"fmt"
	"math"
	"strings"

	"hysteron/param"
)

// Fitted is a [[fitted]]: numbers of a fabric that one fit found together, with what its data say of them. Their best
// values are those of the fabric.
type Fitted struct {
	Keys        []string  `key:"keys" check:"required" doc:"numbers of this file, such as warp.k1_n_m"`
	Low         []float64 `key:"low" check:"required" doc:"lower end of the 95 % interval of each, in its unit"`
	High        []float64 `key:"high" check:"required" doc:"upper end"`
	Correlation []float64 `key:"correlation" check:"min=-1.000001 max=1.000001" doc:"of their errors, row by row; without it all move together"`
	Freedom     float64   `key:"freedom" check:"required above=0 max=1e9" doc:"degrees of freedom of the scatter that the intervals are from"`
}

// FittedValues are the numbers of a [[fitted]] with their best values.
type FittedValues struct {
	Fitted
	Best []float64
}

// checkFitted finds what is wrong with the tables of a fabric file.
func checkFitted(d *param.Document, tables []Fitted) error {
	for i, t := range tables {
		at, n := fmt.Sprintf("fitted.%d", i), len(t.Keys)
		switch {
		case n == 0:
			return d.ErrorAt(at+".keys", "no keys: expected the numbers that were found")
		case len(t.Low) != n || len(t.High) != n:
			return d.ErrorAt(at, "%d keys, %d low and %d high: expected as many of each", n, len(t.Low), len(t.High))
		case t.Correlation != nil && len(t.Correlation) != n*n:
			return d.ErrorAt(at+".correlation", "%d numbers: expected %d, %d in each of %d rows", len(t.Correlation), n*n, n, n)
		}
		for k := range n {
			if !(t.Low[k] <= t.High[k]) {
				return d.ErrorAt(fmt.Sprintf("%s.low.%d", at, k), "%g to %g of %s: expected the lower end first", t.Low[k],
					t.High[k], t.Keys[k])
			}
		}
	}
	return nil
}

// FittedNumbers are the numbers of a fabric, by built-in name or path, that fits determined, with their intervals.
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
				return nil, d.ErrorAt(fmt.Sprintf("fitted.%d.keys.%d", i, k), "%s: expected a number that stands in this file", key)
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

// FabricNumbers are all numbers of a fabric's parts by their paths, such as warp.k1_n_m.
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

// valueAt is the value at a path of tables; nil: there is none.
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

// refitted are the [[fitted]] of a fabric whose values at some paths are set: these are out of date there, and the new
// ones, if any, come last.
func refitted(old []Fitted, set map[string]any) (tables []any) {
	for _, t := range old {
		var stay []int
		for k, key := range t.Keys {
			if _, changed := set[key]; !changed {
				stay = append(stay, k)
			}
		}
		if stay == nil {
			continue
		}
		left := Fitted{Freedom: t.Freedom}
		for _, k := range stay {
			left.Keys, left.Low, left.High = append(left.Keys, t.Keys[k]), append(left.Low, t.Low[k]), append(left.High,
				t.High[k])
			for _, l := range stay {
				if t.Correlation != nil {
					left.Correlation = append(left.Correlation, t.Correlation[k*len(t.Keys)+l])
				}
			}
		}
		tables = append(tables, param.Encode(&left))
	}
	more, _ := set["fitted"].([]any)
	return append(tables, more...)
}
