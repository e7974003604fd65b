package main

import (
	"slices"

	"hysteron/cloth"
	"hysteron/fit/page"
	"hysteron/scenes"
)

// specimen is what tables say of density and thickness, and what stays the base's.
func (f *fitCommand) specimen(base cloth.Fabric, data ...[]byte) (page.Taken, error) {
	return page.Take(f.Kind, f.Base, base, slices.Contains(scenes.Fabrics(), f.Base), f.Data, data)
}
