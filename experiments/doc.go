// Package experiments runs the experiments of Miguel et al. 2013 (Modeling and Estimation of Internal Friction in
// Cloth; thesis Miguel 2014, chapter 5) with internal friction and without, several times from perturbed starts. It
// measures what the paper claims and writes a page per experiment with numbers, plots and pictures.
//
// There is one file per experiment. Each experiment has an entry in list and a function that fills a report: findings
// (a claim beside the measured number), tables, plots, pictures, and CSV files with the raw curves.
package experiments
