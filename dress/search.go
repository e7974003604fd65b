package dress

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/cloth"
	"hysteron/placement"
	"hysteron/scenes"
)

// Trial is a garment whose seams were drawn together from one place, with long edges and without weight.
type Trial struct {
	By      r3.Vec   // how far from where the scene has it [m]
	Stretch float64  // the largest principal one
	Amiss   []string // openings that are not around what they are for
	Inside  float64  // share of its vertices that are in the flesh by more than a 200th of the body's height
	Done    bool     // its seams were drawn together within the work that a trial may take
}

// Cost is the objective of placement: openings that are not around what they are for, stretch, cloth in the flesh, and,
// so that of equals the nearest is taken, the shift.
func (t *Trial) Cost() float64 {
	cost := float64(len(t.Amiss)) + t.excess() + t.Inside + r3.Norm(t.By)/10
	if !t.Done {
		cost += 2
	}
	return cost
}

// excess is by how much it is stretched; what is torn is torn.
func (t *Trial) excess() float64 { return min(t.Stretch, 4) - 1 }

// wellDressed is the stretch up to which there is no need to look on: the tee on the mannequin that it is drawn for has
// 1.22, with edges of 4 cm.
const wellDressed = 1.3

// good tells whether there is no need to look on.
func (t *Trial) good() bool {
	return t.Done && len(t.Amiss) == 0 && t.Stretch < wellDressed && t.Inside == 0
}

// worn tells whether it came to be worn as its pattern means, if tightly.
func (t *Trial) worn() bool { return t.Done && len(t.Amiss) == 0 && t.Stretch < slack && t.Inside == 0 }

// Fails tells whether it does not come on from there at all.
func (t *Trial) Fails() bool { return !t.Done || len(t.Amiss) > 0 || t.Stretch > cloth.TearStretch }

// String says how a trial came out, for people.
func (t *Trial) String() string {
	text := fmt.Sprintf("%s: stretched %.2f times", where(t.By), t.Stretch)
	switch {
	case !t.Done:
		text += ", its seams stay open"
	case len(t.Amiss) > 0:
		text += ", " + t.Amiss[0]
	}
	return text
}

func where(by r3.Vec) string {
	switch {
	case by == (r3.Vec{}):
		return "as it is"
	case by.Y > 0:
		return fmt.Sprintf("%.2f m higher", by.Y)
	}
	return fmt.Sprintf("%.2f m lower", -by.Y)
}

// Bounds of the search.
const (
	trialEdge   = 0.04 // edges of the cloth that is tried [m]
	trialNewton = 1000 // Newton iterations of a trial; measured: tees take 150 to 230, trousers in T-pose over 400
	trialsMost  = 8    // of a garment
)

// Search tries a garment from a pattern, alone on the first body, from where the scene has it and from other heights,
// until it is worn well, and returns the trials, the best one first. The work is bounded: at most trialsMost trials.
// There are none where there is nothing to try: no body that stands, or a garment that hangs on something else.
// failed tells that it is known not to come on from where it is.
func Search(setup *scenes.Setup, garment int, failed bool, o Options) ([]Trial, error) {
	alone, err := onlyGarment(setup, garment, nil)
	if alone == nil || err != nil {
		return nil, err
	}
	f, err := placement.New(alone.Bodies[0])
	if err != nil || !f.Stands() {
		return nil, nil
	}
	var tried []Trial
	for _, by := range f.Heights(alone.AtStart(0)) {
		if failed && by == (r3.Vec{}) {
			continue
		}
		t, err := try(alone, by, o)
		if err != nil {
			return nil, err
		}
		tried = append(tried, t)
		if t.good() || len(tried) == trialsMost {
			break
		}
	}
	slices.SortStableFunc(tried, func(a, b Trial) int { return cmp.Compare(a.Cost(), b.Cost()) })
	return tried, nil
}

// onlyGarment is the scene with one garment alone, of long edges, and its first body; nil where there is no such thing.
func onlyGarment(setup *scenes.Setup, garment int, change func(*scenes.Scene)) (*scenes.Setup, error) {
	p := &setup.Pieces[garment]
	if !p.Garment || p.Sewn || garment >= len(setup.Scene.Garments) || len(setup.Bodies) != 1 {
		return nil, nil
	}
	scene := *setup.Scene
	g := scene.Garments[garment]
	g.EdgeLength = max(g.EdgeLength, trialEdge)
	scene.Garments, scene.Sheets, scene.Tubes, scene.Meshes = []scenes.Garment{g}, nil, nil, nil
	if change != nil {
		scene.Bodies = slices.Clone(scene.Bodies)
		change(&scene)
	}
	return scene.Build()
}

// shifted is a scene whose only garment starts elsewhere.
func shifted(setup *scenes.Setup, by r3.Vec) *scenes.Setup {
	s, m := *setup, *setup.Model
	m.X0 = slices.Clone(m.X0)
	s.Model, s.Parts = &m, slices.Clone(s.Parts)
	s.Parts[0].X = slices.Clone(s.Parts[0].X)
	for _, x := range [][]r3.Vec{m.X0, s.Parts[0].X} {
		for v := range x {
			x[v] = r3.Add(x[v], by)
		}
	}
	return &s
}

