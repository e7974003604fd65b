package main

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/scenes"
)

// checked is the JSON output of a check. For a scene that cannot be read it has Problems only.
type checked struct {
	Scene         string         `json:"scene"`
	Vertices      int            `json:"vertices"`
	Triangles     int            `json:"triangles"`
	Problems      []placed       `json:"problems"`
	Intersections *intersections `json:"intersections"`
}

// placed is a problem with its place in a file, if it was found while reading one.
type placed struct {
	scenes.Problem
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Key    string `json:"key,omitempty"`
	Set    string `json:"set,omitempty"` // the wrong override, instead of a line
}

// Kinds of problems that prevent the check.
const (
	unreadable formats.ProblemKind = "input"   // wrong input or usage
	stopped    formats.ProblemKind = "failure" // later failures, such as writing a file
)

// isCheckJSON reports whether a command line with an error contains check --json.
func isCheckJSON(args []string) bool {
	i := slices.Index(args, "check")
	for k := range args[:max(i, 0)] { // only flags and their values may precede it
		if !strings.HasPrefix(args[k], "-") && (k == 0 || !strings.HasPrefix(args[k-1], "-")) {
			return false
		}
	}
	return i >= 0 && slices.ContainsFunc(args, func(a string) bool { return a == "--json" || a == "--json=true" })
}

// unread returns the problems that prevented the check.
func unread(err error) (list []placed) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			list = append(list, unread(e)...)
		}
		return list
	}
	p := placed{Problem: scenes.Problem{Problem: formats.Problem{Kind: unreadable, Severity: formats.Error,
		Detail: err.Error()}}}
	var e *param.InputError
	var path *fs.PathError
	switch {
	case errors.As(err, &e):
		p.File, p.Line, p.Column, p.Key, p.Set = e.File, e.Line, e.Column, e.Key, e.Override
		if err == error(e) {
			p.Detail = e.Text // the place has fields of its own
		}
	case errors.As(err, &path):
		p.Kind, p.File = stopped, path.Path
	default:
		p.Kind = stopped
	}
	return []placed{p}
}
