package reproduce

import (
	"fmt"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/sim"
	"hysteron/verify/wrinkles"
)

var kneeLift = Experiment{
	Name:  "knee-lift",
	Title: "Trousers of a character that lifts its knee",
	Paper: "Miguel et al. 2013, figure 14, §6",
	Claim: "When the knee is lifted, the fabric around it is stretched strongly; with internal friction it stays deformed after the knee is lowered, and its surface is more irregular than without.",
	run:   runKneeLift,
}

var jumpingJack = Experiment{
	Name:  "jumping-jack",
	Title: "The shirt of a character doing jumping jacks",
	Paper: "Miguel et al. 2013, figure 15, §6",
	Claim: "With internal friction folds are more stable: those on the left of the chest stay through the motion, without friction they disappear half-way.",
	run:   runJumpingJack,
}

// clothedRun is a scene with and without internal friction, as folders of runs.
type clothedRun struct {
	scene  string
	setups [2]*scenes.Setup
	dirs   [2]string
	infos  [2]*sim.RunInfo
}

var (
	clothedNames = [2]string{"with internal friction", "without"}
	clothedFiles = [2]string{"friction", "none"}
)

// clothed runs a scene of a dressed character both ways. Runs that were broken off go on.
func (r *journal) clothed(scene string) (*clothedRun, error) {
	c := &clothedRun{scene: scene}
	for k := range c.dirs {
		set := []string{fmt.Sprintf("friction.internal=%v", k == 0)}
		if r.opt.Quick {
			set = append(set, "garment.trousers.edge_length_m=0.03", "garment.tee.edge_length_m=0.03")
		}
		s, err := scenes.Load(scene, set)
		if err != nil {
			return nil, err
		}
		if c.setups[k], err = s.Build(); err != nil {
			return nil, err
		}
		size := map[bool]string{true: "-quick", false: ""}[r.opt.Quick] // a run only goes on with its own settings
		c.dirs[k] = filepath.Join(r.dir, clothedFiles[k]+size)
		c.infos[k], err = sim.Run(r.ctx, c.setups[k], sim.Options{
			Dir: c.dirs[k], Backend: r.opt.Backend, NoRender: true, Resume: true, SameProgram: true,
			Progress: func(p sim.Progress) {
				if p.Stage == "simulating" && p.Frame%10 == 0 {
					r.note("%s: frame %d of %d", clothedNames[k], p.Frame, p.Last)
				}
			},
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", clothedNames[k], err)
		}
		r.Backend = c.infos[k].Backend + " (" + c.infos[k].Device + ")"
	}
	return c, nil
}

// measure follows a garment inside a box, since a frame (0: the first), in both runs.
func (c *clothedRun) measure(garment string, box *wrinkles.Box, since float64) (out [2]*wrinkles.Garment, err error) {
	for k := range out {
		opt := wrinkles.Options{Box: box}
		if since > 0 {
			opt.Since = &since
		}
		all, err := wrinkles.Run(c.dirs[k], opt)
		if err != nil {
			return out, err
		}
		for i := range all {
			if all[i].Name == garment {
				out[k] = &all[i]
			}
		}
		if out[k] == nil {
			return out, fmt.Errorf("%s: nothing of garment %q in the box", c.dirs[k], garment)
		}
	}
	return out, nil
}

// at is the measurement of a frame.
func at(g *wrinkles.Garment, frame float64) (wrinkles.Frame, error) {
	for _, f := range g.Frames {
		if f.Frame == frame {
			return f, nil
		}
	}
	return wrinkles.Frame{}, fmt.Errorf("garment %q has no frame %g", g.Name, frame)
}

// frame reads the positions of a frame (as counted by files) of run k.
func (c *clothedRun) frame(k, frame int) ([]r3.Vec, error) {
	setup := c.setups[k]
	x := make([]r3.Vec, len(setup.Model.X0))
	for _, part := range setup.Model.Parts {
		p, err := formats.OpenPC2(filepath.Join(c.dirs[k], "cache", part.Name+".pc2"))
		if err != nil {
			return nil, err
		}
		err = p.ReadFrame(frame-setup.Scene.StartFrame, x[part.Vertices.Lo:part.Vertices.Hi])
		if cerr := p.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return nil, err
		}
	}
	return x, nil
}

