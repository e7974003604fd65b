// Package predict runs a scene, or a drape test, with fabrics drawn from the uncertainty of a fit, and returns each
// figure with the interval of the draws.
package predict
