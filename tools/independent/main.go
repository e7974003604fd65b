// Command independent counts defects in the caches of a run: triangles of cloth that intersect each other or a body,
// and vertices of cloth inside bodies. It shares nothing with the simulator: it imports the standard library alone, has
// its own readers of OBJ and PC2, and computes with integers, which are exact.
//
//	go run ./tools/independent DIR
//
// The output has a line per frame: the number from 0, pairs of triangles of the cloth, pairs of cloth and body,
// vertices inside. The exit status is 1 if any count is not zero.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: independent DIR")
		os.Exit(2)
	}
	frames, err := Count(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "independent:", err)
		os.Exit(2)
	}
	status := 0
	for i, f := range frames {
		fmt.Println(i, f.Self, f.Body, f.Inside)
		if f.Self+f.Body+f.Inside > 0 {
			status = 1
		}
	}
	os.Exit(status)
}
