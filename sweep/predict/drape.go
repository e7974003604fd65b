package predict

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/fit/drape"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/verify"
)

// Options are the options of a prediction.
type Options struct {
	Draws int
	Seed  uint64
	Say   func(string)       // called with progress as text; may be nil
	Done  func(part float64) // called with progress, 0 to 1; may be nil
}

func (o *Options) say(format string, args ...any) {
	if o.Say != nil {
		o.Say(fmt.Sprintf(format, args...))
	}
}

// Prediction is the result of the draws of a fabric.
type Prediction struct {
	What    string // the scene or test
	Cloth   *Cloth
	Draws   int
	Seed    uint64
	Figures []Figure
	Notes   []string

	// picture returns the PNG of a draw.
	picture func(ctx context.Context, artist *report.Artist, draw int) ([]byte, error)
}

// fabrics returns the best fabric and the draws, checked.
func (c *Cloth) fabrics(opt Options) (texts [][]byte, list []cloth.Fabric, err error) {
	for i := range opt.Draws + 1 {
		text, err := c.Draw(opt.Seed, i)
		if err != nil {
			return nil, nil, err
		}
		f, err := scenes.ParseFabric(fmt.Sprintf("draw %d of %s", i, c.Base), text)
		if err != nil {
			return nil, nil, err
		}
		texts, list = append(texts, text), append(list, f)
	}
	return texts, list, nil
}

// DrapeFigures are the figures of a drape test.
var DrapeFigures = []string{"drape_coefficient", "nodes"}

// Drape simulates the drape test once with each drawn fabric, with imperfections of its own, as with the specimens of a
// laboratory, and several times with the best fabric, for the scatter of imperfections alone.
func Drape(ctx context.Context, c *Cloth, test verify.DrapeTest, opt Options) (*Prediction, error) {
	_, list, err := c.fabrics(opt)
	if err != nil {
		return nil, err
	}
	alone, err := drape.Protocol{Test: test, Hangings: 6, Meshes: 1}.Measure(ctx, list[0], func(string) {})
	if err != nil {
		return nil, err
	}
	opt.say("with the best numbers: %v", alone)
	hung := make([]*verify.Drape, opt.Draws)
	if err := side(ctx, opt, func(i int) (err error) {
		of := test
		of.Hanging = i + 1
		hung[i], err = verify.DrapeFabric(ctx, cpu.Backend{}, list[i+1], of)
		return err
	}); err != nil {
		return nil, err
	}
	coefficients, folds := make([]float64, opt.Draws), make([]float64, opt.Draws)
	for i, d := range hung {
		coefficients[i], folds[i] = d.Coefficient, float64(d.Folds)
	}
	p := &Prediction{What: fmt.Sprintf("the drape test, a specimen of %.4g cm on a disc of %.4g cm, edges of %.3g mm",
		100*alone.Test.Specimen, 100*alone.Test.Disc, 1000*alone.Test.Edge), Cloth: c, Draws: opt.Draws, Seed: opt.Seed,
		Figures: []Figure{figure(DrapeFigures[0], "%", alone.Coefficient.Mean, coefficients),
			figure(DrapeFigures[1], "", alone.Folds.Mean, folds)}}
	p.Notes = append(p.Notes, fmt.Sprintf("six hangings with the best numbers, whose imperfections differ, drape with %s "+
		"%% and %s nodes: that scatter is within the intervals", alone.Coefficient.Text("%.1f"), alone.Folds.Text("%.1f")))
	if coarse := drape.TooCoarse(list[0], test); coarse != "" {
		p.Notes = append(p.Notes, coarse)
	}
	p.Notes = append(p.Notes, "intervals know nothing of the mesh's error: hysteron measure drape says how far it is "+
		"from finer ones")
	p.picture = func(ctx context.Context, artist *report.Artist, draw int) ([]byte, error) {
		scene, box := hung[draw].Scene(render.Hex(0x5b7fa6), list[0].Weave)
		img, err := artist.Draw(ctx, &scene, box, 0, 25*math.Pi/180)
		if img == nil || err != nil {
			return nil, err
		}
		return report.PNG(img)
	}
	return p, nil
}

// side runs the draws in parallel.
func side(ctx context.Context, opt Options, do func(draw int) error) error {
	errs := make([]error, opt.Draws)
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	var lock sync.Mutex
	done := 0
	for i := range opt.Draws {
		wg.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = do(i)
			}
			lock.Lock()
			defer lock.Unlock()
			if done++; opt.Done != nil {
				opt.Done(float64(done) / float64(opt.Draws))
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
