package predict

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"hysteron/fit"
	"hysteron/param"
	"hysteron/scenes"
)

// Cloth is a fabric with the distribution of its numbers.
type Cloth struct {
	Base   string   // file of the fabric, of several specimens the first
	Varied []Varied // the uncertain numbers, in the order of the file
	// Specimens is the number of specimens of one cloth that the scatter is taken from; 1: it is that of one fit.
	Specimens int

	groups []group
}

// Varied is an uncertain number, with the 95 % interval of its draws.
type Varied struct {
	Key          string
	Best         float64
	Low, High    float64
	Undetermined bool // the ends of the interval differ by more than a factor of fit.Decades
}

// group is numbers that are drawn together: standard normal deviates × root, over the root of a χ² with freedom degrees
// of freedom over these, are t-distributed with the correlation of the numbers.
type group struct {
	at      []int // indices in Varied
	root    *mat.Dense
	freedom float64
	half    float64 // quantile of t at Low and High
}

// Read reads the fabric of one fit with its [[fitted]], or several specimens of one cloth. Errors are input errors.
func Read(fabrics []string) (*Cloth, error) {
	if len(fabrics) > 1 {
		return specimens(fabrics)
	}
	tables, err := scenes.FittedNumbers(fabrics[0])
	if err != nil {
		return nil, param.Wrong(err)
	}
	if len(tables) == 0 {
		return nil, param.Wrong(fmt.Errorf("%s: no [[fitted]], so its errors are unknown: expected a fabric from "+
			"hysteron fit -o (stretch, bend, cantilever or Kawabata's curves), or fabrics of several specimens "+
			"(--fabric A.toml --fabric B.toml)", fabrics[0]))
	}
	c := &Cloth{Base: fabrics[0], Specimens: 1}
	seen := map[string]bool{}
	for i, t := range tables {
		n := len(t.Keys)
		g := group{freedom: t.Freedom, half: distuv.StudentsT{Sigma: 1, Nu: t.Freedom}.Quantile((1 + fit.Confidence) / 2)}
		for k, key := range t.Keys {
			if seen[key] {
				return nil, param.Wrong(fmt.Errorf("%s: fitted.%d: %s is in two of [[fitted]]: expected it once", c.Base, i,
					key))
			}
			seen[key] = true
			g.at = append(g.at, len(c.Varied))
			low, high, best := t.Low[k], t.High[k], t.Best[k]
			c.Varied = append(c.Varied, Varied{key, best, min(low, best), max(high, best), low > 0 && high > fit.Decades*low})
		}
		root, err := rootOf(t.Correlation, n)
		if err != nil {
			return nil, param.Wrong(fmt.Errorf("%s: fitted.%d.correlation: %w", c.Base, i, err))
		}
		g.root = root
		c.groups = append(c.groups, g)
	}
	return c, nil
}

// rootOf returns a matrix R with R·Rᵀ = the correlation of n numbers. Without a correlation all numbers vary together.
func rootOf(correlation []float64, n int) (*mat.Dense, error) {
	root := mat.NewDense(n, n, nil)
	if correlation == nil {
		for k := range n {
			root.Set(k, 0, 1)
		}
		return root, nil
	}
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			if d := math.Abs(correlation[i*n+j] - correlation[j*n+i]); d > 1e-4 {
				return nil, fmt.Errorf("rows %d and %d differ by %.2g from their columns: expected a symmetric matrix", i, j, d)
			}
			sym.SetSym(i, j, correlation[i*n+j])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		return nil, fmt.Errorf("no eigenvalues: expected a correlation matrix")
	}
	var v mat.Dense
	e.VectorsTo(&v)
	for k, value := range e.Values(nil) {
		if value < -1e-3 { // rounding in the file causes 1e-6 times the number of rows
			return nil, fmt.Errorf("the eigenvalue %.3g: expected a correlation matrix, whose eigenvalues are not negative",
				value)
		}
		for i := range n {
			root.Set(i, k, v.At(i, k)*math.Sqrt(max(0, value)))
		}
	}
	return root, nil
}

