package sim

import (
	"context"
	"errors"
	"testing"
	"time"

	"hysteron/cpu"

	"hysteron/step"
)

// A watch stays over the states that a search for a shape at rest sets, so that an interruption ends a step of it.
func TestWatchStaysOverStates(t *testing.T) {
	setup := load(t, sheetScene)
	e, err := engine(cpu.Backend{}, setup, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	e.SetWatch(func(step.Moment) error { return ctx.Err() })
	if _, err := cpu.Settle(e, setup.Model, setup.Colliders, setup.Settings, cpu.StaticsOptions{Steps: 2}); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("%v: expected the watch to end it", err)
	}
}
