package main

import (
	"fmt"
	"slices"
	"strings"

	"hysteron/scenes"
)

// config is one run: a scene, the values set in it, and the kernels, threads and frames.
type config struct {
	Scene   string
	Set     []string
	Kernels string // avx2, portable or opengl
	Threads int    // GOMAXPROCS
	Frames  int
}

// Kernels of a configuration.
const (
	avx2     = "avx2"     // the CPU with all of its features
	portable = "portable" // the CPU without AVX2 and FMA
	openGL   = "opengl"   // software OpenGL
)

func (c config) String() string {
	if c.Kernels == openGL {
		return fmt.Sprintf("%s %s, %d frames", c.Scene, c.Kernels, c.Frames)
	}
	return fmt.Sprintf("%s %s, GOMAXPROCS %d", c.Scene, c.Kernels, c.Threads)
}

// plan is the set-up of a scene.
type plan struct {
	set    []string // values for coarser meshes
	quick  bool     // part of -quick, and run with every number of threads
	openGL int      // frames on software OpenGL; 0: none
}

// frames is the number of frames of a run on the CPU.
const frames = 10

// plans has the scenes with a special set-up. All others run unchanged, once with each kind of kernels. No shipped
// scene uses hinge bending, so one is changed to it.
var plans = map[string]plan{
	"box-on-sheet":              {set: edges("sheet", "0.04", 1)},
	"cloth-stack":               {set: edges("sheet", "0.04", 1)},
	"cushion":                   {set: slices.Concat(edges("garment", "0.04", 2), edges("solid", "0.05", 2))},
	"flag":                      {set: edges("sheet", "0.03", 1)},
	"pillow":                    {set: edges("solid", "0.06", 1)},
	"pleats":                    {quick: true, openGL: 4},
	"rope-and-towel":            {openGL: 3},
	"sheet-folding":             {set: edges("sheet", "0.025", 1), quick: true, openGL: 8},
	"shirt":                     {set: edges("garment", "0.03", 1)},
	"skirt":                     {set: edges("garment", "0.03", 1)},
	"sleeve-twist":              {openGL: 4},
	"slide-on-cushion":          {set: []string{"sheet.0.fabric.bending=hinge"}, quick: true, openGL: 4},
	"spring-sheet":              {quick: true, openGL: 5},
	"tee-trousers-jumping-jack": {set: edges("garment", "0.035", 2)},
	"tee-trousers-knee-lift":    {set: edges("garment", "0.035", 2), quick: true, openGL: 3},
	"tee-trousers-walk":         {set: edges("garment", "0.035", 2)},
	"three-layers":              {set: edges("garment", "0.04", 3)},
	"towel-snap":                {openGL: 5},
	"trousers-sit":              {set: edges("garment", "0.035", 1)},
	"twist-cylinder":            {quick: true},
}

// edges returns settings for the edge lengths of the first n garments or sheets [m].
func edges(kind, length string, n int) (set []string) {
	for i := range n {
		set = append(set, fmt.Sprintf("%s.%d.edge_length_m=%s", kind, i, length))
	}
	return set
}

// planned returns the configurations of the shipped scenes that want accepts.
func planned(want func(string, plan) bool, quick bool) (all []config) {
	for _, name := range scenes.Names() {
		p := plans[name]
		if !want(name, p) {
			continue
		}
		add := func(kernels string, frames int, threads ...int) {
			for _, n := range threads {
				all = append(all, config{name, p.set, kernels, n, frames})
			}
		}
		switch {
		case quick && !hasAVX2():
			add(portable, frames, 2)
		case quick:
			add(avx2, frames, 2)
		case p.quick:
			add(avx2, frames, 1, 2, 7)
			add(portable, frames, 1, 7)
		default:
			add(avx2, frames, 2)
			add(portable, frames, 1)
		}
		if p.openGL > 0 && !quick {
			add(openGL, p.openGL, 2)
		}
	}
	return all
}

// settings returns the settings of a configuration in one line.
func (c config) settings() string { return strings.Join(c.Set, " ") }
