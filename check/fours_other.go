//go:build !amd64

package check

func (f *four) meets(g *four) uint16              { return f.meetsGo(g) }
func (f *four) nearer(g *four, d2 float64) uint16 { return f.nearerGo(g, d2) }
func (c *corners) share(d *corners) uint16        { return c.shareGo(d) }
