package drape

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/verify"
)

// Protocol is the settings of a drape measurement.
type Protocol struct {
	Test     verify.DrapeTest // with the first mesh
	Hangings int              // each with its own imperfections; BS 5058 and ISO 9073-9 require six, three on each side
	Meshes   int              // largest number of meshes, each with half the edge length of the one before
}

// Agreement is the largest difference of the means on two meshes at which the mesh counts as converged [points of the
// drape coefficient]: the repeatability of Cusick's test, as assumed in fits.
const Agreement = 2.0

// Hung is the hangings of a fabric on the last mesh.
type Hung struct {
	Test               verify.DrapeTest
	Drapes             []*verify.Drape
	Coefficient, Folds Spread
	Meshes             []MeshMean // from coarse to fine
}

// Spread is a mean with the standard deviation of a single reading.
type Spread struct {
	Readings  int     `json:"readings"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"standard_deviation"`
}

// Text formats the mean and, for several readings, the deviation.
func (s Spread) Text(format string) string {
	if s.Readings == 1 {
		return fmt.Sprintf(format, s.Mean)
	}
	return fmt.Sprintf(format+" ± "+format, s.Mean, s.Deviation)
}

// MeshMean is the mean of the hangings on one mesh.
type MeshMean struct {
	Edge        float64 `json:"edge_m"`
	Coefficient float64 `json:"coefficient_percent"`
	Folds       float64 `json:"folds"`
}

// Measure hangs a fabric on finer meshes until the mean drape coefficients of two agree, or Meshes is reached. A single
// hanging has no imperfections.
func (q Protocol) Measure(ctx context.Context, f cloth.Fabric, say func(string)) (*Hung, error) {
	h := &Hung{Test: q.Test.Filled()}
	for {
		if err := h.hang(ctx, f, q.Hangings); err != nil {
			return nil, err
		}
		mean := MeshMean{h.Test.Edge, h.Coefficient.Mean, h.Folds.Mean}
		h.Meshes = append(h.Meshes, mean)
		say(fmt.Sprintf("edges of %.3g mm: drape coefficient %.1f %%, %.3g folds", 1000*mean.Edge, mean.Coefficient,
			mean.Folds))
		if len(h.Meshes) >= q.Meshes || h.Agreed() {
			return h, nil
		}
		h.Test.Edge /= 2
	}
}

// hang simulates all hangings on one mesh in parallel.
func (h *Hung) hang(ctx context.Context, f cloth.Fabric, n int) error {
	h.Drapes = make([]*verify.Drape, n)
	errs := make([]error, n)
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			test := h.Test
			if n > 1 {
				test.Hanging = i + 1
			}
			h.Drapes[i], errs[i] = verify.DrapeFabric(ctx, cpu.Backend{}, f, test)
		})
	}
	wg.Wait()
	coefficients, folds := make([]float64, n), make([]float64, n)
	for i, d := range h.Drapes {
		if errs[i] != nil {
			return errs[i]
		}
		coefficients[i], folds[i] = d.Coefficient, float64(d.Folds)
	}
	h.Coefficient, h.Folds = spread(coefficients), spread(folds)
	return nil
}

func spread(x []float64) Spread {
	s := Spread{Readings: len(x), Mean: stat.Mean(x, nil)}
	if len(x) > 1 {
		s.Deviation = stat.StdDev(x, nil)
	}
	return s
}

// Agreed reports whether the last two meshes agree.
func (h *Hung) Agreed() bool { return len(h.Meshes) > 1 && h.moved() <= Agreement }

// moved returns the difference of the last two meshes [points].
func (h *Hung) moved() float64 {
	k := len(h.Meshes) - 1
	return math.Abs(h.Meshes[k].Coefficient - h.Meshes[k-1].Coefficient)
}

// Nearest returns the hanging whose coefficient is nearest to the mean.
func (h *Hung) Nearest() *verify.Drape {
	best := h.Drapes[0]
	for _, d := range h.Drapes {
		if math.Abs(d.Coefficient-h.Coefficient.Mean) < math.Abs(best.Coefficient-h.Coefficient.Mean) {
			best = d
		}
	}
	return best
}

// Reached returns the result of the refinement, and whether the meshes agree.
func (h *Hung) Reached() (text string, ok bool) {
	if len(h.Meshes) == 1 {
		return fmt.Sprintf("one mesh, edges of %.3g mm: how far its coefficient is from that of finer ones was not asked "+
			"(--meshes 2 and more)", 1000*h.Test.Edge), true
	}
	var on []string
	for _, m := range h.Meshes {
		on = append(on, fmt.Sprintf("%.1f %% with edges of %.3g mm", m.Coefficient, 1000*m.Edge))
	}
	text = strings.Join(on, ", ")
	if h.Agreed() {
		return fmt.Sprintf("the last two meshes agree within %.2g points: %s", Agreement, text), true
	}
	return fmt.Sprintf("not converged: the last two meshes differ by %.1f points, expected %.2g at most: %s; --meshes %d "+
		"goes on", h.moved(), Agreement, text, len(h.Meshes)+1), false
}

// String returns the measured values.
func (h *Hung) String() string {
	n := "one hanging"
	if len(h.Drapes) > 1 {
		n = fmt.Sprintf("%d hangings", len(h.Drapes))
	}
	return fmt.Sprintf("drape coefficient %s %%, %s folds, %s, edges of %.3g mm; specimen of %.4g cm on a disc of %.4g "+
		"cm%s", h.Coefficient.Text("%.1f"), h.Folds.Text("%.1f"), n, 1000*h.Test.Edge, 100*h.Test.Specimen,
		100*h.Test.Disc, standard(h.Test))
}

// standard names the standards with the dimensions of a test.
func standard(q verify.DrapeTest) string {
	for _, s := range []struct {
		disc      float64
		specimens []float64
		name      string
	}{{.18, []float64{.24, .30, .36}, "BS 5058, ISO 9073-9"}, {.127, []float64{.254}, "JIS L1096"}} {
		for _, of := range s.specimens {
			if q.Disc == s.disc && q.Specimen == of {
				return " (" + s.name + ")"
			}
		}
	}
	return ""
}

// Size returns the specimen that BS 5058 and ISO 9073-9 require instead on Cusick's disc; "" if it is this one.
func (h *Hung) Size() string {
	const limp, stiff = 30, 85 // [%]
	small, middle, large := .24, .30, .36
	if h.Test.Disc != (verify.DrapeTest{}).Filled().Disc {
		return ""
	}
	want := middle
	switch c := h.Coefficient.Mean; {
	case h.Test.Specimen == middle && c < limp, h.Test.Specimen == small:
		want = small
	case h.Test.Specimen == middle && c > stiff, h.Test.Specimen == large:
		want = large
	}
	if want == h.Test.Specimen {
		return ""
	}
	return fmt.Sprintf("BS 5058 and ISO 9073-9 take a specimen of %.0f cm where one of %.0f cm drapes with %s: "+
		"--specimen %g", 100*want, 100*h.Test.Specimen,
		map[bool]string{true: "less than 30 %", false: "more than 85 %"}[want == small], want)
}
