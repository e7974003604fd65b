package drape

import (
	"context"
	"errors"
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/fit"
	"hysteron/law"
	"hysteron/verify"
)

// Stiffer returns a fabric with all stresses of bending multiplied, also of friction.
func Stiffer(f cloth.Fabric, by float64) cloth.Fabric {
	for _, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft} {
		c.Elastic, c.Friction = law.Scaled(c.Elastic, by), law.Scaled(c.Friction, by)
	}
	return f
}

// Draped is the bending of a fabric with a measured drape.
type Draped struct {
	Scale fit.Mean // factor of the base's bending; its interval is from the error of the coefficient
	// Coefficient [%] and folds of the result, and number of simulated specimens.
	Coefficient float64
	Folds       int
	Tried       int
	// OpenLo and OpenHi: the end of the interval is outside of the searched range.
	OpenLo, OpenHi bool
}

// ErrBeyond is the error for coefficients that no bending in the searched range has.
var ErrBeyond = errors.New("beyond what was searched")

// beyondError is an ErrBeyond with its text.
type beyondError string

func beyondf(format string, args ...any) error { return beyondError(fmt.Sprintf(format, args...)) }

func (e beyondError) Error() string        { return string(e) }
func (e beyondError) Is(target error) bool { return target == ErrBeyond }

// Range of the search, in powers of two of the base's bending, and its tolerance.
const (
	drapeReach = 6.0
	drapeClose = 0.3  // of the coefficient [%]
	drapeWidth = 0.02 // of the power
)

// FitDrape finds the factor of a fabric's bending that gives a drape coefficient [%] with a given error [%]. One number
// determines one number: ratios of warp and weft, stiffness and friction stay.
func FitDrape(ctx context.Context, base cloth.Fabric, want, errorOf float64, test verify.DrapeTest,
	say func(string)) (*Draped, error) {
	if !(want > 0 && want < 100) || !(errorOf >= 0) {
		return nil, fmt.Errorf("drape coefficient of %.4g ± %.4g %%: expected more than 0 and less than 100", want, errorOf)
	}
	d := &Draped{}
	known := map[float64]*verify.Drape{}
	at := func(power float64) (float64, error) {
		if known[power] == nil {
			r, err := verify.DrapeFabric(ctx, cpu.Backend{}, Stiffer(base, math.Exp2(power)), test)
			if err != nil {
				return 0, err
			}
			known[power] = r
			say(fmt.Sprintf("bending × %.4g: drape coefficient %.1f %%, %d folds", math.Exp2(power), r.Coefficient, r.Folds))
		}
		return known[power].Coefficient, nil
	}
	power, inside, err := root(at, want)
	if err != nil {
		return nil, err
	}
	if inside != 0 {
		c, _ := at(power)
		if coarse := TooCoarse(Stiffer(base, math.Exp2(power)), test); coarse != "" && inside < 0 {
			return nil, beyondf("drape coefficient %.1f %%: with bending × %.3g it would still be %.1f %%, but %s: expected a "+
				"coefficient that the mesh can show, or shorter edges (--edge)", want, math.Exp2(power), c, coarse)
		}
		return nil, beyondf("drape coefficient %.1f %%: with bending × %.3g cloth of that weight still drapes with %.1f "+
			"%%: expected a coefficient that it can have", want, math.Exp2(power), c)
	}
	d.Scale = fit.Mean{Value: math.Exp2(power), Lo: math.Exp2(power), Hi: math.Exp2(power), N: 1}
	d.Coefficient, d.Folds = known[power].Coefficient, known[power].Folds
	if errorOf > 0 {
		lo, off, err := root(at, want-errorOf)
		if err != nil {
			return nil, err
		}
		d.Scale.Lo, d.OpenLo = math.Exp2(lo), off != 0
		hi, off, err := root(at, want+errorOf)
		if err != nil {
			return nil, err
		}
		d.Scale.Hi, d.OpenHi = math.Exp2(hi), off != 0
	}
	// Cloth may hang in other folds: every trial with the measured coefficient is within the interval.
	for power, r := range known {
		if math.Abs(r.Coefficient-want) <= errorOf {
			d.Scale.Lo, d.Scale.Hi = min(d.Scale.Lo, math.Exp2(power)), max(d.Scale.Hi, math.Exp2(power))
		}
	}
	d.Tried = len(known)
	return d, nil
}

// root returns where an increasing function has a value, searching from 0 outwards. outside is −1 or 1 if it is outside
// of the range on that side.
func root(f func(float64) (float64, error), want float64) (x float64, outside int, err error) {
	y, err := f(0)
	if err != nil {
		return 0, 0, err
	}
	side := 1.0
	if y > want {
		side = -1
	}
	a, ya, b, yb := 0., y-want, 0., y-want
	for step := 0.5; math.Abs(yb) > drapeClose && ya*yb >= 0; step *= 2 {
		if math.Abs(b) >= drapeReach {
			return b, int(side), nil
		}
		a, ya = b, yb
		b = side * min(drapeReach, math.Abs(b)+step)
		if yb, err = f(b); err != nil {
			return 0, 0, err
		}
		yb -= want
	}
	// Illinois method
	wa, wb := ya, yb
	for {
		if math.Abs(yb) <= drapeClose || math.Abs(b-a) <= drapeWidth {
			return b, 0, nil
		}
		if math.Abs(ya) <= drapeClose {
			return a, 0, nil
		}
		x := b - wb*(b-a)/(wb-wa)
		x = max(min(a, b)+0.1*math.Abs(b-a), min(max(a, b)-0.1*math.Abs(b-a), x))
		y, err := f(x)
		if err != nil {
			return 0, 0, err
		}
		y -= want
		if y*yb < 0 {
			a, ya, wa = b, yb, yb
		} else {
			wa /= 2
		}
		b, yb, wb = x, y, y
	}
}

// OfMesh returns remarks about errors that the interval of a drape does not include, with a warning about a coarse edge
// length [m].
func OfMesh(edge float64) []string {
	notes := []string{fmt.Sprintf("the interval is of the reading alone, without the mesh: edges are %.3g mm here, "+
		"and halving those of 12.5 mm moves the coefficient by up to 3 points, of soft cloth by up to 8 "+
		"(docs/verify.md)",
		1000*edge)}
	if edge > verify.DrapeEdge*(1+1e-9) {
		notes = append(notes, fmt.Sprintf("edges of %.3g mm are coarser than the %.3g mm of all other drapes here: "+
			"coefficients of soft cloth move by ten points and more on such meshes", 1000*edge, 1000*verify.DrapeEdge))
	}
	return notes
}

// TooCoarse returns the reason why the mesh of a test cannot show a fabric's folds; "" if it can.
func TooCoarse(f cloth.Fabric, test verify.DrapeTest) string {
	return f.Coarse(test.Filled().Edge, -verify.Settings().Gravity.Y)
}
