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

// Stiffer is a fabric whose bending has all stresses multiplied, friction's too.
func Stiffer(f cloth.Fabric, by float64) cloth.Fabric {
	for _, c := range []*cloth.Component{&f.BendWarp, &f.BendWeft} {
		c.Elastic, c.Friction = law.Scaled(c.Elastic, by), law.Scaled(c.Friction, by)
	}
	return f
}

// Draped is the bending of a fabric that drapes as was measured.
type Draped struct {
	Scale fit.Mean // what the base's bending is multiplied by, with where the coefficient's error leads to
	// Coefficient [%] and folds there, and how many specimens were draped.
	Coefficient float64
	Folds       int
	Tried       int
	// OpenLo and OpenHi: no bending within the range that was searched drapes as far off as the error allows.
	OpenLo, OpenHi bool
}

// ErrBeyond is of coefficients that no bending drapes with.
var ErrBeyond = errors.New("beyond what was searched")

// beyondError is one, with its own words.
type beyondError string

func beyondf(format string, args ...any) error { return beyondError(fmt.Sprintf(format, args...)) }

func (e beyondError) Error() string        { return string(e) }
func (e beyondError) Is(target error) bool { return target == ErrBeyond }

// The range of the search, in powers of two of the base's bending, and how near it comes.
const (
	drapeReach = 6.0
	drapeClose = 0.3  // of the coefficient [%]
	drapeWidth = 0.02 // of the power
)

// FitDrape finds by how much the bending of a fabric is to be multiplied so that it drapes with a coefficient [%],
// which was measured with an error of so many percent. One number determines one number: warp and weft, stiffness and
// friction keep their ratios.
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
	// Cloth may hang in other folds: whatever was tried and drapes as was measured is not ruled out.
	for power, r := range known {
		if math.Abs(r.Coefficient-want) <= errorOf {
			d.Scale.Lo, d.Scale.Hi = min(d.Scale.Lo, math.Exp2(power)), max(d.Scale.Hi, math.Exp2(power))
		}
	}
	d.Tried = len(known)
	return d, nil
}

// root is the power at which a function that rises is a number, from 0 outwards; outside is −1 or 1 where that lies
// beyond the reach, on that side.
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
	// Illinois: regula falsi that halves what is kept twice.
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

// OfMesh says what the interval of a drape does not know of, and warns of meshes that are coarser [m] than others'.
func OfMesh(edge float64) []string {
	notes := []string{fmt.Sprintf("the interval is of the coefficient's error alone: edges are %.3g mm here, and "+
		"halving those of 12.5 mm moves the coefficient by up to 3 points, of soft cloth by up to 8 (docs/verify.md)",
		1000*edge)}
	if edge > verify.DrapeEdge*(1+1e-9) {
		notes = append(notes, fmt.Sprintf("edges of %.3g mm are coarser than the %.3g mm of all other drapes here: "+
			"coefficients of soft cloth move by ten points and more on such meshes", 1000*edge, 1000*verify.DrapeEdge))
	}
	return notes
}

// TooCoarse says why the mesh of a test cannot show a fabric's folds; empty where it can.
func TooCoarse(f cloth.Fabric, test verify.DrapeTest) string {
	return f.Coarse(test.Filled().Edge, -verify.Settings().Gravity.Y)
}
