package main

import (
	"errors"

	"hysteron/formats"
	"hysteron/param"
	"hysteron/scenes"
)

// checked is the JSON of a check. Of a scene that cannot be read it has the problems alone.
type checked struct {
	Scene         string         `json:"scene"`
	Vertices      int            `json:"vertices"`
	Triangles     int            `json:"triangles"`
	Problems      []placed       `json:"problems"`
	Intersections *intersections `json:"intersections"`
}

// placed is a problem, and where it is in a file, if it is of reading one.
type placed struct {
	scenes.Problem
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Key    string `json:"key,omitempty"`
}

// unreadable is the kind of what keeps a scene from being read or built.
const unreadable formats.ProblemKind = "input"

// unread lists what is wrong with input that cannot be read.
func unread(err error) (list []placed) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range several.Unwrap() {
			list = append(list, unread(e)...)
		}
		return list
	}
	p := placed{Problem: scenes.Problem{Problem: formats.Problem{Kind: unreadable, Severity: formats.Error, Detail: err.Error()}}}
	var e *param.InputError
	if errors.As(err, &e) {
		p.File, p.Line, p.Column, p.Key = e.File, e.Line, e.Column, e.Key
		if err == error(e) {
			p.Detail = e.Text // without its place
		}
	}
	return []placed{p}
}
