package check

import "golang.org/x/sys/cpu"

// useAVX2 selects the vector kernels. Tests turn it off to reach the portable ones.
var useAVX2 = cpu.X86.HasAVX2

//go:noescape
func meetsAVX2(f, o *four) uint16

//go:noescape
func nearerAVX2(f, o *four, d2 float64) uint16

//go:noescape
func shareAVX2(c, d *corners) uint16

// meets is meetsGo, with the same result.
func (f *four) meets(g *four) uint16 {
	if !useAVX2 {
		return f.meetsGo(g)
	}
	return meetsAVX2(f, g)
}

// nearer is nearerGo, with the same result.
func (f *four) nearer(g *four, d2 float64) uint16 {
	if !useAVX2 {
		return f.nearerGo(g, d2)
	}
	return nearerAVX2(f, g, d2)
}

// share is shareGo, with the same result.
func (c *corners) share(d *corners) uint16 {
	if !useAVX2 {
		return c.shareGo(d)
	}
	return shareAVX2(c, d)
}
