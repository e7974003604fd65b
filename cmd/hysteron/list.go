package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/step"
)

type scenesCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (s *scenesCommand) Run(c *console) error {
	type entry struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	var list []entry
	wide := 0
	for _, n := range scenes.Names() {
		list = append(list, entry{n, scenes.Title(n)})
		wide = max(wide, len(n))
	}
	if s.JSON {
		return c.printJSON(struct {
			Scenes    []entry  `json:"scenes"`
			Fabrics   []string `json:"fabrics"`
			Frictions []string `json:"frictions"`
			Patterns  []string `json:"patterns"`
		}{list, scenes.Fabrics(), scenes.Frictions(), scenes.Patterns()})
	}
	fmt.Fprintln(c.out, "Scenes:")
	for _, e := range list {
		fmt.Fprintf(c.out, "  %-*s  %s\n", wide, e.Name, e.Title)
	}
	fmt.Fprintln(c.out, "Fabrics:")
	for _, n := range scenes.Fabrics() {
		fmt.Fprintln(c.out, " ", n)
	}
	fmt.Fprintln(c.out, "Frictions:")
	for _, n := range scenes.Frictions() {
		fmt.Fprintln(c.out, " ", n)
	}
	fmt.Fprintln(c.out, "Patterns:")
	for _, n := range scenes.Patterns() {
		fmt.Fprintln(c.out, " ", n)
	}
	return nil
}

type keysCommand struct{}

func (keysCommand) Run(c *console) error {
	_, err := fmt.Fprint(c.out, scenes.KeysPage())
	return err
}

type devicesCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (d *devicesCommand) Run(c *console) error {
	devices, err := opengl.Devices()
	problem := ""
	if err != nil {
		problem = err.Error()
	}
	threads := runtime.GOMAXPROCS(0)
	if d.JSON {
		type measured struct {
			opengl.Device
			Levels []gpu.Costs `json:"coarse_levels"`
		}
		list := []measured{}
		for _, q := range devices {
			list = append(list, measured{q, gpu.Measured(q)})
		}
		return c.printJSON(struct {
			Threads int        `json:"cpu_threads"`
			OpenGL  []measured `json:"opengl"`
			Problem string     `json:"problem,omitempty"`
		}{threads, list, problem})
	}
	fmt.Fprintf(c.out, "cpu: %d threads (simulation)\n", threads)
	for _, q := range devices {
		fmt.Fprintln(c.out, q)
		if q.Problem == "" {
			fmt.Fprintln(c.out, " ", levels(gpu.Measured(q), q.Software))
		}
	}
	if err != nil {
		fmt.Fprintln(c.out, "OpenGL:", err)
	}
	return nil
}

// levels describes the cost of coarse levels on a device.
func levels(list []gpu.Costs, software bool) string {
	of := func(q *gpu.Costs) string { return fmt.Sprintf("%g, %g", q.Iteration, q.Setup) }
	const what = "coarse levels (iteration, set-up, in iterations without): "
	if software || len(list) == 0 {
		a := gpu.Costs{LevelCosts: step.AssumedCosts}
		return what + of(&a) + " assumed"
	}
	parts := make([]string, len(list))
	for i := range list {
		if parts[i] = "not measured yet"; list[i].Measured {
			parts[i] = of(&list[i])
		}
		parts[i] += fmt.Sprintf(" at %d vertices", list[i].Vertices)
	}
	return what + strings.Join(parts, "; ")
}

type versionCommand struct{}

func (versionCommand) Run(c *console) error {
	fmt.Fprintln(c.out, version())
	return nil
}

// stamped is the version of a release, set by make release; empty in other builds.
var stamped string

// version returns the version and the state of the source that it was built from.
func version() string {
	version, commit := "(unknown)", report.Commit()
	if b, ok := debug.ReadBuildInfo(); ok {
		version = b.Main.Version
	}
	if stamped != "" {
		version = stamped
	}
	if commit != "" {
		commit = " " + commit
	}
	return fmt.Sprintf("hysteron %s%s, %s %s/%s", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
