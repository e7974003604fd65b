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
