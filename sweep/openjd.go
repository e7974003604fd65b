package sweep

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"strings"
	"unicode"

	"hysteron/output"
)

// Open Job Description 2023-09, template schemas (github.com/OpenJobDescription/openjd-specifications): the part that a
// sweep needs. Text in double braces is a format string for the render manager.
type (
	jobTemplate struct {
		About      string         `json:"description"`
		Version    string         `json:"specificationVersion"`
		Name       string         `json:"name"`
		Parameters []jobParameter `json:"parameterDefinitions"`
		Steps      []jobStep      `json:"steps"`
	}
	jobParameter struct {
		Name        string `json:"name"`
		Type        string `json:"type"`
		ObjectType  string `json:"objectType,omitempty"`
		DataFlow    string `json:"dataFlow,omitempty"`
		Default     string `json:"default"`
		Description string `json:"description"`
	}
	jobStep struct {
		Name         string           `json:"name"`
		Dependencies []jobDependency  `json:"dependencies,omitempty"`
		Host         *jobRequirements `json:"hostRequirements,omitempty"`
		Space        *jobSpace        `json:"parameterSpace,omitempty"`
		Script       jobScript        `json:"script"`
	}
	jobDependency struct {
		DependsOn string `json:"dependsOn"`
	}
	jobRequirements struct {
		Amounts []jobAmount `json:"amounts"`
	}
	jobAmount struct {
		Name string  `json:"name"`
		Min  float64 `json:"min"`
	}
	jobSpace struct {
		Tasks []jobRange `json:"taskParameterDefinitions"`
	}
	jobRange struct {
		Name  string `json:"name"`
		Type  string `json:"type"`
		Range string `json:"range"`
	}
	jobScript struct {
		Actions struct {
			Run jobAction `json:"onRun"`
		} `json:"actions"`
	}
	jobAction struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
)

// openJDAbout is the description of the templates, the first field in their files.
const openJDAbout = "A sweep of Hysteron"

// OwnOpenJD reports whether a file is a template written by OpenJD.
func OwnOpenJD(path string) (bool, error) {
	return output.Begins(path, "{\n  \"description\": \""+openJDAbout+"\",")
}

// OpenJD writes openjd.json, a job template of Open Job Description with a task for each unfinished one and a step that
// gathers after all have succeeded. It returns the path; "" if all are finished. The folder is a parameter with the
// template's folder, whose path render managers map; the program is a parameter with the same path on all hosts.
func (m *Manifest) OpenJD(ctx context.Context, program string, rule *output.Rule) (string, error) {
	g, err := m.Gather(ctx)
	if err != nil {
		return "", err
	}
	missing := g.Missing()
	if len(missing) == 0 {
		return "", nil
	}
	const folder, task = "{{Param.Sweep}}", "Task"
	step := func(name string, args ...string) (s jobStep) {
		s.Name = name
		s.Script.Actions.Run = jobAction{Command: "{{Param.Hysteron}}", Args: args}
		return s
	}
	run := step("tasks", "run", folder, "--task", "{{Task.Param."+task+"}}")
	run.Space = &jobSpace{[]jobRange{{task, "INT", Ranges(missing)}}}
	if e, err := m.Estimate(ctx); err == nil {
		_, memory, _, _, _ := e.Left()
		run.Host = &jobRequirements{[]jobAmount{{"amount.worker.memory", math.Ceil(memory / (1 << 20))}}}
	}
	gather := step("gather", "sweep", "gather", folder)
	gather.Dependencies = []jobDependency{{run.Name}}
	text, err := json.MarshalIndent(&jobTemplate{
		About: openJDAbout, Version: "jobtemplate-2023-09", Name: jobName(m.Name),
		Parameters: []jobParameter{
			{"Sweep", "PATH", "DIRECTORY", "INOUT", ".", "Folder of the sweep"},
			{"Hysteron", "STRING", "", "", program, "The program hysteron, as hosts see it"},
		},
		Steps: []jobStep{run, gather},
	}, "", "  ")
	if err != nil {
		return "", err
	}
	path := filepath.Join(m.Dir, "openjd.json")
	return path, rule.Write(OwnOpenJD, path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// jobName returns a valid name: 1 to 128 characters, without control characters and format strings.
func jobName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '{' || r == '}' {
			return '_'
		}
		return r
	}, name)
	if r := []rune(name); len(r) > 128 {
		name = string(r[:128])
	}
	if name == "" {
		return "sweep"
	}
	return name
}
