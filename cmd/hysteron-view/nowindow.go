//go:build cgo && !viewer

package main

import (
	"context"
	"io"

	"hysteron/param"
)

// window needs a build with the tag viewer.
func (o *options) window(context.Context, io.Writer, io.Writer) error {
	return param.Wrong(errNoWindow)
}

type noWindow struct{}

func (noWindow) Error() string {
	return "built without a window: expected --script, --frames or --replay, or a build with make viewer"
}

var errNoWindow error = noWindow{}
