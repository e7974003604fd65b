package sim

import (
	"context"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/param"
	"hysteron/scenes"
)

// source is a run to draw from.
type source struct {
	setup   *scenes.Setup
	caches  *cacheReader
	painter *painter
	name    string
}

func openSource(setup *scenes.Setup, dir string) (*source, error) {
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, param.Wrong(err)
	}
	return &source{setup: setup, caches: c, name: filepath.Base(filepath.Clean(dir))}, nil
}

func (s *source) close() {
	s.painter.close()
	s.caches.close()
}

// reach returns positions of the cloth in frames lo to hi.
func (s *source) reach(lo, hi int) (points []r3.Vec, err error) {
	for i := lo; i <= hi; i += max(1, (hi-lo+1)/framedPoses) {
		_, x, err := s.caches.at(i)
		if err != nil {
			return nil, err
		}
		points = append(points, x...)
	}
	return points, nil
}

func (s *source) draw(at shot, mode string) (*image.RGBA, error) {
	now, x, err := s.caches.at(at.frame)
	if err != nil {
		return nil, err
	}
	s.painter.setup = now
	return s.painter.drawTurned(at, x, mode)
}

// film is a rendering of one run, or of two side by side with the same frames and camera.
type film struct {
	ctx context.Context
	RenderOptions
	runs    []*source
	start   int // number of the first cached frame
	lo, hi  int // cached frames
	shots   []shot
	columns int // pictures side by side
	rows    int
}

func (f *film) close() {
	for _, s := range f.runs {
		s.close()
	}
}

// open opens the runs, and finds the frames to draw.
func (f *film) open(setup *scenes.Setup, dir string) error {
	frames := math.MaxInt
	add := func(setup *scenes.Setup, dir string) error {
		s, err := openSource(setup, dir)
		if err != nil {
			return err
		}
		f.runs = append(f.runs, s)
		frames = min(frames, s.caches.frames)
		return nil
	}
	if err := add(setup, dir); err != nil {
		return err
	}
	if f.Beside != "" {
		if err := add(f.Other, f.Beside); err != nil {
			return err
		}
	}
	var err error
	if f.lo, f.hi, err = f.Span.of(f.start, frames); err != nil {
		return err
	}
	f.shots = f.RenderOptions.shots(f.lo, f.hi)
	return nil
}

// frame divides the picture among runs and frames, and frames the camera on all of them.
func (f *film) frame() error {
	f.columns, f.rows = len(f.runs), 1
	if f.sheet() {
		f.columns, f.rows = f.columns*f.Sheet[0], f.Sheet[1]
	}
	if f.columns > 1 || f.rows > 1 || f.Turntable > 0 {
		f.View.Fit, f.View.Around = true, f.Turntable > 0
	}
	first := f.runs[0]
	picture := first.setup.Scene.Render
	width, height := picture.Width/f.columns, picture.Height/f.rows
	if width < 16 || height < 16 {
		return param.Wrong(fmt.Errorf("%d × %d pictures in %d × %d pixels: expected fewer", f.columns, f.rows, picture.Width,
			picture.Height))
	}
	var reach []r3.Vec
	for _, s := range f.runs {
		s.setup.Scene.Render.Width, s.setup.Scene.Render.Height = width, height
		points, err := f.reach(s)
		if err != nil {
			return err
		}
		reach = append(reach, points...)
	}
	for k, s := range f.runs {
		var shared *opengl.Context
		if k > 0 {
			shared = first.painter.context
		}
		var err error
		if s.painter, err = newPainter(f.ctx, s.setup, f.View, shared); err != nil {
			return err
		}
		s.painter.frame(first.caches.frames, reach)
		if k > 0 {
			s.painter.camera, s.painter.bounds = first.painter.camera, first.painter.bounds
		}
	}
	return nil
}

// reach returns positions of a run that the camera is framed on: its start as the run framed it, or all drawn frames.
func (f *film) reach(s *source) ([]r3.Vec, error) {
	if f.View.Fit {
		return s.reach(f.shots[0].frame, f.shots[len(f.shots)-1].frame)
	}
	start, x, err := s.caches.at(0)
	if err != nil {
		return nil, err
	}
	return startPoints(start, x), nil
}

// draw draws a picture of each run, with captions if there are several.
func (f *film) draw(at shot) (row []*image.RGBA, names []string, err error) {
	for _, s := range f.runs {
		img, err := s.draw(at, f.Mode)
		if err != nil {
			return nil, nil, err
		}
		name := s.name
		switch number := f.start + at.frame; {
		case f.sheet() && len(f.runs) > 1:
			name = fmt.Sprintf("%s, %d", name, number)
		case f.sheet():
			name = strconv.Itoa(number)
		}
		row, names = append(row, img), append(names, name)
	}
	return row, names, nil
}
