package main

import "slices"

// list is all mistakes.
var list = slices.Concat(lawMistakes, elementMistakes, contactMistakes, shaderMistakes)
