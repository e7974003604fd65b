//go:build !cgo

package opengl

// Context is a placeholder: without cgo no context can be created.
type Context struct{}

// Devices returns ErrNoCgo.
func Devices() ([]Device, error) { return nil, ErrNoCgo }

func computeAlone() {}

// Open returns ErrNoCgo.
func Open(Options) (*Context, error) { return nil, ErrNoCgo }

// Device returns the zero device.
func (*Context) Device() Device { return Device{} }

// Doubts returns nothing.
func (*Context) Doubts() []string { return nil }

// Do returns ErrNoCgo.
func (*Context) Do(func() error) error { return ErrNoCgo }

// Close does nothing.
func (*Context) Close() error { return nil }