// stretched is how far a garment has strained inside a box from one frame to another, in both runs.
func (c *clothedRun) stretched(garment string, box *wrinkles.Box, from, to int) (out [2]float64, err error) {
	for k, setup := range c.setups {
		part := slices.IndexFunc(setup.Model.Parts, func(p cloth.PartInfo) bool { return p.Name == garment })
		if part < 0 {
			return out, fmt.Errorf("%s: no garment %q", c.scene, garment)
		}
		a, err := c.frame(k, from)
		if err != nil {
			return out, err
		}
		b, err := c.frame(k, to)
		if err != nil {
			return out, err
		}
		out[k] = strained(setup.Model, part, box, a, b)
	}
	return out, nil
}

// shoot draws a frame (as counted by files) of both runs. With since, another frame, it shows how far the cloth has
// strained from there [%].
func (r *journal) shoot(c *clothedRun, frame int, v view, since ...int) (images []report.Figure, err error) {
	for k, setup := range c.setups {
		x, err := c.frame(k, frame)
		if err != nil {
			return nil, err
		}
		v.time = setup.Scene.FrameTime(frame - setup.Scene.StartFrame)
		kind := "frame"
		for _, before := range since {
			kind = "strain"
			from, err := c.frame(k, before)
			if err != nil {
				return nil, err
			}
			v.strain = make([]float64, len(setup.Model.Tri))
			for t := range v.strain {
				v.strain[t] = 100 * strainChange(setup.Model, t, from, x)
			}
		}
		images = append(images, r.draw(fmt.Sprintf("%s-%03d-%s", kind, frame, clothedFiles[k]), fmt.Sprintf("frame %d, %s", frame, clothedNames[k]), setup, x, v))
	}
	return images, nil
}

// quality tells how well the runs went.
func (r *journal) quality(c *clothedRun) {
	var rows [][]string
	for k, i := range c.infos {
		rows = append(rows, []string{clothedNames[k], fmt.Sprint(i.Frames), fmt.Sprint(i.Steps), fmt.Sprint(i.UnconvergedSteps), fmt.Sprint(i.SelfIntersections), fmt.Sprint(i.BodyPenetrations), fmt.Sprintf("%.2f", i.MaxStretch)})
	}
	r.table("How the runs of "+c.scene+" went (run.json).", []string{"run", "frames", "steps", "unconverged steps", "self-intersections, worst frame", "body penetrations, worst frame", "largest stretch"}, rows)
}

// The knee is highest at kneeUp; it is down again, and the character stands still, from kneeDown on.
const kneeUp, kneeDown, kneeLast = 25, 49, 72

