// Command mutants puts mistakes into the program, one at a time, and checks whether problems of hysteron verify and
// tests of one backend alone find them:
//
//	make mutants
//	go run -tags egl ./tools/mutants -only friction
//	go run -tags egl ./tools/mutants -fit           # does each mistake still fit the code?
//	go run -tags egl ./tools/mutants -random 20 -seed 3
//	go run -tags egl ./tools/mutants -results FILE -dir DIR -for 2m  # continues a run that was ended
//
// The source tree is not changed: the compiler reads copies of files with all mistakes (go build -overlay), and an
// environment variable selects one. The exit status is 1 if a mistake is not found, or no longer fits the code. Random
// mistakes swap an operator each; survivors among them may be equivalent to the original, and are listed for a reader.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
	"hysteron/verify"
)

func main() {
	only := flag.String("only", "", "mistakes whose description or file matches this regular expression")
	fit := flag.Bool("fit", false, "only tell which mistakes do not fit the code")
	random := flag.Int("random", 0, "put so many operators in the place of others instead, at random")
	seed := flag.Uint64("seed", 1, "of -random")
	problems := flag.String("ask", "", "solve these problems, and print the first row that is wrong")
	device := flag.Bool("device", false, "have -ask solve them on the OpenGL device")
	results := flag.String("results", "", "file that keeps the answers: what is in it is not asked again")
	folder := flag.String("dir", "", "folder for the programs with mistakes, which stay there and are not built again "+
		"where nothing has changed")
	span := flag.Duration("for", 0, "begin no question after so much time; 0: all")
	flag.Parse()
	if *problems != "" {
		fmt.Print(wrong(*problems, *device))
		return
	}
	if err := run(*only, *fit, *random, *seed, *results, *folder, *span); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(only string, fit bool, random int, seed uint64, results, dir string, span time.Duration) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	all, err := mistakes()
	if random > 0 {
		all, err = randomMistakes(random, seed)
	}
	if err != nil {
		return err
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "mutants"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	kept, err := openResults(results)
	if err != nil {
		return err
	}
	defer kept.Close()
	var asked []*mutant
	for i := range all {
		m := &all[i]
		if !wanted.MatchString(m.what) && !wanted.MatchString(m.file) {
			continue
		}
		asked = append(asked, m)
	}
	if fit {
		return fits(asked)
	}
	w, err := weave(dir, asked)
	if err != nil {
		return err
	}
	found, answers, begin := 0, 0, time.Now()
	for _, m := range asked {
		by, known := kept.by[m.key()]
		if !known {
			if span > 0 && time.Since(begin) > span {
				continue
			}
			if by, err = m.ask(w); err == nil {
				err = kept.add(m, by)
			}
		}
		answers++
		switch {
		case err != nil:
			fmt.Printf("ERROR     %s: %v\n", m.what, err)
			err = nil
			if random > 0 { // a random mistake that does not compile is none
				answers--
			}
		case by == "":
			fmt.Printf("SURVIVED  %s (%s)\n", m.what, m.file)
		default:
			found++
			fmt.Printf("found     %s: %s\n", m.what, by)
		}
	}
	fmt.Printf("%d of %d mistakes found on one backend alone\n", found, answers)
	if found < len(asked) && random == 0 {
		return errors.New("not all")
	}
	return nil
}

// fits returns an error unless all mistakes fit the code.
func fits(list []*mutant) error {
	n := 0
	for _, m := range list {
		if _, err := m.text(); err != nil {
			fmt.Printf("ERROR     %s: %v\n", m.what, err)
			continue
		}
		n++
	}
	fmt.Printf("%d of %d mistakes fit the code\n", n, len(list))
	if n < len(list) {
		return errors.New("not all")
	}
	return nil
}

// Limits of a run, since a mistake may keep an iteration from ending: processor time [s], which does not depend on the
// load of the machine, and elapsed time, for runs that wait for ever.
const (
	mostSeconds = 60
	most        = 20 * time.Minute
)

// errAlone is the reason for which a mistake is not woven in, but gets a program of its own.
var errAlone = errors.New("not in a function of Go")

// device reports whether the mistake is in code for the device.
func (m *mutant) device() bool { return m.shader() || strings.HasPrefix(m.file, "gpu/") }

// shader reports whether the mistake is in a shader.
func (m *mutant) shader() bool { return strings.HasPrefix(m.file, "shaders/") }

// ask runs the tests and problems of the mistake with it, and returns the one that finds it; "" if none does.
func (m *mutant) ask(w *woven) (by string, err error) {
	if err := w.refused[m]; err != nil && err != errAlone {
		return "", err
	}
	text, err := m.text()
	if err != nil {
		return "", err
	}
	on := []string{fmt.Sprintf("%s=%d", whichName, w.in[m])}
	if m.shader() {
		on = []string{shaderName + "=" + strings.TrimPrefix(m.file, "shaders/"), textName + "=" + text}
	}
	if m.portable {
		on = append(on, "GODEBUG=cpu.avx2=off") // golang.org/x/sys/cpu
	}
	if m.tests != "" {
		where, which, _ := strings.Cut(m.tests, " ")
		program, err := w.program(where, m)
		if err != nil {
			return "", err
		}
		if by, err = answer(on, where, program, "-test.run", which, "-test.failfast"); by != "" || err != nil {
			return by, err
		}
	}
	if m.problems == "" {
		return "", nil
	}
	program, err := w.program("", m)
	if err != nil {
		return "", err
	}
	return answer(on, ".", program, "-ask", m.problems, fmt.Sprintf("-device=%v", m.device()))
}

// noShader is the exit status of a program whose shaders do not compile.
const noShader = 9

var failed = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)

