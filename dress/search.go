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
	"hysteron/step"
)

// Trial is the result of dressing one garment from one place, with a coarse mesh: of closing its seams without weight,
// and, of a place that may be chosen, of settling with its weight until the motion begins.
type Trial struct {
	By      r3.Vec   // shift from the scene's place [m]
	Scale   float64  // relative to the scene's
	Stretch float64  // largest principal stretch
	Amiss   []string // openings that are not around their limb
	Inside  float64  // share of its vertices inside the body or below the feet, by more than a 200th of the height
	Done    bool     // the seams closed within the work of a trial
	Falls   string   // why it does not settle on the body; "": it does, or was not let settle

	sewn    *dresser // after its seams closed, until it settles; nil: settled, or cannot be put on
	settled bool
	start   *placement.Garment
}

// Cost is placement.Cost, and more if the seams stayed open or the garment does not settle. Cloth that is in the body
// once it has settled stays there, and counts as an opening that is amiss.
func (t *Trial) Cost() float64 {
	amiss := len(t.Amiss)
	if t.settled && t.Inside > 0 {
		amiss++
	}
	cost := placement.Cost(amiss, t.Stretch, t.Inside, t.By)
	if !t.Done || t.Falls != "" {
		cost += 2
	}
	return cost
}

// wellDressed is the stretch up to which the search ends. The tee on the mannequin that it is drawn for has 1.22 with
// edges of 4 cm.
const wellDressed = 1.3

// good reports whether the search may end.
func (t *Trial) good() bool {
	return t.Done && t.Falls == "" && len(t.Amiss) == 0 && t.Stretch < wellDressed && t.Inside == 0
}

// worn reports whether the garment is worn as its pattern means, perhaps tightly.
func (t *Trial) worn() bool {
	return t.Done && t.Falls == "" && len(t.Amiss) == 0 && t.Stretch < slack && t.Inside == 0
}

// buried is the share of vertices inside the body or below the feet above which a garment is not on the body. Guess:
// hems of trousers that are 7 cm too long have 0.05.
const buried = 0.2

// Fails reports whether the garment cannot be put on from there.
func (t *Trial) Fails() bool {
	return !t.Done || t.Falls != "" || len(t.Amiss) > 0 || t.Stretch > cloth.TearStretch || t.Inside > buried
}

// String describes the result of a trial.
func (t *Trial) String() string {
	text := where(t.By)
	if t.Scale != 1 {
		text += fmt.Sprintf(" at scale %.3g", t.Scale)
	}
	text += fmt.Sprintf(": stretched %.2f times", t.Stretch)
	switch {
	case !t.Done:
		text += ", its seams stay open"
	case t.Falls != "":
		text += ", " + t.Falls
	case len(t.Amiss) > 0:
		text += ", " + t.Amiss[0]
	case t.Inside > buried, t.settled && t.Inside > 0:
		text += fmt.Sprintf(", %.2g %% of it in the body or below its feet", 100*t.Inside)
	}
	return text
}

func where(by r3.Vec) string {
	if by == (r3.Vec{}) {
		return "as it is"
	}
	text := fmt.Sprintf("%.2f m %s", math.Abs(by.Y), map[bool]string{true: "higher", false: "lower"}[by.Y > 0])
	if aside := math.Hypot(by.X, by.Z); aside > 0 {
		text += fmt.Sprintf(" and %.2f m aside", aside)
	}
	return text
}

// Limits of the search.
const (
	trialEdge   = 0.04 // edges of the trial's mesh [m]
	trialNewton = 1000 // Newton iterations of a trial; measured: tees take 150 to 230, trousers in T-pose over 400
	trialsMost  = 8    // trials of a garment
	// Newton iterations of settling in a trial, after which the garment is judged where it has come to; measured with
	// edges of 4 cm: tees and trousers of characters take 140 to 960
	settleNewton = 2000
)

