//go:build slow

package main

import "testing"

// TestCompile: every mistake compiles, or nobody would learn of it before all of them are asked for.
func TestCompile(t *testing.T) {
	t.Chdir("../..")
	list, err := mistakes()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*mutant, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	w, err := weave(t.TempDir(), all)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range w.refused {
		if err != nil && err != errAlone {
			t.Errorf("%s: %v", m.what, err)
		}
	}
}
