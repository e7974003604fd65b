// Package step holds what both backends follow when they take a step, written once: settings, obstacles and
// wind as data, the rules of the step with their constants, and the report of what a step did.
package step
