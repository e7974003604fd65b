package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hysteron/param"
	"hysteron/report"
)

// SubmitOptions are the options of Submit.
type SubmitOptions struct {
	Program string   // path of hysteron on the nodes
	Args    []string // for sbatch: partition, time, memory
	AtOnce  int      // limit of concurrent tasks; 0: the cluster's
	DryRun  bool     // do not submit
}

// Submitted is a job, or after a dry run a job to be submitted.
type Submitted struct {
	Command []string // what was run
	ID      string   // of the job; empty after a dry run
	Tasks   []int    // of an array; nil: the gathering job
}

// Submit submits the unfinished tasks to Slurm as an array, or several if the cluster limits indices, and a job that
// gathers after they have ended, successful or not. Slurm schedules them, and may restart a preempted task, which then
// resumes.
func (m *Manifest) Submit(ctx context.Context, opt SubmitOptions) ([]Submitted, error) {
	g, err := m.Gather(ctx)
	if err != nil {
		return nil, err
	}
	missing := g.Missing()
	if len(missing) == 0 {
		return nil, nil
	}
	dir, err := filepath.Abs(m.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "logs"), 0o777); err != nil {
		return nil, err
	}
	largest := largestIndex(ctx)
	if largest < 1 {
		return nil, errors.New("this cluster runs no job arrays (MaxArraySize is 0): run each task with hysteron run " +
			quote(m.Dir) + " --task N")
	}
	var jobs []Submitted
	var ids []string
	submit := func(name, command, log string, tasks []int, args ...string) error {
		script := fmt.Sprintf("#!/bin/sh\nexec %s\n", command)
		if err := report.WriteFile(filepath.Join(dir, "logs"), name+".sh", []byte(script)); err != nil {
			return err
		}
		job := Submitted{Tasks: tasks, Command: slices.Concat(
			[]string{"sbatch", "--parsable", "--job-name=" + m.Name, "--chdir=" + dir, "--open-mode=append", "--output=" +
				strings.ReplaceAll(filepath.Join(dir, "logs"), "%", "%%") + "/" + log},
			args, opt.Args, []string{filepath.Join(dir, "logs", name+".sh")})}
		if !opt.DryRun {
			if job.ID, err = sbatch(ctx, job.Command); err != nil {
				return err
			}
		}
		jobs, ids = append(jobs, job), append(ids, job.ID)
		return nil
	}
	for len(missing) > 0 {
		offset := (missing[0] - 1) / largest * largest
		n := 0
		for n < len(missing) && missing[n] <= offset+largest {
			n++
		}
		indices := make([]int, n)
		for i := range indices {
			indices[i] = missing[i] - offset
		}
		task, log := "$SLURM_ARRAY_TASK_ID", "task-%a.log"
		if offset > 0 {
			task, log = fmt.Sprintf("$((SLURM_ARRAY_TASK_ID + %d))", offset), fmt.Sprintf("task-%d+%%a.log", offset)
		}
		list := Ranges(indices)
		if opt.AtOnce > 0 {
			list += "%" + strconv.Itoa(opt.AtOnce)
		}
		name := "tasks"
		if offset > 0 {
			name += "-" + strconv.Itoa(offset)
		}
		command := fmt.Sprintf("%s run %s --task \"%s\"", quote(opt.Program), quote(dir), task)
		if err := submit(name, command, log, missing[:n], "--array="+list); err != nil {
			return jobs, err
		}
		missing = missing[n:]
	}
	after := "afterany:" + strings.Join(ids, ":")
	if opt.DryRun {
		after = "afterany:JOB"
	}
	err = submit("gather", fmt.Sprintf("%s sweep gather %s", quote(opt.Program), quote(dir)), "gather.log", nil,
		"--dependency="+after)
	return jobs, err
}

// arraySize matches the array limit in the output of scontrol show config.
var arraySize = regexp.MustCompile(`(?m)^MaxArraySize\s*=\s*(\d+)`)

// largestIndex returns the largest index of an array task: 1000 unless the cluster has another limit.
func largestIndex(ctx context.Context) int {
	out, err := exec.CommandContext(ctx, "scontrol", "show", "config").Output()
	if err != nil {
		return 1000
	}
	if found := arraySize.FindSubmatch(out); found != nil {
		n, err := strconv.Atoi(string(found[1]))
		if err == nil {
			return n - 1
		}
	}
	return 1000
}

// sbatch submits a job and returns its number.
func sbatch(ctx context.Context, command []string) (string, error) {
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	var text bytes.Buffer
	c.Stderr = &text
	out, err := c.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", param.Wrong(fmt.Errorf("%w: expected Slurm's sbatch in the PATH; elsewhere run each task with hysteron "+
			"run DIR --task N", err))
	case err != nil:
		return "", fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, bytes.TrimSpace(text.Bytes()))
	}
	id, _, _ := strings.Cut(strings.TrimSpace(string(out)), ";") // NUMBER;CLUSTER
	if _, err := strconv.Atoi(id); err != nil {
		return "", fmt.Errorf("sbatch answered %q: expected the number of a job", out)
	}
	return id, nil
}

// plain matches text without special meaning in a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Line returns the command for a shell.
func (s *Submitted) Line() string {
	words := make([]string, len(s.Command))
	for i, w := range s.Command {
		if words[i] = w; !plain.MatchString(w) {
			words[i] = quote(w)
		}
	}
	return strings.Join(words, " ")
}

// quote quotes a text as one word of a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
