package main

import (
	"slices"

	"hysteron/cloth"
	"hysteron/fit/page"
	"hysteron/scenes"
)

// specimen returns density and thickness from the headers of tables, or from the base, with the sources of both.
func (f *fitCommand) specimen(base cloth.Fabric, data ...[]byte) (page.Taken, error) {
	return page.Take(f.Kind, f.Base, base, slices.Contains(scenes.Fabrics(), f.Base), f.Data, data)
}
