package output

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"

	"hysteron/formats"
)

// maxSealed bounds the size of a sealed file [bytes].
const maxSealed = 16 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Seal prepends a comment line with the checksum of a TOML text or a table. A file that was edited by hand no longer
// matches its checksum, so it counts as the user's and is not replaced.
func Seal(text []byte) []byte {
	return append(fmt.Appendf(nil, "# Written by Hysteron. CRC-32C of the rest: %08x\n", crc32.Checksum(text, castagnoli)),
		text...)
}

// Sealed reports whether a file matches the checksum in its first line.
func Sealed(path string) (bool, error) {
	if info, err := os.Stat(path); err != nil || info.Size() > maxSealed {
		return false, err
	}
	data, err := formats.ReadFile(path, maxSealed)
	if err != nil {
		return false, err
	}
	_, text, _ := bytes.Cut(data, []byte("\n"))
	return bytes.Equal(data, Seal(text)), nil
}
