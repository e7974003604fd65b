// Package output says which files a command may write: one rule for all of them. A file that is there is replaced where
// this program wrote it as it is, or where the user says so; what the command reads only where the user says so; what a
// run has written of itself by runs alone. What is left of the sequence of another run goes (Sequence).
package output