// Search tries a garment from a pattern, alone on the first body, from its place in the scene and from other heights,
// until it is worn well. It returns the trials, the best one first. If it is worn from no height, other scales are
// tried. There are at most trialsMost trials of heights, and as many of scales, and none without a standing body, or
// for a garment that hangs on something else.
func Search(setup *scenes.Setup, garment int, o Options) ([]Trial, error) {
	s, f, err := newSearch(setup, garment, o)
	if s == nil || err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.places(1, f.Places(s.alone.AtStart(0))); err != nil || s.tried[0].worn() {
		return s.tried, err
	}
	const heights = 2 // of each scale
	scales := f.Scales(s.alone.AtStart(0))
	if s.tried[0].Done { // it is large enough
		scales = slices.DeleteFunc(scales, func(x float64) bool { return x > 1 })
	}
	s.most = len(s.tried) + min(trialsMost, heights*len(scales))
	for _, scale := range scales {
		alone, err := onlyGarment(setup, garment, func(c *scenes.Scene) { rescale(&c.Garments[0], scale) })
		if err != nil {
			continue // the pattern cannot be cut
		}
		s.alone = alone
		places := f.Places(alone.AtStart(0))
		if err := s.places(scale, places[:min(heights, len(places))]); err != nil {
			return nil, err
		}
		if s.tried[0].worn() || len(s.tried) >= s.most {
			break
		}
	}
	return s.tried, nil
}

// search is the state of a search.
type search struct {
	alone *scenes.Setup // the garment alone
	tried []Trial       // best first
	most  int           // limit of trials
	opt   Options
}

// newSearch returns the search for a garment, nil if there is nothing to try. f is the body.
func newSearch(setup *scenes.Setup, garment int, o Options) (s *search, f *placement.Figure, err error) {
	alone, err := onlyGarment(setup, garment, nil)
	if alone == nil || err != nil {
		return nil, nil, err
	}
	f, err = placement.New(alone.Bodies[0])
	if err != nil || !f.Stands() {
		return nil, nil, nil
	}
	return &search{alone: alone, most: trialsMost, opt: o}, f, nil
}

// places tries places until the garment is worn well.
func (s *search) places(scale float64, places []placement.Place) error {
	for _, p := range places {
		if len(s.tried) >= s.most {
			break
		}
		t, err := try(s.alone, p.By, s.stage())
		if err != nil {
			return err
		}
		t.Scale = scale
		s.tried = append(s.tried, t)
		s.sort()
		if s.tried[0].good() {
			if err := s.settle(); err != nil || s.tried[0].good() {
				return err
			}
		}
	}
	return s.settle()
}

// sort sorts trials by their cost.
func (s *search) sort() {
	slices.SortStableFunc(s.tried, func(a, b Trial) int { return cmp.Compare(a.Cost(), b.Cost()) })
}

// settle lets the best garment settle, until the best one has.
func (s *search) settle() error {
	for s.tried[0].sewn != nil {
		if err := s.tried[0].settle(); err != nil {
			return err
		}
		s.sort()
	}
	return nil
}

// close frees what trials hold.
func (s *search) close() {
	for k := range s.tried {
		if d := s.tried[k].sewn; d != nil {
			d.close()
			s.tried[k].sewn = nil
		}
	}
}

// stage returns options that report the progress of a trial as that of the search, with the best trial so far.
func (s *search) stage() Options {
	text := fmt.Sprintf("placing %s: trial %d of at most %d", s.alone.Parts[0].Name, len(s.tried)+1, s.most)
	if len(s.tried) > 0 {
		text += ", best so far " + s.tried[0].String()
	}
	return s.opt.called(text)
}

// called returns options that report progress under the name of one stage.
func (o Options) called(stage string) Options {
	if tell := o.Progress; tell != nil {
		o.Progress = func(_ string, done float64) { tell(stage, done) }
	}
	return o
}

// rescale scales a garment.
func rescale(g *scenes.Garment, by float64) { g.Scale = cmp.Or(g.Scale, 1) * by }

