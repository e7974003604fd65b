package main

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// try runs scenes with another value of a constant, and compares their iterations with the recorded ones. The source
// stays as it is: the compiler reads the file with the constant from elsewhere.
func try(ctx context.Context, file, only, constant string) error {
	recorded, err := read(file)
	if err != nil {
		return err
	}
	plan, err := configs(only, true)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "samebits")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, text, err := altered(constant)
	if err != nil {
		return err
	}
	program, err := build(ctx, dir, path, text)
	if err != nil {
		return err
	}
	var was, is record
	for _, c := range plan {
		r, _, err := start(ctx, program, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		old := find(recorded, r)
		if old == nil || old.Processor != r.Processor {
			return fmt.Errorf("%s: not recorded on this machine", c)
		}
		fmt.Printf("%s: %s\n", c.Scene, counts(old, r))
		was.add(old)
		is.add(r)
	}
	fmt.Printf("with %s: %s; Newton %+.1f %%, CG %+.1f %%\n", constant, counts(&was, &is),
		change(was.Newton, is.Newton), change(was.CG, is.CG))
	return nil
}

// add appends the frames of another record.
func (r *record) add(s *record) {
	r.Steps, r.Newton, r.CG = append(r.Steps, s.Steps...), append(r.Newton, s.Newton...), append(r.CG, s.CG...)
}

// change of the sum of counts in percent.
func change(was, is []int) float64 { return 100 * (float64(sum(is))/float64(max(1, sum(was))) - 1) }

// altered returns the file that declares FOLDER.NAME, as of FOLDER.NAME=VALUE, and its text with that value.
func altered(constant string) (path, text string, err error) {
	name, value, ok := strings.Cut(constant, "=")
	dot := strings.LastIndexByte(name, '.')
	if !ok || dot < 0 {
		return "", "", fmt.Errorf("-const %s: expected FOLDER.NAME=VALUE", constant)
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
	return "", "", fmt.Errorf("-const %s: no such constant in %s", constant, name[:dot])
}

// build compiles this program with another text of a file.
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
