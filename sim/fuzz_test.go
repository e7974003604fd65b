package sim

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"slices"
	"testing"

	"hysteron/cpu"
)

// A checkpoint with any contents is either refused or a state that a backend continues from. The checksum is corrected,
// so that more than damage is tested.
func FuzzCheckpoint(f *testing.F) {
	setup := load(f, sheetScene)
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	seal := func(body []byte) []byte {
		sum := sha256.Sum256(body)
		return slices.Concat([]byte(checkpointMagic), sum[:], body)
	}
	for _, c := range []*checkpoint{{}, {Every: 4, Frame: 3, State: *s.State, Frames: newFrameFigures(),
		Pins: setup.Model.Pins}} {
		var body bytes.Buffer
		if err := gob.NewEncoder(&body).Encode(c); err != nil {
			f.Fatal(err)
		}
		f.Add(body.Bytes())
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseCheckpoint(body, "raw"); err == nil {
			t.Fatal("a file without its checksum is read")
		}
		c, err := parseCheckpoint(seal(body), "f")
		if err != nil || c.fits(setup) != nil {
			return
		}
		m := *setup.Model
		m.Pins = c.Pins
		s, err := cpu.New(&m, c.State.Clone(), setup.Colliders, setup.Settings)
		if err == nil {
			s.Close()
		}
	})
}

// Whatever stands in a kept dressed state, it is refused, or it fits the model.
func FuzzDressed(f *testing.F) {
	setup := load(f, sheetScene)
	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	for _, d := range []*dressed{{}, {Key: []byte("k"), State: *s.State, Pins: setup.Model.Pins, Notes: []string{"n"}}} {
		var body bytes.Buffer
		if err := gob.NewEncoder(&body).Encode(d); err != nil {
			f.Fatal(err)
		}
		f.Add(body.Bytes())
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := parseDressed(body); err == nil {
			t.Fatal("a file without its checksum is read")
		}
		sum := sha256.Sum256(body)
		d, err := parseDressed(slices.Concat([]byte(dressedKind), sum[:], body))
		c := checkpoint{Every: 1}
		if err == nil {
			c.State, c.Pins = d.State, d.Pins
		}
		if err != nil || c.fits(setup) != nil {
			return
		}
		m := *setup.Model
		m.Pins = c.Pins
		if s, err := cpu.New(&m, c.State.Clone(), setup.Colliders, setup.Settings); err == nil {
			s.Close()
		}
	})
}
