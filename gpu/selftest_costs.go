package gpu

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"hysteron/step"
)

// Sides are the vertices along an edge of the sheets (Sheet) on which a device is measured, in ascending order: what an
// iteration costs depends on how much there is to do.
var selfTestSides = []int{32, 64, 128, 256}

// SideFor is which of Sides stands for cloth of so many vertices: it has at least half as many and at most twice as
// many, where there is one.
func selfTestSideFor(vertices int) int {
	for _, n := range selfTestSides[:len(selfTestSides)-1] {
		if vertices <= 2*n*n {
			return n
		}
	}
	return selfTestSides[len(selfTestSides)-1]
}

// CostsFile is where the costs of coarse levels are kept as measured on one of Sides, beside the verdict on the same
// driver (File).
func costsFile(verdict string, side int) string { return fmt.Sprintf("%s-levels-%d", verdict, side) }

const costsForm = "coarse levels: iteration %g, set-up %g, in iterations by block Jacobi\n"

func costsText(c step.LevelCosts) string { return fmt.Sprintf(costsForm, c.Iteration, c.Setup) }

// KnownCosts are the costs that a file says, letter by letter as KeepCosts writes them; anything else is damaged.
func knownCosts(file string) (c step.LevelCosts, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return c, false
	}
	if _, err := fmt.Sscanf(string(text), costsForm, &c.Iteration, &c.Setup); err != nil {
		return step.LevelCosts{}, false
	}
	if r, ok := c.Rounded(); !ok || r != c || costsText(c) != string(text) {
		return step.LevelCosts{}, false
	}
	return c, true
}

// CanKeep tells why nothing can be written where a file is to be, if so.
func canKeepVerdict(file string) error {
	tmp, err := beside(file, "")
	if err != nil {
		return err
	}
	return os.Remove(tmp)
}

// KeepCosts has a file say these costs, and returns what it says from now on: who writes first is right, if several
// measure at once, so that all go by the same. A damaged file is replaced.
func keepCosts(file string, c step.LevelCosts) (step.LevelCosts, error) {
	tmp, err := beside(file, costsText(c))
	if err != nil {
		return step.LevelCosts{}, err
	}
	defer os.Remove(tmp)
	err = os.Link(tmp, file)
	if errors.Is(err, fs.ErrExist) {
		if known, ok := knownCosts(file); ok {
			return known, nil
		}
	}
	if err != nil { // it is damaged, or the file system has no links
		err = os.Rename(tmp, file)
	}
	if err != nil {
		return step.LevelCosts{}, err
	}
	if known, ok := knownCosts(file); ok {
		return known, nil
	}
	return step.LevelCosts{}, fmt.Errorf("%s does not say what was written to it", file)
}
