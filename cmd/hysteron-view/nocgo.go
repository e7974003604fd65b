//go:build !cgo

// Command hysteron-view needs OpenGL, and so a build with cgo.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "hysteron-view: built without cgo: expected a build with it, see make viewer")
	os.Exit(1)
}
