package findings

// Kind is what is wrong.
type Kind int

// Kinds of findings, with their texts below.
const (
	// Of Kawabata curves.
	FewPoints Kind = iota
	ZeroThroughout
	Constant
	NotPulled
	Falls
	NeverUnloads
	Shuffled
	DeformationAway
	ForceAway
	ForceUnit
	DeformationUnit
	LoopAside
	GivesWork
	StrainFar
	ShearFar
	BeginsPulled
	BeginsSlack
	BeginsLoaded
	BeyondTester
	ShortOfTester
	StifferThanClothes
	OffFit
)

// texts have a verb for each value of a finding.
var texts = map[Kind]string{
	FewPoints:       "%d points: expected at least 10 of a curve of loading and unloading",
	ZeroThroughout:  "%s is zero throughout: expected a %s",
	Constant:        "%s is %.4g (SI) here and in all other rows: expected it to grow with %s",
	NotPulled:       "strain is nowhere above zero: expected a sample that is pulled; are signs turned?",
	Falls:           "%s falls where %s grows: in cloth it rises; is a sign turned?",
	NeverUnloads:    "the curve %s",
	Shuffled:        "%s changes direction %d times in %d points: expected them in the order of measurement",
	DeformationAway: "%s of %.4g (SI) between %.4g and %.4g: expected one on the way from one to the other; %s",
	ForceAway:       "%s of %.4g (SI) is off the curve of all other readings: expected %.3g to %.3g; %s",
	ForceUnit: "from here on %s is about %.2g times as large as the readings before let expect, " +
		"%.4g %s at %s of %.4g%s: does a unit change here?",
	DeformationUnit: "from here on %s is about %.2g times as large as the readings before let expect, " +
		"%.4g after %.4g (SI): does a unit change here?",
	LoopAside: "the curve begins at %s, in the middle between %s and %s: " +
		"expected a loop of shear or bending to begin at 0; is the zero of the %s off?",
	GivesWork: "from here on, let go, the curve lies outside of the way that it came, so that the cloth would give out " +
		"more work than it took: expected %s to be less on the way back; " +
		"are the rows upside down, or two columns swapped?",
	StrainFar: "strain of %.4g %%: expected at most 200 %%; is the unit right?",
	ShearFar:  "shear of 90° and more: expected less; are the units right?",
	BeginsPulled: "the curve begins at %s, with %.2g %% of its highest force: are rows before it missing, " +
		"was the sample pulled before, or is the zero of the %s off? Unless only rows are missing, " + restAtZero,
	BeginsSlack: "the curve begins at %s, with no force beyond errors: is the zero of the %s off, " +
		"or was the sample slack or are rows before it missing? If the zero is off, " + restAtZero,
	BeginsLoaded: "the curve begins at %s with a %s of %.2g %% of its highest: is the zero of the %s off, " +
		"or was the sample pulled before? Then " + restAtZero,
	BeyondTester:       "%s of %.4g%s: Kawabata's %s tester turns at %g; is the unit right?",
	ShortOfTester:      "%s of %.4g%s at most: Kawabata's %s tester turns at %g; is the unit right?",
	StifferThanClothes: "%s of %.4g%s: cloth for clothes takes %.3g at most when it %s; are the units right?",
	OffFit: "%s of %.4g (SI) is off the curve that fits all others by %.0f times their scatter: " +
		"expected about %.4g; is its sign or a digit wrong?",
}

const restAtZero = "these numbers are wrong, and their intervals do not know, " +
	"as they take the sample to be at rest at 0"
