package serve

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/scenes"
	"hysteron/step"
)

// kept is a saved state.
type kept struct {
	Print []byte // of the scene: scenes.Setup.Print
	State cloth.State
	Pins  []cloth.Pin
	At    moment
}

// keptMagic, followed by a SHA-256 of the rest, is the header of a saved state.
const keptMagic = "HYSTERON STATE 1\n"

// save returns the complete state. The simulation restarts from it, so that later steps equal those after a restore,
// bit for bit.
func save(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	state, err := s.anew()
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(kept{s.print, *state, s.setup.Model.Pins, s.moment}); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body.Bytes())
	r.out = slices.Concat([]byte(keptMagic), sum[:], body.Bytes())
	r.reply = append(r.reply, array{Name: "state", Type: uint8s, Shape: []int{len(r.out)}})
	return s.now(), nil
}

// restore continues from a saved state of the same scene.
func restore(r *request) (any, error) {
	s, err := r.simulation()
	if err != nil {
		return nil, err
	}
	k, err := parseKept(r.bulk)
	if err == nil {
		err = k.fits(s)
	}
	if err != nil {
		return nil, wrongf("restore: %w", err)
	}
	if err := s.become(&k.State, k.Pins, k.At); err != nil {
		return nil, err
	}
	return s.now(), nil
}

func parseKept(data []byte) (*kept, error) {
	rest, ok := bytes.CutPrefix(data, []byte(keptMagic))
	if !ok || len(rest) < sha256.Size {
		return nil, errors.New("not a state that save of this version has written")
	}
	sum, body := rest[:sha256.Size], rest[sha256.Size:]
	if is := sha256.Sum256(body); !bytes.Equal(is[:], sum) {
		return nil, errors.New("damaged: the checksum does not match")
	}
	k := &kept{}
	return k, gob.NewDecoder(bytes.NewReader(body)).Decode(k)
}

// fits returns an error unless a state belongs to the simulation.
func (k *kept) fits(s *simulation) error {
	found, _, err := scenes.Differences(k.Print, s.print)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return fmt.Errorf("a state of another scene: expected the same; %s", strings.Join(found[:min(3, len(found))], "; "))
	}
	m := s.setup.Model
	for i := range k.Pins {
		if err := k.Pins[i].Check(len(m.X0), m.Motions, m.Tracks); err != nil {
			return fmt.Errorf("pin %d: %w", i, err)
		}
	}
	if n := len(k.At.Forces); n != 0 && n != len(m.X0) {
		return fmt.Errorf("forces on %d vertices: expected %d", n, len(m.X0))
	}
	return cmp.Or(k.State.Check(m), step.CheckPins(k.Pins, s.setup.Colliders),
		step.CheckTouches(k.State.Touches, s.setup.Colliders), k.At.Steering.Check(len(m.X0)))
}