// try draws the seams of the only garment of a scene together, from by beside where it starts.
func try(setup *scenes.Setup, by r3.Vec, o Options) (Trial, error) {
	d := &dresser{setup: shifted(setup, by), work: trialNewton,
		opt: Options{Watch: o.Watch, Progress: func(string, float64) {}, Note: func(string) {},
			Show: func([]r3.Vec, float64) {}}}
	defer d.close()
	t := Trial{By: by, Stretch: math.Inf(1)}
	start := d.setup.AtStart(0)
	if d.setup.NotAround(0) != "" {
		t.Amiss = []string{"it is beside the body"}
		return t, nil
	}
	d.setup, _ = pose(d.setup)
	at := d.settleTime()
	colliders := d.setup.Colliders
	if d.away = findAway(d.setup, -at); d.away != nil {
		colliders = d.away.colliders(d.setup)
	}
	if err := d.open(colliders); err != nil {
		return t, err
	}
	d.sim.State.Time = -at
	err := d.closeSeams()
	var trouble *Trouble
	if t.Done = err == nil; err != nil && !errors.Is(err, errStalled) && !errors.As(err, &trouble) {
		return t, err
	}
	x := d.sim.State.X
	t.Stretch = d.sim.MaxStretch()
	f, err := placement.New(d.setup.Bodies[0])
	if err != nil {
		return t, err
	}
	t.Amiss = f.Amiss(start.Openings(), x, start.X, f)
	t.Inside = f.Inside(x)
	return t, nil
}

// improve tries other places for garments that could not be put on from where they are, and moves them where that is
// better. It tells whether any was moved.
func improve(setup *scenes.Setup, o Options) (moved bool, err error) {
	for i := range setup.Scene.Garments {
		if i >= len(setup.Pieces) || len(setup.Parts[i].Pins) > 0 {
			continue
		}
		tried, err := Search(setup, i, true, o)
		if err != nil {
			return false, err
		}
		if len(tried) == 0 || !tried[0].worn() {
			continue
		}
		move(setup, i, tried[0].By)
		moved = true
		text := fmt.Sprintf("%s could not be put on from where it is; of %d places the best is %s", setup.Parts[i].Name,
			len(tried), tried[0].String())
		if len(tried) > 1 {
			text += "; second " + tried[1].String()
		}
		o.Note(text + fmt.Sprintf(": offset_m = %s starts it there", setup.Moved(i, r3.Vec{})))
	}
	return moved, nil
}

// move starts a garment elsewhere.
func move(setup *scenes.Setup, garment int, by r3.Vec) {
	scene := *setup.Scene
	scene.Garments = slices.Clone(scene.Garments)
	scene.Garments[garment].Offset = r3.Add(scene.Garments[garment].Offset, by)
	setup.Scene = &scene
	v := setup.Model.Parts[garment].Vertices
	for _, x := range [][]r3.Vec{setup.Model.X0[v.Lo:v.Hi], setup.Parts[garment].X} {
		for k := range x {
			x[k] = r3.Add(x[k], by)
		}
	}
}

// sizes and scales are what is tried as a cure of a tight place, in this order.
var (
	sizes  = []string{"EN-36", "EN-34", "EN-38", "EN-40"}
	scales = []float64{1.05, 1.1, 1.2}
)

// cures tries what may cure a garment that is tight: another size of a mannequin without measurements of its own, and a
// larger pattern; the first of each that does, with the stretch that it leaves.
func cures(setup *scenes.Setup, garment int, o Options) (found []string, err error) {
	first := func(name string, n int, change func(k int, s *scenes.Scene) (text string)) error {
		for k := range n {
			text := ""
			alone, err := onlyGarment(setup, garment, func(s *scenes.Scene) { text = change(k, s) })
			if alone == nil || err != nil {
				return nil
			}
			t, err := try(alone, r3.Vec{}, o)
			if err != nil {
				return err
			}
			if t.worn() {
				found = append(found, fmt.Sprintf("%s.%s (%.2f times)", name, text, t.Stretch))
				return nil
			}
		}
		return nil
	}
	b := &setup.Scene.Bodies[0]
	if b.Kind == "mannequin" && b.StandardSize == "" && b.Measurements == (body.Measurements{}) {
		err = first("body."+b.Name, len(sizes), func(k int, s *scenes.Scene) string {
			s.Bodies[0].StandardSize = sizes[k]
			return fmt.Sprintf("size = %q", sizes[k])
		})
		if err != nil {
			return nil, err
		}
	}
	err = first("garment."+setup.Parts[garment].Name, len(scales), func(k int, s *scenes.Scene) string {
		s.Garments[0].Scale = cmp.Or(s.Garments[0].Scale, 1) * scales[k]
		return fmt.Sprintf("scale = %.3g", s.Garments[0].Scale)
	})
	return found, err
}

// warnTight tells of cloth that starts though it is tight, with the cures that were found by trying them.
func (d *dresser) warnTight(t *Trouble) error {
	text := "tight: " + t.Err.Error()
	worst, _, _ := taut(d.setup.Model, t.X)
	found, err := cures(d.setup, int(d.setup.Model.Rest[worst].Part), d.opt)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		text += "; tried, this cures it: " + strings.Join(found, ", or ")
	}
	d.opt.Note(text + "; it starts all the same (dress.strict = true ends the run instead)")
	if d.opt.Tight != nil {
		d.opt.Tight(t)
	}
	return nil
}
