package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/verify"
)

type fabricsCommand struct {
	Names    []string `arg:"" optional:"" help:"Built-in names or paths of fabric files (default: all built-in ones)."`
	Output   string   `short:"o" placeholder:"DIR" help:"Write a page, DIR/index.html, with numbers, sources, a swatch and the drape of each."`
	Markdown string   `placeholder:"FILE.md" help:"Write the page of fabrics for people to read, with images/fabrics.png beside it."`
	Edge     float64  `default:"${drape_edge}" help:"Length of the edges of the draped specimen's triangles [m]."`
	JSON     bool     `name:"json" help:"Print JSON."`
	outputFlag
}

func (f *fabricsCommand) Run(c *console) error {
	if f.Names == nil {
		f.Names = scenes.Fabrics()
	}
	if !(f.Edge >= 0.002 && f.Edge <= 0.03) {
		return param.Wrong(fmt.Errorf("--edge %g: expected 0.002 to 0.03 m", f.Edge))
	}
	rule := f.rule(f.Names...)
	if f.Output != "" {
		if err := rule.Check(formats.IsOwnAs(".html"), filepath.Join(f.Output, "index.html")); err != nil {
			return err
		}
	}
	if f.Markdown != "" {
		if f.Output != "" {
			return param.Wrong(errors.New("both -o and --markdown: expected one of them"))
		}
		mine := func(path string) (bool, error) { return output.Begins(path, truthHead) }
		if err := cmp.Or(rule.Check(mine, f.Markdown), rule.Check(formats.IsOwnAs(".png"), f.swatches())); err != nil {
			return err
		}
		return f.writeTruth(c)
	}
	type sheet struct {
		Name   string               `json:"name"`
		Title  string               `json:"title"`
		Tables []scenes.FabricTable `json:"tables"`
	}
	var list []sheet
	for _, name := range f.Names {
		title, tables, err := scenes.FabricTables(name)
		if err != nil {
			return param.Wrong(err)
		}
		list = append(list, sheet{name, title, tables})
	}
	page := report.Page{Title: "Fabrics"}
	artist := report.Artist{Width: 480, Height: 400, Quality: render.High}
	defer artist.Close()
	for _, s := range list {
		if f.Output == "" {
			continue
		}
		page.Heading(s.Title)
		if err := f.figures(c, &page, &artist, s.Name); err != nil {
			return err
		}
		for _, t := range s.Tables {
			table := report.Table{Head: []string{"key", "value", "unit", ""}}
			for _, v := range t.Values {
				table.Add(v.Key, v.Value, v.Unit, v.Doc)
			}
			if t.Name != "" {
				page.Section(t.Name)
			}
			if t.Source != "" {
				page.Text("Source: %s.", t.Source)
			}
			page.Table(&table)
		}
	}
	if f.Output != "" {
		html, err := page.HTML()
		if err == nil {
			err = report.WriteFile(f.Output, "index.html", html)
		}
		if err != nil {
			return err
		}
	}
	if f.JSON {
		return c.printJSON(list)
	}
	for _, s := range list {
		fmt.Fprintf(c.out, "%s: %s\n", s.Name, s.Title)
		for _, t := range s.Tables {
			var values []string
			for _, v := range t.Values {
				values = append(values, strings.TrimSpace(v.Key+" = "+v.Value))
			}
			fmt.Fprintf(c.out, "  %-22s %s\n", t.Name, strings.Join(values, ", "))
			if t.Source != "" {
				fmt.Fprintf(c.out, "  %-22s %s\n", "", t.Source)
			}
		}
	}
	return nil
}

// swatchColour is the default colour of fabrics.
var swatchColour = render.Hex(0x6d8fb3)

// figures draws a swatch and the drape of a fabric.
func (f *fabricsCommand) figures(c *console, page *report.Page, artist *report.Artist, name string) error {
	fabric, err := scenes.LoadFabric(name)
	if err != nil {
		return param.Wrong(err)
	}
	c.line(name + ": draping")
	drape, err := verify.DrapeFabric(c.ctx, cpu.Backend{}, fabric, verify.DrapeTest{Edge: f.Edge})
	if err != nil {
		return err
	}
	material := render.Woven(swatchColour, render.WeaveNamed(fabric.Weave))
	near := render.Scene{Meshes: []render.Mesh{report.Swatch(0.05, material)}}
	hung, box := drape.Scene(swatchColour, fabric.Weave)
	var figures []report.Figure
	for _, p := range []struct {
		caption   string
		scene     *render.Scene
		box       render.Box
		elevation float64
	}{
		{"5 cm of it, drawn as " + weaveOf(&fabric) + map[bool]string{true: ", as its file names none",
			false: ", as its " +
				"file names it, which no fit measures"}[fabric.Weave == ""], &near, render.Box{Min: r3.Vec{X: -0.018,
			Y: -0.016},
			Max: r3.Vec{X: 0.018, Y: 0.016}}, 0.1},
		{fmt.Sprintf("drape coefficient %.0f %%, %d folds, edges of %.3g mm", drape.Coefficient, drape.Folds,
			1000*f.Edge),
			&hung, box, 25 * math.Pi / 180},
		{"from above", &hung, box, drapeElevation},
	} {
		img, err := artist.Draw(c.ctx, p.scene, p.box, 0.3, p.elevation)
		if err != nil {
			return err
		}
		if img == nil {
			page.Text("There are no pictures: %v.", artist.Missing())
			return nil
		}
		png, err := report.PNG(img)
		if err != nil {
			return err
		}
		figures = append(figures, report.Figure{Caption: p.caption, PNG: png})
	}
	page.Figures("", figures...)
	return nil
}

// drapeElevation is the elevation of the camera over a drape [°]. At 90° the picture would have no upright.
const drapeElevation = 89 * math.Pi / 180

// weaveOf returns the weave that a fabric is drawn with.
func weaveOf(f *cloth.Fabric) string {
	return cmp.Or(map[string]string{"": "plain weave", "none": "no weave", "plain": "plain weave"}[f.Weave], f.Weave)
}
