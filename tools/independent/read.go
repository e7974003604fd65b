package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// cache is one mesh in all frames, as read from its files.
type cache struct {
	faces  [][3]int
	frames [][][3]float32
}

// readAll reads the caches of a folder, sorted by name. A missing folder has none.
func readAll(dir string) (list []cache, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".pc2"); ok {
			c, err := read(filepath.Join(dir, name))
			if err != nil {
				return nil, err
			}
			list = append(list, c)
		}
	}
	return list, err
}

// read reads the faces of PATH.obj, and PATH.pc2.
func read(path string) (c cache, err error) {
	text, err := os.Open(path + ".obj")
	if err != nil {
		return c, err
	}
	defer text.Close()
	for s := bufio.NewScanner(text); s.Scan(); {
		words := strings.Fields(s.Text())
		if len(words) == 0 || words[0] != "f" {
			continue
		}
		if len(words) != 4 {
			return c, fmt.Errorf("%s.obj: %q: expected a triangle", path, s.Text())
		}
		var f [3]int
		for k := range f {
			number, _, _ := strings.Cut(words[k+1], "/")
			if f[k], err = strconv.Atoi(number); err != nil || f[k] < 1 {
				return c, fmt.Errorf("%s.obj: %q: expected numbers of vertices", path, s.Text())
			}
			f[k]--
		}
		c.faces = append(c.faces, f)
	}
	data, err := os.ReadFile(path + ".pc2")
	if err != nil {
		return c, err
	}
	if len(data) < 32 || string(data[:12]) != "POINTCACHE2\x00" {
		return c, fmt.Errorf("%s.pc2: no PointCache2 file", path)
	}
	points, samples := int(binary.LittleEndian.Uint32(data[16:])), int(binary.LittleEndian.Uint32(data[28:]))
	if data = data[32:]; len(data) < 12*points*samples {
		return c, fmt.Errorf("%s.pc2: %d bytes for %d samples of %d points", path, len(data), samples, points)
	}
	for range samples {
		x := make([][3]float32, points)
		for i := range x {
			for k := range 3 {
				x[i][k] = math.Float32frombits(binary.LittleEndian.Uint32(data[12*i+4*k:]))
			}
		}
		c.frames = append(c.frames, x)
		data = data[12*points:]
	}
	for _, f := range c.faces {
		if max(f[0], f[1], f[2]) >= points {
			return c, fmt.Errorf("%s: a face names vertex %d of %d", path, max(f[0], f[1], f[2])+1, points)
		}
	}
	return c, nil
}
