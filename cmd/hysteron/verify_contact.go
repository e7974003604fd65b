package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/check"
	"hysteron/param"
	"hysteron/scenes"
	"hysteron/sim"
)

type verifyContact struct {
	Paths    []string `arg:"" name:"path" help:"Folders of runs, of caches or of OBJ files; .pc2 files; .obj files, which together are one sequence: NAME1.obj, NAME2.obj … of one mesh, or PART.0001.obj … of several."`
	Topology string   `placeholder:"FILE.obj" help:"Triangles of the caches (default: the OBJ file of the same name beside each)."`
	Pairs    int      `default:"3" placeholder:"N" help:"Intersecting pairs to list per frame (--pairs=-1: all)."`
	NoBody   bool     `help:"Of runs, check the cloth alone, without the bodies of its scene."`
	JSON     bool     `name:"json" help:"Print JSON, with all frames."`
}

// Help returns the rules by which intersections are counted.
func (*verifyContact) Help() string {
	return "Triangles intersect if they have a point in common that is not part of a shared corner or edge; touching " +
		"counts. " +
		"The answers are exact for the coordinates in the files. Garments of a folder, and the parts of an exported frame, " +
		"are checked together; those of a run also against the bodies and the ground of its scene. " +
		"Faces are counted from 0 within their garment. Exit status: 0 no intersection, 1 some, 2 wrong input."
}

// errFound ends the command with status 1 after intersections were printed.
var errFound = errors.New("found")

// noBodies is the reason why cloth of files is checked without bodies.
const noBodies = "no bodies are among the files"

func (v *verifyContact) Run(c *console) error {
	var objs []string
	var reports []*check.RunReport
	bar := newProgress(c)
	checkOne := func(path, alone string, f func(each func(done, frames int)) (*check.RunReport, error)) error {
		r, err := f(func(done, frames int) {
			bar.show(sim.Progress{Stage: "checking " + path, Done: float64(done) / float64(frames), Left: -1})
		})
		bar.end()
		if err != nil {
			if c.ctx.Err() != nil {
				return err
			}
			return param.Wrong(err)
		}
		if len(r.Bodies) == 0 {
			r.Alone = alone
		}
		reports = append(reports, r)
		return nil
	}
	for _, path := range v.Paths {
		if info, err := os.Stat(path); err == nil && !info.IsDir() && strings.EqualFold(filepath.Ext(path), ".obj") {
			objs = append(objs, path)
			continue
		}
		opt := check.RunOptions{Topology: v.Topology, Pairs: v.Pairs}
		alone := noBodies
		switch _, err := os.Stat(filepath.Join(path, "input.json")); {
		case v.NoBody:
			alone = "--no-body"
		case err != nil:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				alone = "bodies and ground were not checked: there is no input.json of a run, which names them"
			}
		default:
			alone = ""
			setup, err := c.loadRun(path)
			switch {
			case errors.Is(err, sim.ErrInterrupted):
				return err
			case err != nil:
				return fmt.Errorf("%w; --no-body checks the cloth alone", err)
			}
			opt.Bodies, opt.Planes = bodiesOf(setup)
		}
		err := checkOne(path, alone, func(each func(done, frames int)) (*check.RunReport, error) {
			return check.CheckRun(c.ctx, path, opt, each)
		})
		if err != nil {
			return err
		}
	}
	if len(objs) > 0 {
		name := objs[0]
		if len(objs) > 1 {
			name += " … " + objs[len(objs)-1]
		}
		err := checkOne(name, noBodies, func(each func(done, frames int)) (*check.RunReport, error) {
			return check.CheckFiles(c.ctx, name, objs, check.RunOptions{Pairs: v.Pairs}, each)
		})
		if err != nil {
			return err
		}
	}
	found := false
	for _, r := range reports {
		found = found || r.Intersecting > 0
	}
	if v.JSON {
		if err := c.printJSON(struct {
			Reports []*check.RunReport `json:"reports"`
		}{reports}); err != nil {
			return err
		}
	} else {
		for _, r := range reports {
			printContacts(c, r)
		}
	}
	if found {
		return errFound
	}
	return nil
}

// bodiesOf returns the bodies and ground planes of a scene for the independent checker.
func bodiesOf(setup *scenes.Setup) (bodies []check.Body, planes []check.Plane) {
	for k, b := range setup.Bodies {
		bodies = append(bodies, check.Body{
			Name: setup.Scene.Bodies[k].Name, Triangles: b.Triangles(), Vertices: b.NumVertices(),
			Positions: func(x []r3.Vec, frame int) { b.Positions(x, setup.Scene.FrameTime(frame)) },
		})
	}
	for _, q := range setup.Colliders {
		if q.Surface == nil {
			planes = append(planes, check.Plane{Point: q.Point, Normal: q.Normal})
		}
	}
	return bodies, planes
}

func printHits(c *console, hits []check.Hit) {
	for _, h := range hits {
		fmt.Fprintf(c.out, "    %s face %d and %s face %d at (%.4f, %.4f, %.4f) m\n", h.A.Garment, h.A.Face, h.B.Garment,
			h.B.Face, h.At[0], h.At[1], h.At[2])
	}
}

// printContacts prints the frames with intersections and a summary.
func printContacts(c *console, r *check.RunReport) {
	for _, f := range r.Frames {
		if f.Self+f.Body == 0 {
			continue
		}
		name := fmt.Sprintf("frame %g", f.Frame)
		if f.Name != "" {
			name = f.Name
		}
		fmt.Fprintf(c.out, "%s: %s: %d pairs of cloth triangles intersect", r.Path, name, f.Self)
		if f.Body > 0 {
			fmt.Fprintf(c.out, ", %d body penetrations", f.Body)
		}
		if f.More {
			fmt.Fprint(c.out, ", and more that are not counted")
		}
		fmt.Fprintln(c.out)
		printHits(c, f.Pairs)
	}
	against := ""
	if len(r.Bodies) > 0 {
		against = " against " + strings.Join(r.Bodies, ", ")
	}
	if r.Alone != "" {
		against = ", the cloth alone (" + r.Alone + ")"
	}
	result := "no intersection in any frame"
	if r.Intersecting > 0 {
		result = fmt.Sprintf("%d frames with intersections: up to %d of the cloth with itself, up to %d body penetrations",
			r.Intersecting, r.Self, r.Body)
	}
	triangles := strconv.Itoa(r.Triangles)
	if r.Least < r.Most {
		triangles = fmt.Sprintf("%d to %d", r.Least, r.Most)
	}
	fmt.Fprintf(c.out, "%s: %d frames of %s (%s triangles)%s: %s\n", r.Path, len(r.Frames), strings.Join(r.Garments, ", "),
		triangles, against, result)
}
