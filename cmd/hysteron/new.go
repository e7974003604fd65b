package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/dress"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/scenes/newscene"
	"hysteron/sim"
)

type newCommand struct {
	Pattern   []string `required:"" short:"p" placeholder:"FILE" help:"Sewing pattern (.json, .svg, .dxf, or a built-in one), or garment as a mesh (.obj, .ply, .gltf, .glb); several from the body out."`
	Body      string   `default:"mannequin" short:"b" placeholder:"FILE" help:"Character (.glb, .gltf, .vrm), mesh (.obj, .ply), or clip of the mannequin."`
	Fabric    string   `default:"cotton" help:"Fabric of all of them, built in or a file."`
	Scale     float64  `placeholder:"M" help:"Metres per unit of garments that are meshes (default: found by size and girth)."`
	BodyScale float64  `placeholder:"M" help:"Metres per unit of the body's file (default: found by height)."`
	Track     string   `placeholder:"FILE" help:"What moves a body that is an OBJ or PLY file: .pc2, .mdd, or one mesh per frame (walk-####.obj)."`
	BodyMesh  []string `placeholder:"NAME" help:"Of a glTF file of several meshes take these as the body, by the names of meshes or nodes."`
	Size      string   `placeholder:"NAME" help:"Of drawings that have several sizes the one that is taken (default: their sample size)."`
	Only      []string `placeholder:"NAME" help:"Of files of several pieces take these garments alone, as they are called in the scene."`
	Output    string   `short:"o" placeholder:"FILE" help:"The scene file (default: NAME.toml; - for the terminal)."`
	outputFlag
}

// place searches the placement of a garment of a new scene by trial dressings.
func (c *console) place(setup *scenes.Setup, garment int) (newscene.Place, error) {
	bar := newProgress(c)
	defer bar.end()
	tried, err := dress.Search(setup, garment, dress.Options{Progress: func(stage string, done float64) {
		bar.show(sim.Progress{Stage: stage, Done: done, Left: -1})
	}})
	if err != nil || len(tried) == 0 {
		return newscene.Place{}, err
	}
	best := &tried[0]
	if best.Fails() {
		scaled := make([]string, 0, len(tried))
		for _, t := range tried {
			if text := fmt.Sprintf("%.3g", t.Scale); t.Scale != 1 && !slices.Contains(scaled, text) {
				scaled = append(scaled, text)
			}
		}
		return newscene.Place{Fails: fmt.Sprintf("%s tried, at scale 1 and %s; the best is %s",
			scenes.Several(len(tried), "place"), strings.Join(scaled, ", "), best)}, nil
	}
	why := "of " + scenes.Several(len(tried), "place") + " that were tried the best: " + best.String()
	if len(tried) > 1 {
		why += "; second " + tried[1].String()
	}
	return newscene.Place{By: best.By, Scale: best.Scale, Why: why}, nil
}

func (n *newCommand) Run(c *console) error {
	for k, v := range []float64{n.Scale, n.BodyScale} {
		if v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			return param.Wrong(fmt.Errorf("%s=%g: expected metres per unit of the file, above 0",
				[]string{"--scale", "--body-scale"}[k], v))
		}
	}
	path := n.Output
	if path == "" {
		base := filepath.Base(n.Pattern[0])
		path = strings.TrimSuffix(base, filepath.Ext(base)) + ".toml"
	}
	dir, file := ".", ""
	rule := n.rule(append(slices.Clone(n.Pattern), n.Body, n.Fabric)...)
	if path != "-" {
		if err := rule.Check(output.Sealed, path); err != nil {
			return err
		}
		dir, file = filepath.Dir(path), filepath.Base(path)
		if err := output.Folder(dir); err != nil {
			return err
		}
	}
	var text []byte
	err := c.await(func() (err error) {
		text, err = newscene.New(newscene.Options{
			Patterns: n.Pattern, Body: n.Body, Fabric: n.Fabric, Scale: n.Scale, Size: n.BodyScale, Graded: n.Size,
			Track: n.Track, Meshes: n.BodyMesh, Only: n.Only, Dir: dir, File: file, Read: rule.Read, Note: c.warn,
			Place: c.place,
		})
		return err
	})
	var unsewn *newscene.Unsewn
	var left *newscene.LeftOut
	switch {
	case errors.Is(err, sim.ErrInterrupted): // the abandoned search may still write to text
		return err
	case errors.As(err, &unsewn):
		first := output.Rule{Reads: rule.Reads}
		text := func(w io.Writer) error { _, err := io.WriteString(w, unsewn.Text); return err }
		if werr := first.Write(output.Never, unsewn.File, text); werr != nil {
			return werr
		}
		return param.Wrong(fmt.Errorf("%s: expected how the panels are sewn and where they hang: a first one is written, "+
			"with all panels, and seams as comments; fill it in and call this again", unsewn.File))
	case err != nil && text == nil:
		return err
	case path == "-":
		_, werr := c.out.Write(text)
		return cmp.Or(werr, err)
	}
	if werr := writeBytes(path, output.Seal(text)); werr != nil {
		return werr
	}
	switch {
	case errors.As(err, &left):
		return errors.Join(fmt.Errorf("%s is written, without %s", path, strings.Join(left.Names, " and ")), err)
	case err != nil:
		return errors.Join(fmt.Errorf("%s is written, but needs a hand", path), err)
	}
	on := ""
	if n.Body == "mannequin" {
		on = ", on the mannequin that walks (-b FILE: on a body of your own)"
	}
	fmt.Fprintf(c.out, "%s%s: hysteron check %s, then hysteron run %s\n", path, on, path, path)
	return nil
}
