package main

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.txt
var lists embed.FS

// battery replaces BATTERY in the lists. These tests compare every term with finite differences, and with itself in
// other frames and numberings.
const battery = "TestForceIsGradient|TestJacobianIsHessian|TestWorldInvariance|TestRelabelling"

// mistakes returns the mistakes of all lists. Each is a block of lines:
//
//	cpu.Type.method: what is wrong
//	- text that the function has once
//	+ what it becomes
//	verify problems that find it
//	test ./package TestsThatDo|BATTERY
//	portable
//
// A mistake outside of any function has the path of a file in the place of the function. Lines with - and + are
// repeated for each line of the text. At least one of the lines verify and test is needed. With portable, tests and
// problems run without AVX2, for functions with a vectorised version.
func mistakes() (all []mutant, err error) {
	names, err := fs.Glob(lists, "*.txt")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := lists.ReadFile(name)
		if err != nil {
			return nil, err
		}
		line := 1
		for _, block := range strings.Split(string(data), "\n\n") {
			m, err := parse(block)
			if err == nil && m != nil {
				err = m.locate()
			}
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
			if m != nil {
				all = append(all, *m)
			}
			line += strings.Count(block, "\n") + 2
		}
	}
	return all, nil
}

// parse returns the mistake of one block, or nil if it has comments only.
func parse(block string) (*mutant, error) {
	var m *mutant
	var old, changed []string
	for _, line := range strings.Split(strings.Trim(block, "\n"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case m == nil:
			file, what, found := strings.Cut(line, ": ")
			if !found {
				return nil, fmt.Errorf("%q: expected a file, a colon and what is wrong", line)
			}
			m = &mutant{file: file, what: what}
		case word == "-":
			old = append(old, rest)
		case word == "+":
			changed = append(changed, rest)
		case word == "verify":
			m.problems = strings.ReplaceAll(rest, " ", ",")
		case word == "test":
			m.tests = strings.ReplaceAll(rest, "BATTERY", battery)
		case line == "portable":
			m.portable = true
		default:
			return nil, fmt.Errorf("%q: expected -, +, verify, test or portable", line)
		}
	}
	if m == nil {
		return nil, nil
	}
	m.old, m.new = strings.Join(old, "\n"), strings.Join(changed, "\n")
	if m.old == "" || m.old == m.new || m.problems == "" && m.tests == "" {
		return nil, fmt.Errorf("%s: expected a text, another, and who finds it", m.what)
	}
	return m, nil
}
