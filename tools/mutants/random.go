package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// operators are pairs of an operator and the one that replaces it in a random mistake.
var operators = [][2]string{
	{" + ", " - "}, {" - ", " + "}, {" * ", " / "}, {"*", "/"}, {" < ", " > "}, {" > ", " < "}, {"min(", "max("},
	{"max(", "min("},
	{" && ", " || "}, {" += ", " -= "}, {" -= ", " += "}, {" == ", " != "}, {"r3.Add(", "r3.Sub("}, {"r3.Sub(", "r3.Add("},
}

// scattered has the files of random mistakes, with the problems and tests that run for them.
var scattered = []struct{ files, problems, tests string }{
	{"cpu/*.go", "crease,cylinder-stiffness,free-fall",
		"./cpu TestForceIsGradient|TestJacobianIsHessian|TestZeroAtRest|TestHingesPortable|TestRolledUp"},
	{"cpu/*.go", "free-fall,flight", "./cpu TestFlightKeepsMomentum|TestFreeFallAnyStep|TestMomentum"},
	{"cpu/*.go", "stvk-forces,dahl-meshes,cylinder-stiffness,free-fall,oscillator,vanes,incline-slips,crease," +
		"two-cloths,measured-slips,measured-cloths,pinch", "./cpu TestForceIsGradient|TestJacobianIsHessian|" +
		"TestWorldInvariance|TestRelabelling|TestZeroAtRest|TestHistory|TestWalls|TestPairs|TestFlight|TestFastSheets|" +
		"TestStackRests|TestRowsPortable|TestHingesPortable|TestHuber|TestClampStress|TestGrooveHolds|TestDeepLayer|" +
		"TestReleasedPins|TestStrained|TestParallelEdges"},
	{"law/*.go", "dahl-path,persistent-strain", "./law ."},
	{"shaders/law/*.glsl", "dahl-path,persistent-strain,stvk-forces,damped-oscillator,stribeck,hanging-yarns,energy",
		"./gpu TestChangeIsForceTimesWay|TestPotentialIsWork|TestYielding"},
	{"shaders/term/*.glsl", "free-fall,oscillator,vanes,skin-drag,energy", "./gpu TestChangeIsForceTimesWay"},
	{"shaders/include/*.glsl",
		"stvk-forces,dahl-meshes,cylinder-stiffness,vanes,incline-slips,conveyor,crease,turntable,two-cloths," +
			"measured-slips,measured-cloths,pinch,stack,hanging-yarns", "./gpu TestChangeIsForceTimesWay|" +
			"TestPotentialIsWork|TestGripOfTwoLaws|TestNearlyParallelEdgesTurn|TestElementary|TestFrictionIsGradient"},
}

var comment = regexp.MustCompile(`//.*`)

// operator returns the first position of an operator in a line, or -1. Stars of pointers do not count.
func operator(code, o string) int {
	if o != "*" {
		return strings.Index(code, o)
	}
	if at := product.FindStringIndex(code); at != nil {
		return at[0] + 1
	}
	return -1
}

// product matches a star without spaces around, after an operand.
var product = regexp.MustCompile(`[\w)]\*[\w(]`)

// randomMistakes replaces operators in count lines that are chosen by a seed.
func randomMistakes(count int, seed uint64) (found []mutant, err error) {
	type place struct {
		file, line, changed string
		number, of          int
	}
	var places []place
	for k, s := range scattered {
		files, err := filepath.Glob(s.files)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			for n, line := range strings.Split(string(text), "\n") {
				code := comment.ReplaceAllString(line, "")
				if strings.HasPrefix(strings.TrimSpace(code), "#") || strings.HasPrefix(code, "import") ||
					strings.Count(string(text), "\n"+line+"\n") != 1 {
					continue
				}
				for _, o := range operators {
					if at := operator(code, o[0]); at >= 0 && !strings.Contains(code, `"`) {
						places = append(places, place{f, line, line[:at] + o[1] + line[at+len(o[0]):], n + 1, k})
					}
				}
			}
		}
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	rnd.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for _, p := range places[:min(count, len(places))] {
		s := scattered[p.of]
		found = append(found, mutant{
			what: fmt.Sprintf("line %d: %s", p.number, strings.TrimSpace(p.changed)), file: p.file,
			old: "\n" + p.line + "\n", new: "\n" + p.changed + "\n", problems: s.problems, tests: s.tests,
		})
	}
	return found, nil
}
