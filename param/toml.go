package param

// DecodeTOML reads TOML text into the struct that dst points to, with keys declared by the tags of package param, under
// the bounds of scene files. file is its name in errors, which are *param.InputError with line and column, several of
// them joined. fail returns such an error about a key.
func DecodeTOML(file string, data []byte, dst any) (fail func(key, format string, args ...any) error, err error) {
	d, err := Parse(file, data)
	if err != nil {
		return nil, err
	}
	fail = func(key, format string, args ...any) error { return d.ErrorAt(key, format, args...) }
	return fail, d.Decode(dst)
}
