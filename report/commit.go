package report

import "runtime/debug"

// Commit returns the commit of the build, with a word if files differed from it; empty if it was built outside a
// repository.
func Commit() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, modified := "", ""
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + modified
}
