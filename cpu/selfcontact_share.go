package cpu

import "hysteron/contact/pairs"

// uncovered removes vertex–triangle pairs that others cover.
func (c *selfContact) uncovered(list []pair) []pair {
	c.before = resize(c.before, len(list))
	for i := range list {
		if p := &list[i]; p.kind == pairs.VertexTriangle {
			c.before[i], c.last[p.v[0]] = c.last[p.v[0]], int32(i)+1
		}
	}
	left := c.spare[:0]
	for i := range list {
		if !c.covered(list, i) {
			left = append(left, list[i])
		}
	}
	for i := range list {
		c.last[list[i].v[0]] = 0
	}
	c.spare = list
	return left
}

// covered reports whether another pair of the list covers pair i.
func (c *selfContact) covered(list []pair, i int) bool {
	p := &list[i]
	if p.kind != pairs.VertexTriangle {
		return false
	}
	for j := int(c.last[p.v[0]]) - 1; j >= 0; j = int(c.before[j]) - 1 {
		q := &list[j]
		if j != i && pairs.Covered(&p.v, p.support, &q.v, q.support) {
			return true
		}
	}
	return false
}