// answer runs a program in a folder and an environment. It returns the failed test or problem, or the way the program
// ends; "" if nothing is wrong.
func answer(on []string, where, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(mostSeconds), program}, args...)...)
	c.Dir, c.Env = where, append(os.Environ(), on...)
	out, err := c.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil, errors.As(err, &exit) && !exit.Exited() && exit.UserTime()+exit.SystemTime() > (mostSeconds-
		1)*time.Second:
		return "does not end", nil
	case errors.As(err, &exit) && exit.ExitCode() == noShader:
		return "", errors.New("a shader does not compile")
	case errors.As(err, &exit):
		if name := failed.FindSubmatch(out); name != nil {
			return string(name[1]), nil
		}
		return "ends in a panic", nil
	case err != nil:
		return "", err
	case strings.HasPrefix(args[0], "-test."):
		if strings.Contains(string(out), "no tests to run") {
			return "", fmt.Errorf("no test is named %s", args[1])
		}
		return "", nil
	}
	return string(out), nil
}

// wrong returns the first row of problems out of its tolerance, or the reason of an early end. It runs on the
// reference, or on a device without a self-test.
func wrong(names string, device bool) string {
	problems := slices.DeleteFunc(verify.Problems(), func(p verify.Problem) bool {
		return names != "all" && !slices.Contains(strings.Split(names, ","), p.Name)
	})
	var b step.Backend = cpu.Backend{Workers: 1}
	if device {
		c, err := opengl.Open(opengl.Options{})
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutants:", err)
			os.Exit(1)
		}
		b = gpu.Backend{Context: c}
	}
	r, err := verify.Run(context.Background(), verify.Options{Backends: []step.Backend{b}, Problems: problems})
	if err != nil {
		return err.Error()
	}
	for _, q := range r.Results {
		for i := range q.Claims {
			if c := &q.Claims[i]; c.Verdict().Failed() {
				return fmt.Sprintf("%s, %s: %.4g, expected %.4g", q.Problem, c.What, c.Mean, c.Expected)
			}
		}
		if strings.Contains(q.Error, "compiling ") || strings.Contains(q.Error, "#include") {
			os.Exit(noShader)
		}
		if q.Error != "" {
			return q.Problem + " ends early: " + q.Error
		}
	}
	return ""
}