// onlyGarment returns the scene with one garment, with a coarse mesh, and its first body; nil if there is none.
func onlyGarment(setup *scenes.Setup, garment int, change func(*scenes.Scene)) (*scenes.Setup, error) {
	p := &setup.Pieces[garment]
	if !p.Garment || p.Sewn || garment >= len(setup.Scene.Garments) || len(setup.Bodies) != 1 {
		return nil, nil
	}
	return coarse(setup.Scene.Alone(garment, true), change)
}

// coarse builds a scene of one garment, changed, with the mesh of trials.
func coarse(scene *scenes.Scene, change func(*scenes.Scene)) (*scenes.Setup, error) {
	g := &scene.Garments[0]
	g.EdgeLength = max(g.EdgeLength, trialEdge)
	if change != nil {
		change(scene)
	}
	return scene.Build()
}

// shifted returns the scene with its only garment shifted.
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

// try closes the seams of the only garment of a scene, shifted by by.
func try(setup *scenes.Setup, by r3.Vec, o Options) (Trial, error) {
	d := &dresser{setup: shifted(setup, by), work: trialNewton, opt: quiet(o)}
	t := Trial{By: by, Scale: 1, Stretch: math.Inf(1), start: d.setup.AtStart(0)}
	if d.setup.NotAround(0) != "" {
		t.Amiss = []string{"it is beside the body"}
		return t, nil
	}
	err := d.sew()
	var trouble *Trouble
	if t.Done = err == nil; err != nil && !errors.Is(err, errStalled) && !errors.As(err, &trouble) {
		d.close()
		return t, err
	}
	t.Stretch = d.sim.MaxStretch()
	if err := t.judge(d); err != nil || t.Fails() {
		d.close()
		return t, err
	}
	t.sewn = d
	return t, nil
}

// judge sets where the garment is now.
func (t *Trial) judge(d *dresser) error {
	x := d.sim.State.X
	f, err := placement.At(d.setup.Bodies[0], d.sim.State.Time)
	if err != nil {
		return err
	}
	t.Amiss = f.Amiss(t.start.Openings(), x, t.start.X, f)
	t.Inside = f.Inside(x)
	return nil
}

// settle lets the garment of a trial settle with its weight, and judges anew where it is. The stretch stays that of the
// closed seams, which all trials have.
func (t *Trial) settle() error {
	d := t.sewn
	if d == nil {
		return nil
	}
	t.sewn = nil
	defer d.close()
	d.opt.Watch = limited(d.opt.Watch, settleNewton)
	d.sim.SetWatch(d.opt.Watch)
	err := d.wear()
	var trouble *Trouble
	var failed *step.StepError
	switch {
	case errors.Is(err, errStalled): // it is judged where it has come to
	case errors.As(err, &failed):
		t.Falls = fmt.Sprintf("it does not settle: %v", failed.Outcome)
		return nil
	case errors.As(err, &trouble):
		t.Falls = "it does not stay on the body"
		return nil
	case err != nil:
		return err
	}
	t.settled = true
	if d.sim.MaxStretch() > cloth.TearStretch {
		t.Falls = "it is torn while it settles"
	}
	return t.judge(d)
}

// limited returns a watch that ends with errStalled after a number of Newton iterations of all steps.
func limited(watch step.Watch, most int) step.Watch {
	before, within := 0, 0
	return func(m step.Moment) error {
		if watch != nil {
			if err := watch(m); err != nil {
				return err
			}
		}
		if m.Newton < within {
			before += within
		}
		if within = m.Newton; before+within > most {
			return errStalled
		}
		return nil
	}
}

// quiet returns the options of a trial, which reports only its progress.
func quiet(o Options) Options {
	q := Options{Watch: o.Watch, Progress: func(string, float64) {}, Note: func(string) {},
		Show: func([]r3.Vec, float64) {}}
	if o.Progress != nil {
		q.Progress = forward(o.Progress)
	}
	return q
}

