// Buffers of a device: sizes within its limits, guard bands around the data, and the accesses since the last barrier.

package layout

import "errors"

// ErrTooLarge marks data that exceeds a device's limits.
var ErrTooLarge = errors.New("too large for this device")