// specimens returns the distribution of another specimen of the same cloth: the mean of n, and √(1 + 1/n) times their
// standard deviation, with n − 1 degrees of freedom.
func specimens(fabrics []string) (*Cloth, error) {
	n := len(fabrics)
	all := make([]map[string]float64, n)
	c := &Cloth{Base: fabrics[0], Specimens: n}
	for i, file := range fabrics {
		if slices.Contains(fabrics[:i], file) {
			return nil, param.Wrong(fmt.Errorf("--fabric %s twice: expected a specimen each", file))
		}
		var err error
		if all[i], err = scenes.FabricNumbers(file); err != nil {
			return nil, param.Wrong(err)
		}
		for key := range all[0] {
			if _, ok := all[i][key]; !ok {
				return nil, param.Wrong(fmt.Errorf("%s has no %s, which %s has: expected fits of one cloth by the same laws",
					file, key, fabrics[0]))
			}
		}
		for key := range all[i] {
			if _, ok := all[0][key]; !ok {
				return nil, param.Wrong(fmt.Errorf("%s has %s, which %s does not: expected fits of one cloth by the same laws",
					file, key, fabrics[0]))
			}
		}
	}
	g := group{freedom: float64(n - 1)}
	g.half = distuv.StudentsT{Sigma: 1, Nu: g.freedom}.Quantile((1 + fit.Confidence) / 2)
	var rows [][]float64
	for _, key := range sortedKeys(all[0]) {
		positive, same := true, true
		for i := range n {
			positive, same = positive && all[i][key] > 0, same && all[i][key] == all[0][key]
		}
		if same {
			continue
		}
		x := make([]float64, n)
		mean, deviation := 0., 0.
		for i := range n {
			if x[i] = all[i][key]; positive {
				x[i] = math.Log(x[i])
			}
			mean += x[i] / float64(n)
		}
		for i := range n {
			x[i] -= mean
			deviation += x[i] * x[i] / float64(n-1)
		}
		deviation = math.Sqrt(deviation)
		off := g.half * deviation * math.Sqrt(1+1/float64(n))
		v := Varied{Key: key, Best: mean, Low: mean - off, High: mean + off}
		if positive {
			v.Best, v.Low, v.High = math.Exp(mean), math.Exp(v.Low), math.Exp(v.High)
		}
		for i := range n {
			x[i] /= deviation * math.Sqrt(float64(n-1))
		}
		g.at, rows = append(g.at, len(c.Varied)), append(rows, x)
		c.Varied = append(c.Varied, v)
	}
	if rows == nil {
		return nil, param.Wrong(fmt.Errorf("%d fabrics with the same numbers: expected those of different specimens", n))
	}
	g.root = mat.NewDense(len(rows), n, slices.Concat(rows...))
	c.groups = []group{g}
	return c, nil
}

// Draw returns the fabric of draw i, from 1, as the text of a file. It does not depend on the number of draws. Draw 0
// has the best numbers. Draws that the fabric's laws do not allow are repeated.
func (c *Cloth) Draw(seed uint64, i int) (text []byte, err error) {
	text, _, err = c.draw(seed, i)
	return text, err
}

// numbers returns the numbers of draw i, in the order of Varied.
func (c *Cloth) numbers(seed uint64, i int) ([]float64, error) {
	_, values, err := c.draw(seed, i)
	return values, err
}

func (c *Cloth) draw(seed uint64, i int) (text []byte, values []float64, err error) {
	const most = 200
	random := rand.New(rand.NewPCG(seed, uint64(i)))
	for range most {
		set := map[string]any{}
		values = c.values(random, i)
		for k, v := range values {
			set[c.Varied[k].Key] = v
		}
		if text, err = scenes.RefitFabric(c.Base, set); err == nil || i == 0 {
			break
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: none of %d draws makes a fabric, as: %w", c.Base, most, err)
	}
	return text, values, nil
}

// values returns the numbers of one draw, in the order of Varied. The 2.5 and 97.5 % quantiles of the t-distributed
// deviate are the ends of the interval; between them the number varies geometrically if both ends are positive,
// otherwise linearly, and never changes its sign.
func (c *Cloth) values(random *rand.Rand, i int) []float64 {
	values := make([]float64, len(c.Varied))
	for k, v := range c.Varied {
		values[k] = v.Best
	}
	if i == 0 {
		return values
	}
	for _, g := range c.groups {
		_, deviates := g.root.Dims()
		z := make([]float64, deviates)
		for k := range z {
			z[k] = random.NormFloat64()
		}
		over := math.Sqrt(distuv.ChiSquared{K: g.freedom, Src: random}.Rand() / g.freedom)
		for row, k := range g.at {
			t := mat.Dot(g.root.RowView(row), mat.NewVecDense(deviates, z)) / over / g.half
			values[k] = c.Varied[k].at(t)
		}
	}
	return values
}

// at returns the number for a deviate of t times that of the ends of its interval.
func (v Varied) at(t float64) float64 {
	end := v.High
	if t < 0 {
		end, t = v.Low, -t
	}
	if v.Low > 0 {
		return v.Best * math.Pow(end/v.Best, t)
	}
	x := v.Best + t*(end-v.Best)
	if v.Low >= 0 {
		return max(0, x)
	}
	return x
}

func sortedKeys(m map[string]float64) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
