// Package fit finds parameters of fabrics from measurements: a bounded nonlinear least-squares solver
// with Confidence intervals, and the experiments that it is applied to (Miguel et al. 2013 §4).
package fit
