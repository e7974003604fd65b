package main

import (
	"fmt"
	"slices"

	"hysteron/check"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

type checkCommand struct {
	Scene   string   `arg:"" help:"Path of a scene file, or name of a built-in scene."`
	Dressed bool     `help:"Put the garments on first, as a run does, and look for intersections in what will be its first frame."`
	Output  string   `short:"o" placeholder:"DIR" help:"Where faces intersect, or cloth is in a body or around none, write the cloth with these faces in red to DIR/intersections.obj or trouble.obj, .png and -near.png (default: no files)."`
	Pairs   int      `default:"10" placeholder:"N" help:"Intersecting pairs of faces to list (--pairs=-1: all)."`
	Set     []string `sep:"none" placeholder:"path=value" help:"Change a value of the scene; may be repeated."`
	JSON    bool     `name:"json" help:"Print JSON."`
	deviceFlag
}

// intersections is the output about the start state.
type intersections struct {
	Dressed   bool        `json:"dressed"`
	Undressed bool        `json:"undressed_garments"`            // garments that dressing has still to put on
	Self      int         `json:"self_intersections"`            // intersecting pairs of faces
	Left      bool        `json:"panels_not_compared,omitempty"` // panels may intersect each other until they are dressed
	Body      int         `json:"body_penetrations"`
	Pairs     []check.Hit `json:"pairs"`
	Notes     []string    `json:"notes,omitempty"` // of untangling
	Files     []string    `json:"files,omitempty"`
}

func (k *checkCommand) Run(c *console) error {
	told := false
	err := k.check(c, &told)
	if k.JSON && !told && err != nil && c.ctx.Err() == nil {
		if jerr := c.printJSON(checked{Scene: k.Scene, Problems: unread(err)}); jerr != nil {
			return jerr
		}
	}
	return err
}

// check checks the scene. It sets told once the JSON is printed.
func (k *checkCommand) check(c *console, told *bool) error {
	if err := k.deviceFlag.check(false); err != nil {
		return err
	}
	scene, err := c.scene(k.Scene, k.Set)
	if err != nil {
		return err
	}
	counts, err := scene.Counts()
	if err != nil {
		return param.Wrong(err)
	}
	if !k.JSON {
		printCounts(c, counts)
	}
	setup, err := c.build(scene)
	if err != nil {
		return err
	}
	var problems []scenes.Problem
	if err := c.await(func() error { problems = setup.Problems(); return nil }); err != nil {
		return err
	}
	bad := scenes.Severe(problems)
	mass, other := setup.Weights()
	var at *intersections
	var refused error
	if !k.Dressed || bad == 0 { // a scene with errors may not be dressable
		if at, refused, err = k.intersections(c, setup, problems); err != nil {
			return err
		}
	}
	if k.JSON {
		*told = true
		list := make([]placed, len(problems))
		for i, p := range problems {
			list[i].Problem = p
		}
		err = c.printJSON(checked{k.Scene, len(setup.Model.X0), len(setup.Model.Tri), list, at})
	} else {
		for _, line := range setup.Sizes() {
			fmt.Fprintln(c.out, line)
		}
		for _, line := range scenes.Lines(problems) {
			fmt.Fprintln(c.out, line)
		}
		k.print(c, at)
		doubts, rest := len(scenes.Doubts(problems)), ""
		if other > 0 {
			rest = fmt.Sprintf(" and %.3g kg of solids and rigid bodies", other)
		}
		fmt.Fprintf(c.out, "%s: %d vertices, %d triangles, %.3g kg of cloth%s; %s, %s, %s\n",
			k.Scene, len(setup.Model.X0), len(setup.Model.Tri), mass, rest,
			scenes.Several(bad, "error"), scenes.Several(doubts-bad,
				"warning"), scenes.Several(len(problems)-doubts, "note"))
	}
	switch {
	case err != nil:
		return err
	case refused != nil:
		return refused
	case bad > 0:
		return errReported
	}
	return nil
}

// printCounts prints the sizes of the meshes before they are made.
func printCounts(c *console, counts []scenes.Count) {
	all := 0.0
	for _, n := range counts {
		fmt.Fprintf(c.out, "%s: about %.2g vertices and %.2g triangles\n", n.Name, n.Vertices, n.Triangles)
		all += n.Vertices
	}
	if all == 0 {
		return
	}
	build, run := scenes.Memory(all)
	free := ""
	if n, ok := scenes.FreeMemory(); ok {
		free = fmt.Sprintf(", of %.2g GB that are free", float64(n)/1e9)
	}
	fmt.Fprintf(c.out, "memory: about %.2g GB to build, %.2g GB to run%s\n", build/1e9, run/1e9, free)
}

// intersections checks the start state. refused is the reason why the garments cannot be dressed.
func (k *checkCommand) intersections(c *console, setup *scenes.Setup, problems []scenes.Problem) (at *intersections,
	refused, err error) {
	bar := newProgress(c)
	start, err := sim.CheckStart(c.ctx, setup, k.Dressed, bar.show)
	bar.end()
	if err != nil {
		return nil, nil, err
	}
	at = &intersections{Dressed: k.Dressed, Self: len(start.Found.Self), Left: start.Left,
		Body: start.Found.Penetrations(), Pairs: []check.Hit{}, Notes: start.Notes}
	if start.Found.More {
		at.Notes = append(at.Notes, fmt.Sprintf("more than %d pairs of faces intersect: no more are counted",
			len(start.Found.Self)))
	}
	at.Undressed = !k.Dressed && slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment })
	list := start.Found.Self
	if k.Pairs >= 0 {
		list = list[:min(len(list), k.Pairs)]
	}
	var names []string
	var first []int
	for _, p := range setup.Model.Parts {
		names, first = append(names, p.Name), append(first, p.Tris.Lo)
	}
	at.Pairs = append(at.Pairs, check.Hits(check.Mesh{X: start.X, Tri: setup.Model.Tri}, names, first, list)...)
	if k.Output != "" {
		var pictures error
		start.Device = k.Device
		if !k.Dressed {
			start.Mark(problems)
		}
		if at.Files, err, pictures = start.Write(k.Output); err != nil {
			return nil, nil, err
		}
		if pictures != nil {
			c.warn(fmt.Sprint("note: ", pictures))
		}
	}
	return at, start.Failed, nil
}

func (k *checkCommand) print(c *console, at *intersections) {
	if at == nil {
		return
	}
	for _, n := range at.Notes {
		fmt.Fprintln(c.out, n)
	}
	when := "at the start"
	switch {
	case at.Dressed:
		when = "once dressed"
	case at.Undressed:
		when = "before the garments are put on (--dressed does that first)"
	}
	if at.Left {
		fmt.Fprintln(c.out, "panels are not compared with each other: dressing will part them")
	}
	switch {
	case at.Self > 0:
		fmt.Fprintf(c.out, "%d pairs of faces intersect %s:\n", at.Self, when)
		printHits(c, at.Pairs)
		if n := at.Self - len(at.Pairs); n > 0 {
			fmt.Fprintf(c.out, "    and %d more (--pairs=-1 lists all)\n", n)
		}
		if k.Output == "" {
			fmt.Fprintln(c.out, "    -o DIR writes a mesh and pictures of them")
		}
	case at.Dressed:
		fmt.Fprintf(c.out, "no faces intersect %s\n", when)
	}
	if at.Body > 0 && !at.Undressed { // panels that are not dressed yet surround the body
		fmt.Fprintln(c.out, inBodies(at.Body, when))
	}
	for _, f := range at.Files {
		fmt.Fprintln(c.out, f)
	}
}
