// Package instruments fits fabrics to readings of single instruments: strips that bend over the edge of a table,
// dragged sleds, and biaxial testers.
package instruments
