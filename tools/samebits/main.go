// Command samebits runs every shipped scene for ten frames and compares the results, bit for bit, with the records in
// bits.txt: vertex caches, checkpoints, and the iterations of Newton's method and of conjugate gradients in each frame.
// A change that only moves or renames code leaves all of them the same.
//
//	go run -tags egl ./tools/samebits           # compare; exit status 1 at a difference
//	go run -tags egl ./tools/samebits -quick    # six scenes on the CPU, in less than a minute
//	go run -tags egl ./tools/samebits -only flag,shirt
//	go run -tags egl ./tools/samebits -write    # record the present results
//	go run -tags egl ./tools/samebits -quick -const 'step.farMore=2,8 step.bursts=50'    # other values of constants
//
// Scenes run on the CPU with AVX2 and without, with several numbers of threads, and a few on software OpenGL. Fine
// scenes run with longer edges. Records made on another processor or OpenGL driver are counted, not compared.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

func main() {
	write := flag.Bool("write", false, "record what comes out now")
	only := flag.String("only", "", "scenes to run, with commas between them (default: all)")
	quick := flag.Bool("quick", false, "run the six scenes that cover the most, once each, on the CPU")
	constant := flag.String("const", "", "FOLDER.NAME=VALUE[,VALUE] …: with -quick, compare iterations, CPU time and "+
		"errors with these values of constants")
	file := flag.String("file", "tools/samebits/bits.txt", "the records")
	one := flag.String("one", "", "run one configuration and print its record as JSON; for the program itself")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *one != "":
		err = child(ctx, *one)
	case *constant != "" && (*write || !*quick):
		err = errors.New("-const: expected -quick, and no -write")
	case *constant != "":
		err = try(ctx, *only, *constant)
	default:
		err = all(ctx, *file, *only, *quick, *write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "samebits:", err)
		os.Exit(1)
	}
}

// child runs one configuration and prints its record.
func child(ctx context.Context, text string) error {
	var c config
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	r, err := run(ctx, c)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// all runs the chosen configurations one after the other, and compares or records their results.
func all(ctx context.Context, file, only string, quick, write bool) error {
	plan, err := configs(only, quick)
	if err != nil {
		return err
	}
	recorded, err := read(file)
	if err != nil && !(write && errors.Is(err, os.ErrNotExist)) {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var now []record // one record of each scene and kernels
	var cpu time.Duration
	same, elsewhere, different := 0, 0, 0
	say := func(c config, what string) {
		different++
		fmt.Printf("%s: %s\n", c, what)
	}
	for _, c := range plan {
		if c.Kernels == avx2 && !hasAVX2() || c.Kernels == openGL && !hasGL() {
			elsewhere++
			continue
		}
		r, used, err := start(ctx, self, c)
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		if cpu += used; err != nil {
			say(c, err.Error())
			continue
		}
		fmt.Fprintf(os.Stderr, "%-60s %6.1f s\n", c, used.Seconds())
		earlier := find(now, r)
		if earlier != nil {
			if d := differences(earlier, r); d != "" {
				say(c, "not as with other numbers of threads: "+d)
			}
		} else {
			now = append(now, *r)
		}
		if write {
			continue
		}
		switch was := find(recorded, r); {
		case was == nil:
			say(c, "not recorded")
		case was.Processor != r.Processor:
			elsewhere++
		default:
			if d := differences(was, r); d != "" {
				say(c, d)
			} else {
				same++
			}
		}
	}
	if write && different == 0 {
		if err := os.WriteFile(file, []byte(format(merge(recorded, now, only == "" && !quick))), 0o644); err != nil {
			return err
		}
		fmt.Printf("%d records written to %s; %.0f s of CPU time\n", len(now), file, cpu.Seconds())
	} else {
		fmt.Printf("%d runs the same, %d different, %d of another machine; %.0f s of CPU time\n",
			same, different, elsewhere, cpu.Seconds())
	}
	if different > 0 {
		return fmt.Errorf("%d of %d runs differ", different, len(plan))
	}
	return nil
}

// read returns the records of a file.
func read(file string) ([]record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := parse(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// configs returns the configurations to run.
func configs(only string, quick bool) ([]config, error) {
	names := strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	plan := planned(func(name string, p plan) bool {
		return slices.Contains(names, name) || len(names) == 0 && (!quick || p.quick)
	}, quick)
	if len(plan) == 0 {
		return nil, fmt.Errorf("no scene among %q: expected names that hysteron scenes lists", only)
	}
	return plan, nil
}
