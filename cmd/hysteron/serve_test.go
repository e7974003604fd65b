package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// framed is a message of the protocol of serve.
func framed(text string) []byte {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	return append(binary.LittleEndian.AppendUint64(head, 0), text...)
}

// TestServe: the process answers, ends with status 0 when its input closes within a step, and leaves nothing behind.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sheet.toml", sheet)
	c := hysteron(dir, "serve")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// receive reads one answer and skips events.
	receive := func() string {
		for {
			var head [12]byte
			if _, err := io.ReadFull(out, head[:]); err != nil {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			text := make([]byte, binary.LittleEndian.Uint32(head[:4]))
			if _, err := io.ReadFull(out, text); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), `"event"`) {
				return string(text)
			}
		}
	}
	for i, q := range []struct{ request, want string }{
		{`"op": "hello", "protocol": 1`, `"protocol":1`},
		{`"op": "load", "scene": "sheet.toml"`, `"name":"sheet"`},
		{`"op": "load", "scene": "none.toml"`, `"error":{"kind":"input"`},
		{`"op": "start", "backend": "cpu"`, `"backend":"cpu"`},
		{`"op": "step", "steps": 2`, `"steps":2`},
	} {
		if _, err := in.Write(framed(fmt.Sprintf(`{"id": %d, %s}`, i, q.request))); err != nil {
			t.Fatal(err)
		}
		if got := receive(); !strings.Contains(got, q.want) || !strings.Contains(got, fmt.Sprintf(`"id":%d`, i)) {
			t.Errorf("%s: %s, expected %s", q.request, got, q.want)
		}
	}
	if _, err := in.Write(framed(`{"id": 9, "op": "step", "steps": 100000000}`)); err != nil {
		t.Fatal(err)
	}
	in.Close()
	go io.Copy(io.Discard, out)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		if err != nil || stderr.Len() > 0 {
			t.Errorf("%v, %q: expected status 0 and no word", err, stderr.String())
		}
	case <-time.After(time.Minute):
		c.Process.Kill()
		t.Error("it goes on when its input has ended")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: expected sheet.toml alone", entries, err)
	}
}

// TestServeRefuses: what is no message, and a memory file that is not there, are refused with one line and status 2.
func TestServeRefuses(t *testing.T) {
	for _, q := range []struct{ args, input, want string }{
		{"serve", "what is this?", "not a message of the protocol"},
		{"serve --memory 77", "", "no such file descriptor"},
		{"serve --memory 1", "", "expected the number of an inherited file descriptor"},
	} {
		c := hysteron(t.TempDir(), strings.Fields(q.args)...)
		c.Stdin = strings.NewReader(q.input)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		c.Run()
		text := strings.TrimSpace(stderr.String())
		if c.ProcessState.ExitCode() != wrong || !strings.Contains(text, q.want) || strings.Contains(text, "\n") {
			t.Errorf("%s: exit status %d, %q: expected %d and one line with %q", q.args, c.ProcessState.ExitCode(), text, wrong,
				q.want)
		}
	}
}
