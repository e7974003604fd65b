package scenes

import (
	"math"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hysteron/body"
	"hysteron/param"
)

// The page of all keys is what the declarations say.
func TestKeysPage(t *testing.T) {
	page, err := os.ReadFile("../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != KeysPage() {
		t.Error("docs/keys.md is not current: run hysteron keys > docs/keys.md")
	}
}

// inKey spells units as keys do.
var inKey = strings.NewReplacer("/", "_", "·", "", "²", "2", "³", "3")

// unitInKey are endings of keys that are units.
var unitInKey = regexp.MustCompile(`_(m|m2|s|kg|n|nm|deg|rad|hz|[a-z]+_m[23]?|m_s2?|1_m)$`)

// Every key has a sentence, every number that has a unit has it in its key, and defaults are within bounds.
func TestDeclarations(t *testing.T) {
	for _, file := range files {
		for _, table := range param.Tables(file.top) {
			for _, f := range table.Fields {
				at := strings.Join(table.Paths, " ") + " " + f.Key
				if f.Doc == "" || strings.HasSuffix(f.Doc, ".") {
					t.Errorf("%s: doc %q: expected a sentence without a full stop", at, f.Doc)
				}
				if f.Unit != "" && !strings.HasSuffix(f.Key, "_"+strings.ToLower(inKey.Replace(f.Unit))) {
					t.Errorf("%s: unit %s is not in the key", at, f.Unit)
				}
				if f.Unit == "" && unitInKey.MatchString(f.Key) {
					t.Errorf("%s: no unit", at)
				}
				if f.Type.Kind() == reflect.Bool && f.Default == nil {
					t.Errorf("%s: no default: nothing would tell false from absent", at)
				}
			}
			for _, doc := range table.Docs {
				if doc == "" {
					t.Errorf("%v has no doc", table.Paths)
				}
			}
		}
		param.SetDefaults(reflect.New(file.top).Interface()) // panics where one is out of bounds
	}
}

// The measures that the page of keys gives are those of a mannequin of which a scene says nothing: FreeSewing's set for
// 1.72 m.
func TestKeysPageHasTheMannequinsMeasures(t *testing.T) {
	_, table, _ := strings.Cut(KeysPage(), "### `[body.measurements]`")
	table, _, _ = strings.Cut(table, "###")
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|[^|]*\\| `([0-9.]+)` \\|").FindAllStringSubmatch(table, -1)
	v := reflect.ValueOf(body.DefaultMeasurements())
	if len(rows) != v.NumField() {
		t.Fatalf("%d rows with a value, expected %d:%s", len(rows), v.NumField(), table)
	}
	for i, r := range rows {
		if got, err := strconv.ParseFloat(r[2], 64); err != nil || r[1] != v.Type().Field(i).Tag.Get("key") ||
			math.Abs(got-v.Field(i).Float()) > 1e-4 {
			t.Errorf("%s: %s, expected %s: %g", r[1], r[2], v.Type().Field(i).Tag.Get("key"), v.Field(i).Float())
		}
	}
}
