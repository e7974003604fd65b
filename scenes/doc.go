// Package scenes holds the built-in scene files, fabrics and patterns, and loads scenes: strict TOML → Scene (the
// content of the file) → Setup (the start of a backend).
//
// All quantities are SI with the unit in the key. An unknown key, a value of the wrong type or outside its range is an
// *param.InputError with file, line, column and key.
package scenes
