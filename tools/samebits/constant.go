package main

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"
)

// tolerances are values of solver.tolerance_m_s2 that differ by 3 %. Iterations are summed over them, since those of a
// single one vary by 5 to 10 % with any change of rounding.
var tolerances = []string{"0.68", "0.70", "0.72"}

// exact is the tolerance of the runs from which errors are measured [m/s²].
const exact = "0.072"

// leastError is the resolution of single-precision caches [m]: smaller errors count as this.
const leastError = 1e-7

// outcome has the results of the runs of a scene.
type outcome struct {
	record               // counts and hashes of all frames of all runs
	used   time.Duration // CPU time
	off    []float64     // distance of the last frame of each run from the exact run: RMS over vertices [m]
}

// try runs scenes with other values of constants and compares iterations, CPU time and errors with those of the
// unaltered program. constants is a list such as step.a=1,2 step.b=3. The source is not changed: the compiler reads an
// altered copy of the file with the constant.
func try(ctx context.Context, only, constants string) error {
	plan, err := configs(only, true)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "samebits")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	was := make([]*outcome, len(plan))
	truth := make([]*record, len(plan))
	for i, c := range plan {
		if truth[i], _, err = start(ctx, self, c.with(exact)); err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		if was[i], err = runs(ctx, self, c, truth[i], nil); err != nil {
			return err
		}
	}
	fmt.Println("| constant | Newton | CG | CPU time | error | scenes that differ |\n|---|---|---|---|---|---|")
	for field := range strings.FieldsSeq(constants) {
		name, values, _ := strings.Cut(field, "=")
		for value := range strings.SplitSeq(values, ",") {
			path, text, err := altered(name, value)
			if err != nil {
				return err
			}
			program, err := build(ctx, dir, path, text)
			if err != nil {
				return err
			}
			is := make([]*outcome, len(plan))
			for i, c := range plan {
				if is[i], err = runs(ctx, program, c, truth[i], was[i]); err != nil {
					return fmt.Errorf("%s = %s: %w", name, value, err)
				}
			}
			fmt.Printf("| %s = %s | %s\n", name, value, row(plan, was, is))
		}
	}
	return nil
}

// row returns a line of the table: changes of sums over all scenes; for errors, the change of the geometric mean.
func row(plan []config, was, is []*outcome) string {
	var a, b outcome
	var differ []string
	errors := 0.
	for i, c := range plan {
		a.add(was[i])
		b.add(is[i])
		if differences(&was[i].record, &is[i].record) != "" {
			differ = append(differ, c.Scene)
		}
		errors += math.Log(max(leastError, stat.Mean(is[i].off, nil)) / max(leastError, stat.Mean(was[i].off, nil)))
	}
	return fmt.Sprintf("%s | %s | %s | %s | %s |", change(float64(sum(a.Newton)), float64(sum(b.Newton))),
		change(float64(sum(a.CG)), float64(sum(b.CG))), change(a.used.Seconds(), b.used.Seconds()),
		change(1, math.Exp(errors/float64(len(plan)))), strings.Join(differ, ", "))
}

// runs runs a scene with all tolerances. If the first run equals that of the unaltered program bit for bit, the outcome
// of that program is returned.
func runs(ctx context.Context, program string, c config, truth *record, was *outcome) (*outcome, error) {
	o := &outcome{}
	for i, t := range tolerances {
		r, used, err := start(ctx, program, c.with(t))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		if n := c.Frames; i == 0 && was != nil && slices.Equal(r.Caches, was.Caches[:n]) &&
			slices.Equal(r.CG, was.CG[:n]) {
			return was, nil
		}
		o.add(&outcome{record: *r, used: used, off: []float64{distance(r.X, truth.X)}})
	}
	return o, nil
}

// with returns the configuration with a tolerance [m/s²].
func (c config) with(tolerance string) config {
	c.Set = append(slices.Clone(c.Set), "solver.tolerance_m_s2="+tolerance)
	return c
}

// distance returns the root mean square distance of vertices [m].
func distance(x, y []r3.Vec) float64 {
	var sum float64
	for i := range x {
		sum += r3.Norm2(r3.Sub(x[i], y[i]))
	}
	return math.Sqrt(sum / float64(len(x)))
}

// add appends the results of other runs.
func (o *outcome) add(p *outcome) {
	o.Newton, o.CG, o.Steps = append(o.Newton, p.Newton...), append(o.CG, p.CG...), append(o.Steps, p.Steps...)
	o.Caches, o.off, o.used = append(o.Caches, p.Caches...), append(o.off, p.off...), o.used+p.used
}

// change returns the relative change in percent.
func change(was, is float64) string { return fmt.Sprintf("%+.1f %%", 100*(is/was-1)) }

// altered returns the file that declares FOLDER.NAME, and its text with another value.
func altered(name, value string) (path, text string, err error) {
	dot := strings.LastIndexByte(name, '.')
	if value == "" || dot < 0 {
		return "", "", fmt.Errorf("-const %s=%s: expected FOLDER.NAME=VALUE", name, value)
	}
	paths, err := filepath.Glob(filepath.Join(name[:dot], "*.go"))
	if err != nil {
		return "", "", err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", "", err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, data, 0)
		if err != nil {
			return "", "", err
		}
		var at ast.Expr
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			for i := 0; ok && i < min(len(spec.Names), len(spec.Values)); i++ {
				if spec.Names[i].Name == name[dot+1:] {
					at = spec.Values[i]
				}
			}
			return true
		})
		if at != nil {
			lo, hi := fset.Position(at.Pos()).Offset, fset.Position(at.End()).Offset
			return path, string(data[:lo]) + value + string(data[hi:]), nil
		}
	}
	return "", "", fmt.Errorf("-const %s: no such constant in %s", name, name[:dot])
}

// build compiles this program with another text for a file.
func build(ctx context.Context, dir, path, text string) (program string, err error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	other, overlay, program := filepath.Join(dir, "file.go"), filepath.Join(dir, "overlay"), filepath.Join(dir, "program")
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{full: other}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, data, 0o644); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-tags", "egl", "-overlay", overlay, "-o", program, "./tools/samebits")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return program, nil
}
