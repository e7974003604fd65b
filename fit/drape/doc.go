// Package drape identifies the bending of fabrics from a drape test, which it simulates.
package drape
