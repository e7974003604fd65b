// Package output decides which files a command may write, by one rule for all commands (Rule):
//   - an existing file is replaced if this program wrote it and it is unchanged, or with --overwrite,
//   - an input is replaced with --overwrite only, and only by a command that makes it anew,
//   - files of a run are written by runs only.
//
// Sequence removes the frames that an earlier run left in the folder.
package output
