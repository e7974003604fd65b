package main

import (
	"io"

	"hysteron/formats"
	"hysteron/output"
)

// outputFlag lets a command write over files that are not its own.
type outputFlag struct {
	Overwrite bool `help:"Replace files that are there, whoever has written them."`
}

// rule says which files a command that reads some may write.
func (f *outputFlag) rule(reads ...string) *output.Rule {
	return &output.Rule{Overwrite: f.Overwrite, Reads: reads}
}

// writeBytes writes a file whole.
func writeBytes(path string, data []byte) error {
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
