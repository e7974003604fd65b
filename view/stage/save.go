//go:build cgo

package stage

// save has caches and a checkpoint of what is simulated saved.
func (st *Stage) save() (string, error) {
	said := "a cache is saved already"
	for _, p := range st.panes {
		if p.runner == nil {
			continue
		}
		dir, err := st.path("run-%04d")
		if err != nil {
			return "", err
		}
		p.runner.Save(dir)
		said = "saving " + dir
	}
	return said, nil
}

// Rescue has caches and checkpoints of what is simulated on the processor saved by CloseShown, which then says so: for where the device that
// draws is lost.
func (st *Stage) Rescue() {
	if st.opt.Backend == "cpu" {
		st.try(st.save())
		return
	}
	st.Say("the state of the cloth was on that device, and is lost with it")
}
