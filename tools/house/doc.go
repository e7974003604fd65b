// Package house has tests of the source tree: sizes of its folders, references between files, lengths of lines, words
// in identifiers, and the sources of constants. limits.txt has the numbers.
package house
