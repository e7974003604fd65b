// Reads TOML and JSON into trees of values that know where each key stands, so that what is wrong with a
// value is said with file, line and column. Overrides path=value set keys of them.

package param
