package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"hysteron/gpu/opengl"
	"hysteron/report"
	"hysteron/scenes"
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
		if devices == nil {
			devices = []opengl.Device{}
		}
		return c.printJSON(struct {
			Threads int             `json:"cpu_threads"`
			OpenGL  []opengl.Device `json:"opengl"`
			Problem string          `json:"problem,omitempty"`
		}{threads, devices, problem})
	}
	fmt.Fprintf(c.out, "cpu: %d threads (simulation)\n", threads)
	for _, q := range devices {
		fmt.Fprintln(c.out, q)
	}
	if err != nil {
		fmt.Fprintln(c.out, "OpenGL:", err)
	}
	return nil
}

type versionCommand struct{}

func (versionCommand) Run(c *console) error {
	fmt.Fprintln(c.out, version())
	return nil
}

// version is the version with what it was built from.
func version() string {
	version, commit := "(unknown)", report.Commit()
	if b, ok := debug.ReadBuildInfo(); ok {
		version = b.Main.Version
	}
	if commit != "" {
		commit = " " + commit
	}
	return fmt.Sprintf("hysteron %s%s, %s %s/%s", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
