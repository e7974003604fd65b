package sweep

import (
	"reflect"

	"hysteron/scenes"
)

// Keys returns the tables of the keys of a sweep file, in Markdown.
func Keys() string { return scenes.KeyTables(reflect.TypeFor[File]()) }
