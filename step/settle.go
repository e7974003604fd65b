package step

// mostLed is how far Balance may lead cloth that an obstacle touches, in tolerances: it goes by contacts and friction as they are where Newton's method has
// come to rest, and what is farther off is no error of the iteration.
const mostLed = 10

// settle minimises the potential of a step and makes sure that no two features of the cloth
// touch on the straight paths from its start to its end.
//
// Where Newton's method has not converged and has left contact points inside of bodies, a smaller step is taken: to put them
// back where they are held by nothing gives them energy. So does what is left of forces elsewhere, see Machine.Gained: where that is more than
// backward Euler takes, a smaller step is taken, and in the smallest ones Newton's method goes on, up to maxRounds times.
//
// Keen bodies may be so thin that a point which comes in is nearest to their far side, and is drawn through. So they are looked at once more, and
// where they hold a contact point, or come through a triangle, a smaller step is taken whether it has converged or not, beyond the smallest too; in these Newton's
// method goes on first, up to maxRounds times. What comes through in the very last is counted, and cuts no further steps as long as it is there.
//
// Where the paths of a pair come too near each other in spite of the contact layer, the pair is stiffened and Newton's
// method goes on. Where that does not help, or Newton's method has not converged, a smaller step is taken. In the smallest
// ones what is left after lastRounds is stopped: each vertex of a pair that still hits goes only part of its way, and as
// vertices that stop may be run into by others, this goes on until no pair hits. It ends, since nothing hits where nothing
// moves; but it is no minimum of anything, and may add energy. Prescribed vertices cannot be stopped: if they force the
// cloth through itself the step fails, and is halved beyond the smallest.
func (d *Driver) settle() Outcome {
	var l leading
	for round := 0; ; round++ {
		if round > 0 {
			d.rep.Rounds++
		}
		out := d.newton(round == 0)
		switch {
		case d.failed():
			return ContactFailed
		case out > Unconverged:
			return out
		}
		if out == Unconverged && d.gains() {
			if !d.smallest {
				return Gains
			}
			if round < maxRounds && !d.hurries {
				continue
			}
		}
		keen := d.Keen()
		if d.through = keen && d.Through() > 0; d.through && !d.pierced {
			if !d.smallest || round >= maxRounds && !d.last {
				return BodiesCross
			}
			if round < maxRounds {
				continue
			}
		}
		d.lead(&l, out)
		d.Project()
		if keen || out == Unconverged && !d.smallest {
			inside, sharp := d.Inside()
			d.through = d.through || sharp > 0
			if sharp > 0 && !d.last && !d.pierced || inside > 0 && out == Unconverged && !d.smallest {
				return BodiesCross
			}
		}
		d.enter(Crossing)
		meet := d.Meet(RollNone)
		switch {
		case d.failed():
			return ContactFailed
		case !meet:
			if end, again := d.led(&l, out); !again {
				return end
			}
			continue
		case !d.smallest && (out == Unconverged || round == maxRounds):
			return PathsCross
		case round == lastRounds:
			d.rep.RanOut.Rounds++
			return d.stop(out)
		}
		d.Stiffen()
		d.crossed = true
	}
}

// leading counts how often Balance has led a piece of cloth too far in a sub-step, and not far enough.
type leading struct{ far, short int }

// over tells whether pieces stay from now on where Newton's method leaves them.
func (l *leading) over() bool { return l.far > maxRounds }

// lead moves pieces of cloth to where they are balanced, after Newton's method has ended with an outcome.
//
// Normal forces of friction that are older than the end of Newton's method are looked up again before Balance, which then leads pieces that slide to where they are balanced by
// these. Newton's method may end while they slide far too slowly: its steps, and what they leave of the gradient in the norm of the inverse diagonal, are those of layers that are
// a thousand times stiffer. So where the reach of Balance is too short for a piece Newton's method goes on from there, up to maxRounds times.
//
// A piece that has left the layer of a body, whether Newton's method has come to rest or not, is free, and Balance may lead it back through that layer into the body, of which nobody knows there. So where
// it leads farther than contacts were looked up for, Newton's method goes on from there, up to maxRounds times; then a smaller step is taken, and in the smallest ones the
// piece stays where Newton's method left it.
func (d *Driver) lead(l *leading, out Outcome) {
	reach := min(mostLed*d.tolerance, d.Settings.Wander())
	if out == Converged && d.iteration > lookUps {
		if !l.over() {
			d.foretellEnd(reach)
		}
		d.lookUp(false)
		d.Evaluate(false)
	}
	if !l.over() {
		d.Balance(reach)
	}
}

// led is the outcome of a sub-step after lead, or again: Newton's method goes on from where pieces are.
func (d *Driver) led(l *leading, out Outcome) (end Outcome, again bool) {
	switch {
	case l.over():
		d.rep.RanOut.Newton += btoi(out == Converged)
		return Unconverged, false
	case d.Astray():
		if l.far++; l.over() && !d.smallest {
			return Astray, false
		}
		return out, true
	case out == Converged && l.short < maxRounds && d.Short():
		l.short++
		return out, true
	}
	return out, false
}

// gains tells whether forces that Newton's method has left unbalanced have given the cloth energy: more than an error of accelerations within the tolerance may.
func (d *Driver) gains() bool {
	if d.Settings.MaxNewton == 1 {
		return false
	}
	energy, way := d.Gained()
	return energy > way*d.tolerance/(d.size*d.size)
}

// failed tells whether contacts cannot be held.
func (d *Driver) failed() bool {
	err, _ := d.Err()
	return err != nil
}

// stop shortens the ways of vertices until no pair hits.
func (d *Driver) stop(out Outcome) Outcome {
	d.enter(Stopping)
	d.BeginRollBack()
	for turn := range maxRollBacks + 1 {
		if d.Interrupted() {
			return Interrupted
		}
		roll := RollPart
		if turn >= stopAll {
			roll = RollAll
		}
		meet := d.Meet(roll)
		if d.failed() {
			return ContactFailed
		}
		if !meet {
			d.rep.Stopped += d.Stopped()
			return out
		}
		d.RollBack(roll)
	}
	return ContactFailed
}
