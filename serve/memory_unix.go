//go:build unix

package serve

import (
	"fmt"
	"os"
	"syscall"
)

// memory is a file that the client has mapped, too.
type memory struct {
	file   *os.File
	mapped []byte
}

// reach maps the file up to size, to which the client has extended it.
func (m *memory) reach(size int64) error {
	info, err := m.file.Stat()
	if err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	if size > info.Size() {
		return fmt.Errorf("shared memory of %d bytes: expected at least the %d in which the arrays lie", info.Size(), size)
	}
	if info.Size() == int64(len(m.mapped)) {
		return nil
	}
	if err := m.close(); err != nil {
		return err
	}
	m.mapped, err = syscall.Mmap(int(m.file.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	return nil
}

func (m *memory) close() error {
	if m.mapped == nil {
		return nil
	}
	err := syscall.Munmap(m.mapped)
	m.mapped = nil
	return err
}
