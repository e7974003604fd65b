// Package scenes holds the scene files, fabrics and patterns that ship, and loads scenes:
// strict TOML → Scene (what the file says) → Setup (what a backend starts from).
//
// All quantities are SI with the unit in the key. A key that is not known, a value of the
// wrong type or outside its range is an *param.InputError with file, line, column and key.
package scenes
