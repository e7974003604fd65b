// Package step is the part of a time step that all backends share: settings, obstacles and wind as data, the rules of
// the step with their constants, and the report of a step.
package step
