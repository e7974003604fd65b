// Package predict runs a scene, or a drape test, with fabrics that are drawn from what measurements say of them, and
// gives each figure with the interval that the draws span.
package predict
