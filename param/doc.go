// Reads TOML and JSON into trees of values with the position of each key, so that errors have file, line and column.
// Overrides path=value set keys of them.

package param
