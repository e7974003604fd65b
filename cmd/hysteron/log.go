package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"hysteron/sim"
)

// newLogger returns a logger of records in a machine-readable format, or nil for lines of text.
func newLogger(format string, w io.Writer) *slog.Logger {
	switch format {
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil))
	case "text":
		return slog.New(slog.NewTextHandler(w, nil))
	}
	return nil
}

// line prints progress.
func (c *console) line(text string) {
	if c.log != nil {
		c.log.Info("progress", "text", text)
	} else {
		fmt.Fprintln(c.err, text)
	}
}

// warn prints a warning.
func (c *console) warn(text string) {
	if c.log != nil {
		c.log.Warn("warning", "text", text)
	} else {
		fmt.Fprintln(c.err, text)
	}
}

// logResult logs a result that is also printed.
func (c *console) logResult(attrs ...any) {
	if c.log != nil {
		c.log.Info("result", attrs...)
	}
}

// logError logs the error that ends the program.
func (c *console) logError(err error) {
	if c.log != nil {
		c.log.Error("failed", "status", statusOf(err), "error", err.Error())
	} else {
		fmt.Fprintln(c.err, "hysteron:", err)
	}
}

// record logs the progress of a frame, with a field for each quantity; times in seconds.
func record(log *slog.Logger, q sim.Progress) {
	var a []slog.Attr
	if q.Last != 0 {
		a = append(a, slog.Int("frame", q.Frame), slog.Int("last", q.Last))
	}
	level := slog.LevelInfo
	switch {
	case q.Stage == "note":
		log.Info("note", "text", q.Note)
		return
	case q.Stage == "within":
		level = slog.LevelWarn
		a = append(a, slog.Float64("since_s", q.Wall.Seconds()), slog.String("text", q.Note))
	case q.Last == 0:
		a = append(a, slog.String("stage", q.Stage), slog.Float64("done", q.Done))
	default:
		a = append(a, slog.Int("steps", q.Steps), slog.Int("newton_iterations", q.Newton), slog.Int("pcg_iterations", q.CG),
			slog.Float64("wall_s", q.Wall.Seconds()), slog.Float64("output_s", q.Output.Seconds()),
			slog.Float64("check_s", q.Check.Seconds()),
			slog.Int("self_intersections", q.SelfIntersections), slog.Int("body_penetrations", q.BodyPenetrations))
		if m := &q.Most; m.Number > 0 {
			a = append(a, slog.Group("most_iterations", slog.Int("step", m.Number), slog.String("outcome", m.Outcome.String()),
				slog.Int("newton_iterations", m.Newton), slog.Int("pcg_iterations", m.CG), slog.Int("halvings", m.Halvings),
				slog.Int("blind_steps", m.BlindSteps), slog.Int("rounds", m.Rounds),
				slog.Int("stopped_vertices", m.ClampedVertices), slog.Any("ran_out", m.Limits)))
		}
		if q.Left >= 0 {
			a = append(a, slog.Float64("left_s", q.Left.Seconds()))
		}
	}
	name := map[bool]string{true: "frame", false: "stage"}[q.Last != 0]
	if q.Stage == "within" {
		name = "slow"
	}
	log.LogAttrs(context.Background(), level, name, a...)
}
