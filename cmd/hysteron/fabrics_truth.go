package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/lab"
	"hysteron/law"
	"hysteron/param"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/verify"
)

// truth is the behaviour of a simulated fabric on two instruments.
type truth struct {
	drape *verify.Drape
	// bending length: half of the overhang at which a strip that is let down hangs at 41.5°; 0: not measured [m]
	length float64
}

// measureTruth measures the drape coefficient and the bending lengths of a fabric.
func measureTruth(ctx context.Context, f cloth.Fabric) (t truth, err error) {
	if t.drape, err = verify.DrapeFabric(ctx, cpu.Backend{}, f, verify.DrapeTest{}); err != nil {
		return t, err
	}
	if _, ok := f.BendWarp.Elastic.(law.Elastic); !ok {
		return t, nil // the strip is stiff across by a multiple of an elastic law
	}
	// B = ρg(L/2)³ without friction; the slant grows with about the cube of the length.
	const slant = 41.5 * math.Pi / 180
	length := 2 * math.Cbrt(3*f.BendWarp.Spring().K1/(f.Density*9.81))
	for range 3 {
		down, _, err := lab.Overhang(ctx, f, length)
		if err != nil {
			return t, fmt.Errorf("overhang of %.3g mm: %w", 1000*length, err)
		}
		by := math.Pow(math.Tan(slant)/math.Tan(down), 1./3)
		length *= by
		if math.Abs(by-1) < 5e-3 {
			break
		}
	}
	t.length = length / 2
	return t, nil
}

// fingerprint is a hash of the values in a fabric file.
func fingerprint(name string) (string, error) {
	text, err := scenes.RefitFabric(name, nil)
	return fmt.Sprintf("%.4x", sha256.Sum256(text)), err
}

// behaviour returns the line of the page with the measured behaviour and the fingerprint of the fabric.
func (t *truth) behaviour(print string) string {
	bends := ""
	if t.length > 0 {
		bends = fmt.Sprintf("; bending length along the warp %.1f mm", 1000*t.length)
	}
	return fmt.Sprintf("Cusick drape coefficient %.1f %%, %d folds%s (of its text %s).", t.drape.Coefficient,
		t.drape.Folds, bends, print)
}

// truthNumbers returns the part of the page that comes from the file of the fabric alone.
func truthNumbers(name string) (string, error) {
	title, tables, err := scenes.FabricTables(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s.\n\n| part | | numbers | source |\n|---|---|---|---|\n", name,
		strings.TrimSuffix(title,
			"."))
	for _, t := range tables {
		var values []string
		for _, v := range t.Values {
			values = append(values, strings.TrimSpace("`"+v.Key+"` "+v.Value+" "+strings.TrimSpace(v.Unit)))
		}
		kind := ""
		switch {
		case strings.HasPrefix(t.Source, "measured"):
			kind = "measured"
		case strings.HasPrefix(t.Source, "assumed"):
			kind = "assumed"
		case strings.Contains(t.Source, "measured"):
			kind = "in part measured"
		}
		part := t.Name
		if part == "" {
			part = "cloth"
		}
		source := strings.TrimPrefix(strings.TrimPrefix(t.Source, "measured: "), "assumed: ")
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", part, kind, strings.Join(values, ", "), strings.ReplaceAll(source,
			"|",
			"/"))
	}
	f, err := scenes.LoadFabric(name)
	if err != nil {
		return "", err
	}
	b.WriteString("\n" + lab.Lengthens(&f))
	if u := knownDifferences[name]; u != "" {
		b.WriteString(" " + u)
	}
	return b.String() + "\n", nil
}

// knownDifferences lists how a fabric differs from real cloth of its name, where its numbers do not show it.
var knownDifferences = map[string]string{
	"cotton": "Its bending is that of another cotton, a stiff broadcloth; shirtings have B of 0.05 to 0.1 gf·cm²/cm " +
		"(assumed: the usual range of such sheets) and drape softer.",
	"denim": "Its B is that of a denim of regenerated cellulose, as printed; denims of cotton have 0.1 to 0.5 gf·cm²/cm " +
		"(assumed: the usual range). It is a quarter stiffer than cotton here and weighs three times as much, so that it " +
		"drapes softer, " +
		"and its bending length is shorter.",
}

