package findings

// Kind is a kind of finding.
type Kind int

// Kinds of findings, with their texts below.
const (
	// Numbers out of range.
	NoCloth Kind = iota
	Unexpected
	Rare
	RareWoven
	NothingRubs
	AsksFor

	// Any table.
	NotUsed
	TwiceEach
	TwiceAfter
	TwiceOne
	FileTwice
	FileCopied
	LargeResidual
	CoarseMesh
	NoReadings

	// Kawabata curves.
	FewPoints
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
	BeginsPulled
	BeginsSlack
	BeginsLoaded
	BeyondTester
	ShortOfTester
	StifferThanClothes
	OffFit
	CurveShape

	// Strips under weights.
	WeightBelowZero
	StripTears
	NoWeight
	NoStretch
	StripSorted
	LoadUnit
	StripShortens
	RowsSorted
	RowsUpsideDown
	RowsShuffled
	FewReadings
	StripNeverUnloads
	LoadingsAlone
	UnreadZeros
	BeginsLonger
	LengthOffFit
	WidthOffFit
	HeavyWeight
	FewMarks
	StripShape
	NeverWithout

	// Rolled strips.
	RolledTurned
	RolledUnits
	RolledDigit
	RolledHelped
	RolledUneven
	RolledOffFit
	RolledUnexplained
	RolledShape

	// One strain over time.
	Backwards

	// Strips over an edge.
	OverhangUnit
	FromVertical
	WaySwapped
	OverhangOffFit

	// Sleds.
	SledNoPull
	SledPushes
	SledUnit
	SledOffOthers
	SledSlack
	SledBeginsAlike
	FrictionApart

	// Cloth that is pulled along warp and weft.
	BiaxialFalls
	BiaxialUnit

	// Tests between clips.
	CapturePoint
	CaptureWeight
	CapturePushes
	CaptureHangs
	CaptureMass
	CaptureNeverRests
	CaptureMisfit
	CaptureNoRest
	CaptureForces
	CaptureUnit
	CaptureNotKept
	CaptureDisagree

	// Density.
	SoftForMass
	StiffForMass
	BendingLength

	kinds // number of kinds
)

