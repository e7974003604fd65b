package main

import (
	"io"

	"hysteron/formats"
	"hysteron/output"
)

// outputFlag allows a command to replace files that it did not write.
type outputFlag struct {
	Overwrite bool `help:"Replace files that are there, whoever has written them."`
}

// rule returns the rule for the outputs of a command that reads some files.
func (f *outputFlag) rule(reads ...string) *output.Rule {
	return &output.Rule{Overwrite: f.Overwrite, Reads: reads}
}

// writeBytes replaces a file atomically.
func writeBytes(path string, data []byte) error {
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