// truthHead is the beginning of the page.
const truthHead = `# The fabrics

For those who choose a fabric: every one that ships, part by part, with its numbers, their sources, and its drape.
Afterwards you know which numbers were measured and which assumed. One of your own cloth:
[fabric-guide.md](fabric-guide.md).

Behaviour is that of the simulated cloth: the drape coefficient over Cusick's disc (18 cm under a specimen of 30 cm,
edges of 12.5 mm), and the bending length of a strip that is let down over an edge (ASTM D1388; friction holds it up,
so it looks stiffer than its B). The page is written by

    hysteron fabrics --markdown docs/fabrics.md

**Stretch.** Under 500 gf/cm, where Kawabata's tensile tester turns, and with its width held, woven cloth for clothes
is usually longer by some 2 to 15 %, and a knit by 20 to 80 % (assumed: the usual range of such sheets). Some woven
fabrics here are far softer: they follow the cotton that Miguel et al. 2013 measured to 6 N on 10 cm, which is longer
by a quarter there. Where cloth has to bear more than its weight, take denim, from values that Kawabata's instruments
printed, longer by 5 % there, acrylic-twill or worsted, whose curves end at 5 to 11 %, or a sheet of your own
([fit.md](fit.md#a-kes-sheet)).

![Swatches of 5 cm and drapes of all fabrics, from the side and above](images/fabrics.png)

A swatch is drawn by the weave that a fabric's file names, plain where it names none. Files that ` + "`" + `hysteron fit` + "`" + ` writes
have that of ` + "`" + `--base` + "`" + `.
`

// writeTruth writes the page and images/fabrics.png in its folder.
func (f *fabricsCommand) writeTruth(c *console) error {
	const side = 220
	artist := report.Artist{Width: side, Height: side, Quality: render.High}
	defer artist.Close()
	page := truthHead
	const columns = 2
	rows := (len(f.Names) + columns - 1) / columns
	sheet := image.NewRGBA(image.Rect(0, 0, 3*side*columns, (side+report.LabelHeight)*rows))
	for i, name := range f.Names {
		c.line(name)
		fabric, err := scenes.LoadFabric(name)
		if err != nil {
			return param.Wrong(err)
		}
		t, err := measureTruth(c.ctx, fabric)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		print, err := fingerprint(name)
		if err != nil {
			return err
		}
		numbers, err := truthNumbers(name)
		if err != nil {
			return err
		}
		page += "\n" + numbers + "\n" + t.behaviour(print) + "\n"
		near := render.Scene{Meshes: []render.Mesh{report.Swatch(0.05, render.Woven(swatchColour,
			render.WeaveNamed(fabric.Weave)))}}
		hung, box := t.drape.Scene(swatchColour, fabric.Weave)
		corner := image.Pt(3*side*(i%columns), (side+report.LabelHeight)*(i/columns))
		report.Label(sheet, corner.Add(image.Pt(0, side)), 3*side,
			fmt.Sprintf("%s: 5 cm, drawn as %s; drape %.0f %%, %d "+
				"folds, from the side and above", name, weaveOf(&fabric), t.drape.Coefficient, t.drape.Folds))
		for k, p := range []struct {
			scene     *render.Scene
			box       render.Box
			elevation float64
		}{{&near, render.Box{Min: r3.Vec{X: -0.018, Y: -0.016}, Max: r3.Vec{X: 0.018, Y: 0.016}}, 0.1},
			{&hung, box, 25 * math.Pi / 180}, {&hung, box, drapeElevation}} {
			img, err := artist.Draw(c.ctx, p.scene, p.box, 0.3, p.elevation)
			if err != nil {
				return err
			}
			if img == nil {
				return fmt.Errorf("no pictures: %w", artist.Missing())
			}
			at := corner.Add(image.Pt(k*side, 0))
			draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(side, side))}, img, image.Point{}, draw.Src)
		}
	}
	data, err := report.PNG(sheet)
	if err != nil {
		return err
	}
	folder, name := filepath.Split(f.swatches())
	if err := report.WriteFile(folder, name, data); err != nil {
		return err
	}
	return writeBytes(f.Markdown, []byte(page))
}

// swatches returns the path of the picture.
func (f *fabricsCommand) swatches() string {
	return filepath.Join(filepath.Dir(f.Markdown), "images", "fabrics.png")
}
