package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
)

// results are answers that are kept in a file, one a line: the mistake's key, what found it (nothing: it survived), and
// its words. A run that is ended goes on from there; the file is of one state of the tree, and is removed by whoever
// changes that.
type results struct {
	file *os.File // nil: kept nowhere
	by   map[string]string
}

func openResults(name string) (*results, error) {
	r := &results{by: map[string]string{}}
	if name == "" {
		return r, nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	r.file = f
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != 3 {
			f.Close()
			return nil, fmt.Errorf("%s: expected lines of key, what found it, and which mistake, separated by tabs, not %q",
				name, lines.Text())
		}
		r.by[cells[0]] = cells[1]
	}
	return r, lines.Err()
}

// add keeps an answer.
func (r *results) add(m *mutant, by string) error {
	by = strings.Join(strings.Fields(by), " ")
	r.by[m.key()] = by
	if r.file == nil {
		return nil
	}
	_, err := fmt.Fprintf(r.file, "%s\t%s\t%s\n", m.key(), by, strings.Join(strings.Fields(m.what), " "))
	return err
}

// Close the file.
func (r *results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// key tells mistakes apart by what is changed and what is asked.
func (m *mutant) key() string {
	parts := []string{m.file, m.old, m.new, m.problems, m.tests}
	if m.portable {
		parts = append(parts, "portable")
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:12]
}
