// Package drape finds numbers of fabrics whose measurement is a whole simulation: how cloth drapes.
package drape
