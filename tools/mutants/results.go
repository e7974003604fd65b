package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
)

// results are the answers in a file, one a line: the mistake's key, what found it (empty: it survived), and its
// description. An ended run continues from there. A file belongs to one state of the tree and has to be removed after a
// change of it.
type results struct {
	file *os.File // nil: no file
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

// add writes an answer to the file.
func (r *results) add(m *mutant, by string) error {
	by = strings.Join(strings.Fields(by), " ")
	r.by[m.key()] = by
	if r.file == nil {
		return nil
	}
	_, err := fmt.Fprintf(r.file, "%s\t%s\t%s\n", m.key(), by, strings.Join(strings.Fields(m.what), " "))
	return err
}

// Close closes the file.
func (r *results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// key returns a key of a mistake: what is changed, and the tests and problems.
func (m *mutant) key() string {
	parts := []string{m.file, m.old, m.new, m.problems, m.tests}
	if m.portable {
		parts = append(parts, "portable")
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:12]
}
