// Package claim judges claims: statements about one quantity, written down before it is measured, and their verdicts by
// one rule. It records what a study measured, keeps finished runs for the next call, and writes pages and result files.
package claim
