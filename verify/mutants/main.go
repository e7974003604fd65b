// Command mutants puts mistakes into the reference, one at a time, and asks hysteron verify whether it finds them:
//
//	make mutants
//	go run -tags egl ./verify/mutants -only friction
//
// The tree stays as it is: the compiler reads the mutated file from elsewhere (go build -overlay). Exit status 1 if a
// mistake is not found, or does not fit the code any more.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hysteron/cpu"
	"hysteron/step"
	"hysteron/verify"
)

func main() {
	only := flag.String("only", "", "mistakes whose description matches this regular expression")
	all := flag.Bool("all", false, "ask the whole quick set, not just the problems that should find a mistake")
	problems := flag.String("ask", "", "solve these problems, and print the first row that is wrong")
	flag.Parse()
	if *problems != "" {
		fmt.Print(wrong(*problems))
		return
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	defer os.RemoveAll(dir)
	found, asked := 0, 0
	for _, m := range list {
		if !wanted.MatchString(m.what) {
			continue
		}
		asked++
		by, err := m.ask(dir, *all)
		switch {
		case err != nil:
			fmt.Printf("ERROR     %s: %v\n", m.what, err)
		case by == "":
			fmt.Printf("SURVIVED  %s (%s)\n", m.what, m.file)
		default:
			found++
			fmt.Printf("found     %s: %s\n", m.what, by)
		}
	}
	fmt.Printf("%d of %d mistakes found by known answers on the reference alone\n", found, asked)
	if found < asked {
		os.RemoveAll(dir)
		os.Exit(1)
	}
}

// mutant is a mistake.
type mutant struct {
	what     string // in words
	file     string
	old, new string // text that the file has once, and what it becomes
	problems string // that should find it
}

// ask builds this program with the mistake, has it solve the problems, and returns
// what finds it.
func (m *mutant) ask(dir string, all bool) (by string, err error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		return "", fmt.Errorf("%s has %q %d times: expected once", m.file, m.old, n)
	}
	changed, overlay, program := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "hysteron")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o666); err != nil {
		return "", err
	}
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		return "", err
	}
	if out, err := exec.Command("go", "build", "-tags", "egl", "-overlay", overlay, "-o", program, "./verify/mutants").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	problems := m.problems
	if all {
		problems = "all"
	}
	out, err := exec.Command(program, "-ask", problems).Output()
	if err != nil {
		return "ends in a panic", nil
	}
	return string(out), nil
}

// wrong is the first row of problems (all: of all) that is out of its tolerance on the reference, or why one ended early.
func wrong(names string) string {
	problems := slices.DeleteFunc(verify.Problems(), func(p verify.Problem) bool {
		return names != "all" && !slices.Contains(strings.Split(names, ","), p.Name)
	})
	r, err := verify.Run(context.Background(), verify.Options{Backends: []step.Backend{cpu.Backend{Workers: 1}}, Problems: problems})
	if err != nil {
		return err.Error()
	}
	for _, q := range r.Results {
		for _, row := range q.Rows {
			if !row.Pass {
				return fmt.Sprintf("%s, %s: %.4g, expected %.4g", q.Problem, row.Case, float64(row.Measured), float64(row.Expected))
			}
		}
		if q.Error != "" {
			return q.Problem + " ends early: " + q.Error
		}
	}
	return ""
}
