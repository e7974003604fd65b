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
	LoopEmpty
	StrainFar
	ShearFar
	BeginsPulled
	BeginsSlack
	BeginsLoaded
	BeyondTester
	ShortOfTester
	StifferThanClothes
	OffFit

	// Of strips under weights.
	WeightBelowZero
	LengthNotAbove
	LengthOutOfRange
	WidthOutOfRange
	SampleMass
	StripTears
	NoReadings
	NoWeight
	NoStretch
	StripSorted
	LoadUnit
	StripShortens
	FewReadings
	StripNeverUnloads
	LoadingsAlone
	LengthOffFit
	WidthOffFit

	// Of sheets.
	OffUnit
	Rare
	RareWoven
	NothingRubs
	FarApart
	RareApart
	LoopsApart
	OtherLinearity
	AsksFor

	kinds // how many there are
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
	ForceUnit: "%s %s is about %.2g times as large as the readings before let expect, " +
		"%.4g %s at %s of %.4g%s: does a unit change here?",
	DeformationUnit: "%s %s is about %.2g times as large as the readings before let expect, " +
		"%.4g after %.4g (SI): does a unit change here?",
	LoopAside: "the curve begins at %s, in the middle between %s and %s: " +
		"expected a loop of shear or bending to begin at 0; is the zero of the %s off?",
	GivesWork: "from here on, let go, the curve lies outside of the way that it came, so that the cloth would give out " +
		"more work than it took: expected %s to be less on the way back; " +
		"are the rows upside down, or two columns swapped?",
	LoopEmpty: "from here on, let go, the cloth gives back %.2g %% of the work that stretching it took: expected %g to " +
		"%g %%; does a unit change here?",
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

	WeightBelowZero:  "weight of %.4g N: expected none below zero",
	LengthNotAbove:   "length of %.4g m: expected more than zero",
	LengthOutOfRange: "length of %.4g m of a sample of %.4g m: expected half to ten times of it; are the units right?",
	WidthOutOfRange: "width of %.4g mm of a sample of %.4g mm: expected a fifth to 1.1 times of it; are the units " +
		"right?",
	SampleMass: "a sample of %.4g × %.4g mm with a mass of %.4g g has %.3g g/m²: expected 5 to 5,000; are the " +
		"units right?",
	StripTears: "%.4g N on a strip %.4g mm wide: cloth of %.3g g/m² tears before; is the unit of the weights " +
		"right?",
	NoReadings: "no readings: expected rows of weight and length below the header",
	NoWeight:   "no weight is above zero: expected loads",
	NoStretch: "no reading is longer than the sample (%.4g m): expected it to stretch; is the length that " +
		"without load?",
	StripSorted: "the sample %s; have rows been sorted?",
	LoadUnit: "%.4g N stretch the sample to %.4g mm, and %.4g N in line %d to %.4g mm: expected about the " +
		"same load for the same length; do units change on the way?",
	StripShortens: "the sample gets shorter under load, by %.3g mm per newton on average: cloth gets longer; are " +
		"columns, signs, lines or units mixed up?",
	FewReadings:       "%d readings for %d unknowns, up to here: expected at least as many",
	StripNeverUnloads: "the sample %s",
	LoadingsAlone: "loadings alone, up to here: the law would leave %.2g mm of the readings had the sample been " +
		"unloaded wherever a smaller weight follows, and leaves %.2g: %s",
	LengthOffFit: "length of %.5g mm under %.4g N is off the law that fits all others by %.0f times what it " +
		"leaves of them: expected about %.4g mm; %s",
	WidthOffFit: "width of %.5g mm under %.4g N is off what all other readings lead to by %.0f times what is " +
		"left of them: expected about %.4g mm; is a digit wrong?",

	OffUnit:     "%s: no cloth is beyond %g to %g; %s is of another unit, or its decimal point is off",
	Rare:        "%s: cloth for clothes has %g to %g; are the units right?",
	RareWoven:   "%s: woven cloth for clothes has %g to %g, softer cloth more; are the units right?",
	NothingRubs: "%s: cloth for clothes gives back %g to %g %%, and only what nothing rubs in gives back nearly all",
	FarApart: "%s of %.4g along the warp and %.4g along the weft (line %d): expected one within %g times the other; a " +
		"decimal point or a unit is off",
	RareApart: "%s of %.4g along the warp and %.4g along the weft (line %d): of cloth for clothes one is mostly within " +
		"%g times the other; are the units right?",
	LoopsApart: "2HB over B is %.3g 1/cm along the warp and %.3g along the weft (%s): expected one within 5 times the " +
		"other, as both are of the same yarns; a decimal point or a unit is off",
	OtherLinearity: "LT is %.3g, but WT and EMT give %.3g (%s, lines %d and %d): expected WT = LT·500 gf/cm·EMT/2; are " +
		"the units right?",
	AsksFor: "%s of %.4g (%s, line %d) asks for a %s",
}

const restAtZero = "these numbers are wrong, and their intervals do not know, " +
	"as they take the sample to be at rest at 0"
