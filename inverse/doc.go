// Package inverse finds numbers of fabrics whose measurement is a whole simulation: how cloth drapes, how it hangs between clips.
package inverse
