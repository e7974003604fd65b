//go:build cgo

package view

import "strings"

// save saves caches and a checkpoint of each simulation, in a folder each.
func (st *Stage) save() (string, error) {
	var said []string
	for _, p := range st.panes {
		if p.runner == nil {
			continue
		}
		dir, err := st.path("run-%04d")
		if err != nil {
			return "", err
		}
		st.saveFolders[dir] = true
		p.runner.Save(dir)
		if side := st.sideOf(p); side != "" {
			dir += " (" + side + ")"
		}
		said = append(said, dir)
	}
	if len(said) == 0 {
		return "a cache is saved already", nil
	}
	return "saving " + strings.Join(said, " and "), nil
}

// Rescue makes CloseShown save caches and checkpoints of simulations on the CPU, and report it, after the drawing
// device is lost.
func (st *Stage) Rescue() {
	if st.opt.Backend == "cpu" {
		st.try(st.save())
		return
	}
	st.ShowMessage("the state of the cloth was on that device, and is lost with it")
}
