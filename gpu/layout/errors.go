// Holds the buffers of a device: their sizes within its limits, bands of bytes around them that are checked, and what
// kernels have read and written since the last barrier.

package layout

import "errors"

// ErrTooLarge marks what is beyond a device's limits.
var ErrTooLarge = errors.New("too large for this device")
