// Package fit identifies parameters of fabrics from measurements: a bounded nonlinear least-squares solver with
// confidence intervals, and the experiments that it is applied to (Miguel et al. 2013, §4).
package fit
