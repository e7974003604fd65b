package gpu

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"hysteron/step"
)

// selfTestSides are the numbers of vertices along an edge of the sheets (selfTestSheet) for measurements, ascending.
// The cost of an iteration depends on the size.
var selfTestSides = []int{32, 64, 128, 256}

// selfTestSideFor returns the side of the sheet that represents cloth of the given number of vertices. The sheet has
// between half and twice as many, if there is one.
func selfTestSideFor(vertices int) int {
	for _, n := range selfTestSides[:len(selfTestSides)-1] {
		if vertices <= 2*n*n {
			return n
		}
	}
	return selfTestSides[len(selfTestSides)-1]
}

// costsFile returns the path of the costs of AMG measured on a sheet of the given side, beside the driver's verdict.
func costsFile(verdict string, side int) string { return fmt.Sprintf("%s-levels-%d", verdict, side) }

const costsForm = "coarse levels: iteration %g, set-up %g, in iterations by block Jacobi\n"

func costsText(c step.LevelCosts) string { return fmt.Sprintf(costsForm, c.Iteration, c.Setup) }

// storedCosts reads costs from a file. Anything but the exact text of storeCosts counts as damaged.
func storedCosts(file string) (c step.LevelCosts, ok bool) {
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

// canStoreVerdict returns an error if the file cannot be written.
func canStoreVerdict(file string) error {
	tmp, err := writeTemporary(file, "")
	if err != nil {
		return err
	}
	return os.Remove(tmp)
}

// storeCosts stores costs in a file and returns the stored ones. If several processes measure at once, the first result
// is kept, so that all use the same. A damaged file is replaced.
func storeCosts(file string, c step.LevelCosts) (step.LevelCosts, error) {
	tmp, err := writeTemporary(file, costsText(c))
	if err != nil {
		return step.LevelCosts{}, err
	}
	defer os.Remove(tmp)
	err = os.Link(tmp, file)
	if errors.Is(err, fs.ErrExist) {
		if known, ok := storedCosts(file); ok {
			return known, nil
		}
	}
	if err != nil { // damaged file, or a file system without links
		err = os.Rename(tmp, file)
	}
	if err != nil {
		return step.LevelCosts{}, err
	}
	if known, ok := storedCosts(file); ok {
		return known, nil
	}
	return step.LevelCosts{}, fmt.Errorf("%s does not say what was written to it", file)
}
