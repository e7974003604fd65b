// Package drawing reads drawings of sewing patterns: SVG, DXF of apparel programs (AAMA, ASTM D6673), and FreeSewing.
package drawing
