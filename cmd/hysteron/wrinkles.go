package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/cloth"
	"hysteron/param"
)

type wrinklesCommand struct {
	Dirs  []string `arg:"" name:"dir" help:"Folders of runs, to be compared side by side."`
	Box   numbers  `placeholder:"XMIN,YMIN,ZMIN,XMAX,YMAX,ZMAX" help:"Measure only what lies in this box at the first frame [m]."`
	Since *float64 `placeholder:"N" help:"Measure the change since frame N, instead of the first."`
	Every int      `default:"1" placeholder:"N" help:"Print every Nth frame, and the last."`
	JSON  bool     `name:"json" help:"Print JSON, with all frames."`
}

// measuredRun is the output about one run.
type measuredRun struct {
	Dir      string                  `json:"dir"`
	Garments []check.GarmentWrinkles `json:"garments"`
}

func (w *wrinklesCommand) Run(c *console) error {
	box, err := w.box()
	if err != nil {
		return err
	}
	if w.Every < 1 {
		return param.Wrong(fmt.Errorf("--every %d: expected at least 1", w.Every))
	}
	var runs []measuredRun
	for _, dir := range w.Dirs {
		var g []check.GarmentWrinkles
		err := c.await(func() (err error) {
			if g, err = check.MeasureWrinkles(dir, check.WrinkleOptions{Box: box, Since: w.Since}); err != nil {
				return param.Wrong(err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		runs = append(runs, measuredRun{dir, g})
	}
	if w.JSON {
		return c.printJSON(struct {
			Box   []float64     `json:"box_m"`
			Since *float64      `json:"since_frame"`
			Runs  []measuredRun `json:"runs"`
		}{w.Box, w.Since, runs})
	}
	for i, name := range garmentNames(runs) {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		w.print(c, name, runs)
	}
	return nil
}

// box returns the box of the flags; nil is all of the cloth.
func (w *wrinklesCommand) box() (*check.WrinkleBox, error) {
	if w.Box == nil {
		return nil, nil
	}
	if len(w.Box) != 6 {
		return nil, param.Wrong(fmt.Errorf("--box with %d numbers: expected six, XMIN,YMIN,ZMIN,XMAX,YMAX,ZMAX", len(w.Box)))
	}
	for k, v := range w.Box {
		if !cloth.Finite(v) {
			return nil, param.Wrong(fmt.Errorf("--box: %g: expected finite numbers", v))
		}
		if k < 3 && v > w.Box[k+3] {
			return nil, param.Wrong(fmt.Errorf("--box: %c from %g to %g: expected the smaller number first", 'x'+k, v,
				w.Box[k+3]))
		}
	}
	return &check.WrinkleBox{Min: r3.Vec{X: w.Box[0], Y: w.Box[1], Z: w.Box[2]}, Max: r3.Vec{X: w.Box[3], Y: w.Box[4],
		Z: w.Box[5]}}, nil
}

// garmentNames returns the garments of all runs in the order of first appearance.
func garmentNames(runs []measuredRun) (names []string) {
	for _, r := range runs {
		for _, g := range r.Garments {
			if !slices.Contains(names, g.Name) {
				names = append(names, g.Name)
			}
		}
	}
	return names
}

// print prints two tables of a garment, with a row per frame and a column per run.
func (w *wrinklesCommand) print(c *console, name string, runs []measuredRun) {
	columns := make([]*check.GarmentWrinkles, len(runs))
	var size []string
	var numbers []float64
	for k := range runs {
		i := slices.IndexFunc(runs[k].Garments, func(g check.GarmentWrinkles) bool { return g.Name == name })
		if i < 0 {
			continue
		}
		g := &runs[k].Garments[i]
		columns[k] = g
		if s := fmt.Sprintf("%d edges, %d vertices", g.Edges, g.Vertices); !slices.Contains(size, s) {
			size = append(size, s)
		}
		for _, f := range g.Frames {
			numbers = append(numbers, f.Frame)
		}
	}
	since := "the first frame"
	if w.Since != nil {
		since = fmt.Sprintf("frame %g", *w.Since)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for _, q := range []struct {
		what string
		of   func(f *check.WrinkleFrame) float64
	}{
		{"RMS change of the angles over edges since %s [°]", func(f *check.WrinkleFrame) float64 { return f.Angle }},
		{"RMS displacement of the vertices since %s [mm]", func(f *check.WrinkleFrame) float64 { return f.Moved }},
	} {
		fmt.Fprintf(c.out, "%s: %s (%s)\n", name, fmt.Sprintf(q.what, since), strings.Join(size, "; "))
		head := []string{"frame"}
		for _, r := range runs {
			head = append(head, r.Dir)
		}
		table := [][]string{head}
		for i, n := range numbers {
			if i%w.Every != 0 && i != len(numbers)-1 {
				continue
			}
			row := []string{fmt.Sprintf("%g", n)}
			for _, g := range columns {
				row = append(row, cell(g, n, q.of))
			}
			table = append(table, row)
		}
		for _, row := range table {
			for k, s := range row {
				wide := max(utf8.RuneCountInString(table[0][k]), 8)
				fmt.Fprintf(c.out, "%s%s", strings.Repeat(" ", max(0, wide-utf8.RuneCountInString(s))+min(k, 1)*2), s)
			}
			fmt.Fprintln(c.out)
		}
	}
}

// cell returns the figure of frame n of a garment, "-" if there is none.
func cell(g *check.GarmentWrinkles, n float64, of func(f *check.WrinkleFrame) float64) string {
	if g == nil {
		return "-"
	}
	i, ok := slices.BinarySearchFunc(g.Frames, n, func(f check.WrinkleFrame, n float64) int {
		return cmp.Compare(f.Frame, n)
	})
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.2f", of(&g.Frames[i]))
}
