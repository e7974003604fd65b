// Package drawing reads drawings of sewing patterns: SVG, DXF as apparel programs write it (AAMA, ASTM D6673), and
// FreeSewing.
package drawing
