package serve

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Protocol is the version that a client names in its first request.
const Protocol = 1

// Limits of a message [bytes]. Larger sizes mean that the stream does not consist of messages and cannot be read on.
const (
	maxJSON = 64 << 20 // guess: a scene with 10,000 keys has 1 MiB
	maxBulk = 16 << 30 // as of a checkpoint
)

// headerSize of a message: sizes of its JSON (uint32) and of its bulk data (uint64).
const headerSize = 12

// message is a request or a reply.
type message struct {
	json, bulk []byte
}

// errStream means that the stream does not consist of messages.
var errStream = errors.New("not a message of the protocol")

// readMessage reads a message. io.EOF is the end of the stream between two messages.
func readMessage(r io.Reader) (m message, err error) {
	var head [headerSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return m, err
	}
	n, bulk := binary.LittleEndian.Uint32(head[:4]), binary.LittleEndian.Uint64(head[4:])
	if n > maxJSON || bulk > maxBulk {
		return m, fmt.Errorf("%w: a header of %d bytes of JSON and %d of arrays: expected at most %d and %d", errStream, n,
			bulk, maxJSON, int64(maxBulk))
	}
	if m.json, err = readBytes(r, int64(n)); err == nil {
		m.bulk, err = readBytes(r, int64(bulk))
	}
	return m, err
}

// readBytes reads n bytes. It allocates as they arrive, so that a wrong size costs no memory.
func readBytes(r io.Reader, n int64) ([]byte, error) {
	const chunk = 1 << 20
	b := make([]byte, 0, min(n, chunk))
	for int64(len(b)) < n {
		more := int(min(n-int64(len(b)), chunk))
		at := len(b)
		b = append(b, make([]byte, more)...)
		if _, err := io.ReadFull(r, b[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return b, nil
}

// writer writes whole messages from several goroutines.
type writer struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *writer) write(v any, bulk []byte) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	data := make([]byte, headerSize, headerSize+len(text))
	binary.LittleEndian.PutUint32(data, uint32(len(text)))
	binary.LittleEndian.PutUint64(data[4:], uint64(len(bulk)))
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.w.Write(append(data, text...)); err != nil {
		return err
	}
	if len(bulk) == 0 {
		return nil
	}
	_, err = w.w.Write(bulk)
	return err
}

// array is the position of an array: in the bulk data of a message, or in shared memory.
type array struct {
	Name  string `json:"name"`
	At    int64  `json:"at"` // of the first byte
	Type  string `json:"dtype,omitempty"`
	Shape []int  `json:"shape,omitempty"`
}

// Element types, as in NumPy: little-endian.
const (
	float64s = "<f8"
	int32s   = "<i4"
	uint8s   = "|u1"
)

// sizeOf returns the size of an element [bytes].
func sizeOf(kind string) int {
	return map[string]int{float64s: 8, int32s: 4, uint8s: 1}[kind]
}

// count returns the number of elements of an array.
func count(shape []int) int {
	n := 1
	for _, k := range shape {
		n *= k
	}
	return n
}
