package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is a mistake.
type mutant struct {
	what     string // in words
	file     string
	function string // NAME or TYPE.NAME that contains it; empty: anywhere in the file
	old, new string // text that occurs once in the function or file, and its replacement
	problems string // that should find it
	tests    string // that should find it: a package, and a regular expression
	portable bool   // without AVX2
}

// text returns the text of the file with the mistake.
func (m *mutant) text() (string, error) {
	text, from, to, err := m.read()
	if err != nil {
		return "", err
	}
	return text[:from] + m.new + text[to:], nil
}

// locate finds the file of a mistake in a function: FOLDER.NAME or FOLDER.TYPE.NAME.
func (m *mutant) locate() error {
	if _, err := os.Stat(m.file); err == nil {
		return nil
	}
	at := strings.LastIndexByte(m.file, '/') + 1
	dir, name, ok := strings.Cut(m.file[at:], ".")
	if dir = m.file[:at] + dir; !ok {
		return fmt.Errorf("%q: expected a file, or a folder, a dot and a function", m.file)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if declared(tree, name) != nil {
			m.file, m.function = path, name
			return nil
		}
	}
	return fmt.Errorf("%s: no such file, and no such function in %s", m.file, dir)
}

// declared returns the function NAME or TYPE.NAME of a file, or nil.
func declared(tree *ast.File, name string) *ast.FuncDecl {
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && called(f) == name {
			return f
		}
	}
	return nil
}

// called returns the name of a function, after the type of its receiver.
func called(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		default:
			return of.(*ast.Ident).Name + "." + f.Name.Name
		}
	}
}

// find returns the offsets of the text that a mistake replaces. In Go it is compared as a list of tokens, without
// spaces and line breaks, in other files as it is.
func (m *mutant) find(src string) (from, to int, err error) {
	lo, hi := 0, len(src)
	if m.function != "" {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, m.file, src, parser.SkipObjectResolution)
		if err != nil {
			return 0, 0, err
		}
		f := declared(tree, m.function)
		if f == nil {
			return 0, 0, fmt.Errorf("%s has no %s", m.file, m.function)
		}
		lo, hi = set.Position(f.Pos()).Offset, set.Position(f.End()).Offset
	}
	n := strings.Count(src[lo:hi], m.old)
	if n == 1 {
		at := lo + strings.Index(src[lo:hi], m.old)
		return at, at + len(m.old), nil
	}
	if n == 0 && filepath.Ext(m.file) == ".go" {
		want, code := tokens(m.old), tokens(src)
		for i := range code {
			if code[i].from < lo || i+len(want) > len(code) || code[i+len(want)-1].to > hi || len(want) == 0 {
				continue
			}
			if slices.EqualFunc(want, code[i:i+len(want)], func(a, b lexeme) bool { return a.text == b.text }) {
				from, to = code[i].from, code[i+len(want)-1].to
				n++
			}
		}
	}
	if n != 1 {
		return 0, 0, fmt.Errorf("%s has %q %d times: expected once", strings.TrimSpace(m.file+" "+m.function), m.old, n)
	}
	return from, to, nil
}

// lexeme is a token and its offsets in the text.
type lexeme struct {
	text     string
	from, to int
}

// tokens returns the tokens of a Go text, or of a part of one, without comments and ends of lines.
func tokens(text string) (all []lexeme) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	for {
		at, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return all
		case tok == token.SEMICOLON && lit == "\n":
			continue
		case lit == "" || tok == token.SEMICOLON:
			lit = tok.String()
		}
		from := file.Offset(at)
		all = append(all, lexeme{lit, from, from + len(lit)})
	}
}

// read returns the text of the file of a mistake, and the offsets of what it replaces.
func (m *mutant) read() (text string, from, to int, err error) {
	data, err := os.ReadFile(m.file)
	if err != nil {
		return "", 0, 0, err
	}
	from, to, err = m.find(string(data))
	return string(data), from, to, err
}