// improve tries other places for garments that could not be put on, and moves them if that is better. It reports
// whether any was moved.
func improve(setup *scenes.Setup, trouble *Trouble, o Options) (moved bool, err error) {
	for _, i := range atFault(setup, trouble) {
		if len(setup.Parts[i].Pins) > 0 {
			continue
		}
		s, f, err := newSearch(setup, i, o)
		if err != nil {
			return false, err
		}
		if s == nil {
			continue
		}
		defer s.close()
		places := slices.DeleteFunc(f.Places(s.alone.AtStart(0)), func(p placement.Place) bool { return p.By == r3.Vec{} })
		if err := s.places(1, places); err != nil {
			return false, err
		}
		tried := s.tried
		if !tried[0].worn() {
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

// atFault returns the garments with the marked triangles, or all.
func atFault(setup *scenes.Setup, t *Trouble) (list []int) {
	for i := range setup.Scene.Garments {
		if i < len(setup.Pieces) && (t.Marked == nil || slices.ContainsFunc(t.Marked, func(k int32) bool {
			return int(setup.Model.Rest[k].Part) == i
		})) {
			list = append(list, i)
		}
	}
	return list
}

// move shifts the start of a garment.
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

// sizes are the sizes of a mannequin that are tried as a cure of a tight place, in order.
var sizes = []string{"EN-36", "EN-34", "EN-38", "EN-40"}

// cures tries cures of a garment that is tight or cannot be put on: another size of a mannequin without measurements of
// its own, and a larger pattern. It returns the first of each that succeeds, as a key with the stretch that it leaves.
// If none does, tried lists the attempts.
func cures(setup *scenes.Setup, garment int, o Options) (found, tried []string, err error) {
	s, f, err := newSearch(setup, garment, o)
	if s == nil || err != nil {
		return nil, nil, err
	}
	scales := slices.DeleteFunc(f.Scales(s.alone.AtStart(0)), func(x float64) bool { return x < 1 })
	slices.Sort(scales)
	b := &setup.Scene.Bodies[0]
	sized := b.Kind == "mannequin" && b.StandardSize == "" && b.Measurements == (body.Measurements{})
	first := func(name string, n int, change func(k int, s *scenes.Scene) (text string)) error {
		for k := range n {
			text := ""
			alone, err := onlyGarment(setup, garment, func(c *scenes.Scene) { text = name + "." + change(k, c) })
			if alone == nil || err != nil {
				continue
			}
			t, err := try(alone, r3.Vec{}, o.called("trying "+text))
			if err != nil {
				return err
			}
			if err := t.settle(); err != nil {
				return err
			}
			if t.worn() {
				found = append(found, fmt.Sprintf("%s (%.2f times)", text, t.Stretch))
				return nil
			}
			tried = append(tried, text)
		}
		return nil
	}
	if sized {
		err = first("body."+b.Name, len(sizes), func(k int, s *scenes.Scene) string {
			s.Bodies[0].StandardSize = sizes[k]
			return fmt.Sprintf("size = %q", sizes[k])
		})
		if err != nil {
			return nil, nil, err
		}
	}
	err = first("garment."+setup.Parts[garment].Name, len(scales), func(k int, s *scenes.Scene) string {
		rescale(&s.Garments[0], scales[k])
		return fmt.Sprintf("scale = %.3g", s.Garments[0].Scale)
	})
	return found, tried, err
}

// remedy returns the text about cures of a garment that is tight or cannot be put on, or that none was found.
func remedy(setup *scenes.Setup, garment int, o Options) (text string, err error) {
	found, tried, err := cures(setup, garment, o)
	switch {
	case err != nil:
		return "", err
	case len(found) > 0:
		return "; tried, this cures it: " + strings.Join(found, ", or "), nil
	case len(tried) > 0:
		return "; tried, this does not cure it: " + strings.Join(tried, ", "), nil
	}
	return "", nil
}

// warnTight reports cloth that starts although it is tight, with the cures.
func (d *dresser) warnTight(t *Trouble) error {
	worst, _, _ := taut(d.setup.Model, t.X)
	text, err := remedy(d.setup, int(d.setup.Model.Rest[worst].Part), d.opt)
	if err != nil {
		return err
	}
	d.opt.Note("tight: " + t.Err.Error() + text + "; it starts all the same (dress.strict = true ends the run instead)")
	if d.opt.Tight != nil {
		d.opt.Tight(t)
	}
	return nil
}