func runKneeLift(r *journal) error {
	c, err := r.clothed("tee-trousers-knee-lift")
	if err != nil {
		return err
	}
	r.page.Text("The built-in scene tee-trousers-knee-lift, with and without internal friction of the fabrics; the knee is down again at frame %d. Measured over the left knee of the trousers, root mean square: change of the Green strain of triangles, which is the stretch that stays, and of the angles over edges, which are the folds.", kneeDown)
	knee := &wrinkles.Box{Min: r3.Vec{Y: 0.35, Z: -0.3}, Max: r3.Vec{X: 0.5, Y: 0.65, Z: 0.4}}
	left, err := c.measure("trousers", knee, 0)
	if err != nil {
		return err
	}
	later, err := c.measure("trousers", knee, kneeDown)
	if err != nil {
		return err
	}
	var kept, drift [2]float64
	for k := range kept {
		f, err := at(left[k], kneeLast)
		if err != nil {
			return err
		}
		g, err := at(later[k], kneeLast)
		if err != nil {
			return err
		}
		kept[k], drift[k] = f.Angle, g.Angle
	}
	start := c.setups[0].Scene.StartFrame
	both := view{azimuth: 25, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0.2, Z: -0.15}, Max: r3.Vec{X: 0.35, Y: 1, Z: 0.5}}}
	behind := view{azimuth: 205, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.1, Y: 0.15, Z: -0.15}, Max: r3.Vec{X: 0.3, Y: 0.75, Z: 0.2}}}
	for _, p := range []struct {
		frame   int
		view    view
		caption string
	}{{kneeUp, both, "The knee at its highest."}, {kneeLast, behind, "A second after it is down, from behind."}} {
		images, err := r.shoot(c, p.frame, p.view)
		if err != nil {
			return err
		}
		r.page.Figures(p.caption, images...)
	}
	colours := render.Legend{Title: "Change of strain", Unit: "%", Max: 6}
	maps, err := r.shoot(c, kneeLast, view{azimuth: 25, elevation: 5, bounds: behind.bounds, legend: colours}, start)
	if err != nil {
		return err
	}
	r.page.Figures("The stretch that stays: change of the Green strain since the first frame.", maps...)
	r.quality(c)
	lifted, err := c.stretched("trousers", knee, start, kneeUp)
	if err != nil {
		return err
	}
	stays, err := c.stretched("trousers", knee, start, kneeLast)
	if err != nil {
		return err
	}
	r.tell("change of strain at the knee while it is up, with friction and without", "–", fmt.Sprintf("%.1f %% and %.1f %%", 100*lifted[0], 100*lifted[1]), lifted[0])
	r.find("change of strain left at the knee a second after it is down, with friction over without", "> 1", fmt.Sprintf("%.2f %% over %.2f %%", 100*stays[0], 100*stays[1]), stays[0]/stays[1], stays[0] > stays[1])
	r.find("change of the folds left at the knee a second after it is down, with friction over without", "> 1", fmt.Sprintf("%.2f° over %.2f°", kept[0], kept[1]), kept[0]/kept[1], kept[0] > kept[1])
	r.find("change of the folds while the character stands, with friction over without", "< 1: folds stay where they are", fmt.Sprintf("%.2f° over %.2f°", drift[0], drift[1]), drift[0]/drift[1], drift[0] < drift[1])
	return nil
}

// Pairs of frames of the same pose, a jumping jack apart, each to a frame or less: landed with arms
// and feet together, and landed with arms up and feet apart. After the third the arms stay half-way,
// which is another pose.
var samePose = []struct {
	pose     string
	from, to int
}{{"feet together", 39, 68}, {"feet apart, arms up", 22, 51}, {"feet apart, arms up", 51, 80}}

func runJumpingJack(r *journal) error {
	c, err := r.clothed("tee-trousers-jumping-jack")
	if err != nil {
		return err
	}
	r.page.Text("The built-in scene tee-trousers-jumping-jack. Folds on the left of the chest are compared between frames of the same pose, a jumping jack apart: root mean square change of the angles over edges of the shirt.")
	chest := &wrinkles.Box{Min: r3.Vec{Y: 1.1, Z: 0}, Max: r3.Vec{X: 0.2, Y: 1.42, Z: 0.4}}
	var rows [][]string
	var change [2]float64 // mean
	for _, p := range samePose {
		g, err := c.measure("tee", chest, float64(p.from))
		if err != nil {
			return err
		}
		row := []string{p.pose, fmt.Sprintf("%d and %d", p.from, p.to)}
		for k := range g {
			f, err := at(g[k], float64(p.to))
			if err != nil {
				return err
			}
			row = append(row, fmt.Sprintf("%.2f°", f.Angle))
			change[k] += f.Angle / float64(len(samePose))
		}
		rows = append(rows, row)
	}
	r.table("Change of the folds from one jumping jack to the next.", append([]string{"pose", "frames"}, clothedNames[:]...), rows)
	v := view{azimuth: 20, elevation: 5, bounds: render.Box{Min: r3.Vec{X: -0.25, Y: 0.95, Z: -0.15}, Max: r3.Vec{X: 0.25, Y: 1.5, Z: 0.2}}}
	for _, frame := range []int{39, 68, 51, 80} {
		images, err := r.shoot(c, frame, v)
		if err != nil {
			return err
		}
		r.page.Figures("", images...)
	}
	r.quality(c)
	r.find("change of the folds on the chest from one jumping jack to the next, mean of three, with friction over without", "< 1: folds stay", fmt.Sprintf("%.2f° over %.2f°", change[0], change[1]), change[0]/change[1], change[0] < change[1])
	return nil
}