// texts are formats of the values of a finding.
var texts = map[Kind]string{
	NoCloth:    "%s of %.4g%s: no cloth is beyond %.3g to %.3g%s; are the units right?%s",
	Unexpected: "%s of %.4g%s: expected %.4g to %.4g%s; are the units right?%s",
	Rare:       "%s of %.4g%s: cloth for clothes has %.3g to %.3g%s; are the units right?",
	RareWoven: "%s of %.4g%s: woven cloth for clothes has %.3g to %.3g%s, softer cloth more; are the units " +
		"right?",
	NothingRubs: "%s of %.4g%s: cloth for clothes has %.3g to %.3g%s, and only what nothing rubs in gives back " +
		"nearly all",
	AsksFor: "%s asks for a %s",

	Backwards: "%s %s with time, mostly: %s",

	NotUsed: "not used: %s: expected %s",
	TwiceEach: "each row is there twice from here on: were they pasted twice? Each counts as a reading of its own, " +
		"so intervals are too narrow, by 1.4 times" + twice,
	TwiceAfter: "the rows from here on are those from line %d on once more: were they pasted twice? " + twice,
	TwiceOne:   "this is line %d once more, word for word: was it pasted twice? It counts as a reading of its own",
	FileTwice: "%s was given for %s and for %s: was each measured, or is one file named twice? Both get the " +
		"same numbers",
	FileCopied: "%s, for %s, has the readings of %s, for %s, word for word: was one copied for the other?",
	LargeResidual: "the residual of %.3g %s is %.0f %% of the range that was measured, %.3g %s: what was found " +
		"does not describe it",
	CoarseMesh: "%s",
	NoReadings: "no readings: expected rows below the header",

	FewPoints:       "%d points: expected at least 10 of a curve of loading and unloading",
	ZeroThroughout:  "%s is zero throughout: expected a %s",
	Constant:        "%s is %.4g (SI) here and in all other rows: expected it to grow with %s",
	NotPulled:       "strain is nowhere above zero: expected a sample that is pulled; are signs turned?",
	Falls:           "%s falls where %s grows: in cloth it rises; is a sign turned?",
	NeverUnloads:    "the curve %s",
	Shuffled:        "%s changes direction %d times in %d points: expected them in the order of measurement",
	DeformationAway: "%s of %.4g (SI) between %.4g and %.4g: expected one on the way from one to the other; %s",
	ForceAway:       "%s of %.4g (SI) is off the curve of all other readings: expected %.3g to %.3g; %s",
	ForceUnit: "%s %s is about %.2g times as large as the readings before let expect, %.4g %s at %s of %.4g%s: " +
		"does a unit change here?",
	DeformationUnit: "%s %s is about %.2g times as large as the readings before let expect, %.4g after %.4g " +
		"(SI): does a unit change here?",
	LoopAside: "the curve begins at %s, in the middle between %s and %s: expected a loop of shear or bending to " +
		"begin at 0; is the zero of the %s off?",
	GivesWork: "unloading from here on is above loading, so the cloth would return more work than it took: expected " +
		"%s to be less on the way back; are the rows upside down, or two columns swapped?",
	LoopEmpty: "unloading from here on returns %.2g %% of the work of stretching: expected %g to %g %%; does a unit " +
		"change here?",
	BeginsPulled: "the curve begins at %s, with %.2g %% of its highest force: are rows before it missing, was " +
		"the sample pulled before, or is the zero of the %s off? Unless only rows are missing, " + restAtZero,
	BeginsSlack: "the curve begins at %s, with no force beyond errors: is the zero of the %s off, or was the " +
		"sample slack or are rows before it missing? If the zero is off, " + restAtZero,
	BeginsLoaded: "the curve begins at %s with a %s of %.2g %% of its highest: is the zero of the %s off, or " +
		"was the sample pulled before? Then " + restAtZero,
	BeyondTester:       "%s of %.4g%s: Kawabata's %s tester turns at %g; is the unit right?",
	ShortOfTester:      "%s of %.4g%s at most: Kawabata's %s tester turns at %g; is the unit right?",
	StifferThanClothes: "%s of %.4g%s: cloth for clothes takes %.3g at most when it %s; are the units right?",
	CurveShape: "this law does not describe the curve: it is off by %.1f %% of its height, to the same side over long " +
		"stretches",
	OffFit: "%s of %.4g (SI) is off the curve that fits all others by %.0f times their scatter: expected about " +
		"%.4g; is its sign or a digit wrong?",

	WeightBelowZero: "weight of %.4g N: expected none below zero",
	StripTears: "%.4g N on a strip %.4g mm wide: cloth of %.3g g/m² tears before; is the unit of the weights " +
		"right?",
	NoWeight: "no weight is above zero: expected loads",
	NoStretch: "no reading is longer than the sample (%.4g m): expected it to stretch; is the length that " +
		"without load?",
	StripSorted: "the sample %s; have rows been sorted?",
	LoadUnit: "%.4g N stretch the sample to %.4g mm, and %.4g N in line %d to %.4g mm: expected about the same " +
		"load for the same length; do units change on the way?",
	StripShortens: "the sample gets shorter under load, by %.3g mm per newton on average: cloth gets longer; " +
		"are columns, signs, lines or units mixed up?",
	RowsSorted: "%.4g N after %.4g N: the sample gets longer as weights are taken off, and nowhere shorter: " +
		inOrder,
	RowsUpsideDown: "%.4g N after %.4g N: the sample is shorter under weights that it has come down to than " +
		"under those it has come up to, and friction makes it longer: " + inOrder,
	RowsShuffled:      "%.4g N after %.4g N: weights jump up and down in no order, and lengths show none: " + inOrder,
	FewReadings:       "%d readings for %d unknowns, up to here: expected at least as many",
	StripNeverUnloads: "the sample %s",
	LoadingsAlone: "loadings alone, up to here: the law would leave %.2g mm of the readings had the sample been " +
		"unloaded wherever a smaller weight follows, and leaves %.2g: %s",
	UnreadZeros: "no reading is without a weight, and with the sample unloaded %s the residual of the law would be " +
		"%.2g mm, not %.2g: were readings of 0 left out? Then these numbers and their intervals are wrong; the table " +
		"needs all readings",
	BeginsLonger: "length of %.5g mm before the first weight, but \"# length\" is %.5g mm: with %.5g mm the residual " +
		"of the law would be %.2g mm, not %.2g; is the note wrong, or the ruler's zero off? Then these numbers and " +
		"their intervals are wrong",
	FewMarks: "lengths are read to %.2g mm, so the stretch covers only %.0f marks: the intervals include the effect " +
		"of rounding; a finer ruler or a longer sample narrows them",
	StripShape: "systematic residual of %.2g mm, %.2g %% of the longest stretch: the cloth follows another law, or " +
		"readings of 0 or the weight of a clip are missing; the intervals do not include this",
	NeverWithout: "no reading is without a weight: if the sample was unloaded in between, the numbers and their " +
		"intervals are wrong; read a 0 after each load",
	HeavyWeight: "the heaviest weight is %.3g N, %s: too much for a strip; is the unit of the weights right?",
	LengthOffFit: "length of %.5g mm under %.4g N is off the law that fits all others by %.0f times their residual: " +
		"expected about %.4g mm; %s",
	WidthOffFit: "width of %.5g mm under %.4g N is off the fit of all other readings by %.0f times their residual: " +
		"expected about %.4g mm; is a digit wrong?",

	RolledTurned: "curvature of %.4g 1/m, against the way it was rolled: expected a part of %.4g 1/m; is the sign " +
		"turned?",
	RolledUnits: "this sample is left out: its curvature of %.4g 1/m is more than that of the cylinder, %.4g " +
		"1/m; are the units right?",
	RolledDigit: "this sample is left out: its curvature of %.4g 1/m is more than that of the cylinder, %.4g " +
		"1/m; is a digit of it wrong?",
	RolledHelped: "this sample is left out: its weight helps to roll it up",
	RolledUneven: "residual curvature on %.4g mm is %.4g 1/m, and on %.4g mm in line %d %.4g 1/m: expected it to " +
		"change with the radius by its third power at most; do units change on the way?",
	RolledOffFit: "%.4g 1/m on %.4g mm, where the law that fits all other strips leaves %.4g; errors of reading " +
		"explain %.2g 1/m: is a digit wrong?",
	RolledUnexplained: "the residual is %.3g 1/m, %.2g times the error of reading, %.2g 1/m: the law does not " +
		"describe the readings, or they were read less well; then add a line \"# error = %.2g 1/m\"",
	RolledShape: "systematic residual of %.2g 1/m, alike from cylinder to cylinder: the cloth follows another law; " +
		"the intervals do not include this",

	OverhangUnit: "%.4g mm at %.3g° gives a stiffness of %.2g N·m, and line %d one of %.2g: expected readings of one " +
		"cloth; are units or columns mixed?",
	FromVertical: "%.4g mm hang at %.3g°, and shorter strips at more: expected longer ones to hang more " +
		"steeply; are angles measured from the vertical?",
	WaySwapped: "strips that are let up look stiffer than those let down, and friction makes them look softer: " +
		"is the column way turned around?",
	OverhangOffFit: "%.4g mm hang at %.3g°, but at %.3g° by all other readings of that way: is a digit wrong? Then " +
		"this number is wrong by the weight of this reading",

	SledNoPull: "no force of the run under %.4g N that begins here is above zero: expected the cord to pull; is " +
		"the sign turned?",
	SledPushes: "force of %.4g N: expected none far below zero, as a cord does not push; is a sign turned?",
	SledUnit: "the run under %.4g N from here on has a coefficient of friction of %.3g, and that from line %d on one " +
		"of %.3g: expected a smaller difference; do units change on the way?",
	SledOffOthers: "force of %.4g N beside neighbours of about %.4g N, an outlier of the run under %.4g N: is a " +
		"digit wrong?",
	SledSlack: "the run begins at %.2g N with the cord slack: is the balance's zero off? Then all its forces are",
	SledBeginsAlike: "the run begins at %.2g N, and so do those under other loads: is the balance's zero off, " +
		"or was the cord pulled already?",
	FrictionApart: "coefficient of friction of %.3g along the warp and %.3g along the weft: expected one within " +
		"%d times the other, as both are of one surface; are the units of force and load right in both " +
		"tables?",

	BiaxialFalls: "force_%s falls, from here on, where the %s is stretched: in cloth it rises; is the sign " +
		"turned?",
	BiaxialUnit: "%.4g N/m at %.4g %% along the %s, and %.4g N/m at %.4g %% in line %d: expected no such jump; " +
		"do units change on the way?",

	CapturePoint: "the point at u = %.4g mm, v = %.4g mm from the middle is %.4g mm from its neighbour, %.4g mm on " +
		"the cloth: expected at most twice that, and at least half of it in a clip; is it a slip, or are the units " +
		"wrong?",
	CaptureWeight: "clip %d holds the cloth with %.4g N, and the sample weighs %.4g N: expected about as much " +
		"or nothing; are the units right?",
	CapturePushes: "clip %d pulls with (%.4g, %.4g, %.4g) N against its way (%.4g, %.4g, %.4g) mm: expected the " +
		"force on the cloth, which points towards the clip, and not that on the clip",
	CaptureHangs: "clips pull with %.4g N: so little lets a sample that weighs %.4g N hang by %.3g mm between " +
		"them, and it hangs by %.3g mm; are the units of forces and mass right?",
	CaptureMass: "a sample of %.4g g, which are %.4g g/m², and of %s one of %.4g g, which are %.4g g/m²: " +
		"expected samples of one cloth, within %g %%",
	CaptureNeverRests: "%s: no rest with any stiffness of %s that was tried: are points those of this test, and " +
		"its mass and units right?",
	CaptureMisfit: "%s: with the cloth that was found points are off by %.3g mm, of a sample of %.4g mm: " +
		"nothing describes this test; is y up, or are axes swapped?",
	CaptureNoRest: "the cloth that was found comes to no rest in %d frames",
	CaptureForces: "forces are off by %.2g %% of the largest: the model does not describe this cloth, or forces " +
		"are not of these frames",
	CaptureUnit: "clips pull %.2g times as much as those of the cloth that was found from the other tests " +
		"would: are its units of forces right, and theirs?",
	CaptureNotKept:  "what was found of %s all at once is not kept: it would leave %s",
	CaptureDisagree: "%s asks for another stiffness than %s, which %s%s",

	SoftForMass: "the %s needs %.2g N/m to get longer by a tenth, %s on a strip 10 cm wide: cloth of %.3g kg/m² " +
		"needs %.2g N/m at least, half of what spandex jersey takes for its weight; are forces, lengths and mass in " +
		"the right units?",
	StiffForMass: "the %s has a stiffness of %.2g N/m: cloth of %.3g kg/m² has at most %.2g N/m, that of its fibres " +
		"for their weight; are forces, lengths and mass in the right units?",
	BendingLength: "%s: the bending length is %.3g mm: cloth has %g mm (sheer silk 8) to %g mm (buckram 90); are " +
		"lengths and density in the right units?",
}

const restAtZero = "these numbers and their intervals are wrong, as the sample is taken to be at rest at 0"

// twice is the effect of repeated rows on a fit.
const twice = "Each counts as a reading of its own, so intervals are too narrow, by 1.4 times"

const inOrder = "expected rows in the order of measurement; have they been sorted or shuffled?"
