package scenes

import (
	"fmt"

	"hysteron/cloth"
)

// Exchange replaces the fabric of a part, by built-in name or path, and makes the model anew, with the scene's factor
// of internal friction. Pins and rubbings of the present model are kept.
func (u *Setup) Exchange(part int, fabric string) error {
	if part < 0 || part >= len(u.Parts) {
		return fmt.Errorf("part %d: expected one of %d", part, len(u.Parts))
	}
	f, err := LoadFabric(fabric)
	if err != nil {
		return err
	}
	switch {
	case !u.Scene.Friction.Internal:
		scaleFriction(&f, 0)
	case u.Scene.Friction.Scale != 1:
		scaleFriction(&f, u.Scene.Friction.Scale)
	}
	parts := append([]cloth.Part(nil), u.Parts...)
	parts[part].Fabric = f
	m, err := cloth.NewModel(parts)
	if err != nil {
		return err
	}
	m.Pins, m.Rubbings = u.Model.Pins, u.Model.Rubbings
	u.Parts, u.Model = parts, m
	return nil
}
