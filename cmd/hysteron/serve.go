package main

import (
	"context"
	"errors"
	"os"

	"hysteron/output"
	"hysteron/param"
	"hysteron/serve"
	"hysteron/sim"
)

type serveCommand struct {
	Memory  *int `placeholder:"FD" help:"Number of an inherited file descriptor: memory that is shared with the client, for arrays. Without it they are in the messages."`
	NoCache bool `name:"no-dress-cache" help:"Put garments on anew, and do not keep how they are then."`
}

func (s *serveCommand) Run(c *console) error {
	opt := serve.Options{Version: version()}
	if !s.NoCache {
		opt.DressCache, _ = sim.DressCache() // without a cache garments are dressed again
	}
	if s.Memory != nil {
		if *s.Memory < 3 {
			return param.Wrong(errors.New("--memory: expected the number of an inherited file descriptor, 3 or more"))
		}
		opt.Memory = os.NewFile(uintptr(*s.Memory), "shared memory")
		if _, err := opt.Memory.Stat(); err != nil {
			return param.Wrong(errors.New("--memory: no such file descriptor: expected one that the caller hands on"))
		}
	}
	out := c.out
	if e, ok := out.(*output.Escaper); ok {
		out = e.W // messages are binary
	}
	err := serve.Serve(c.ctx, os.Stdin, out, opt)
	if errors.Is(err, context.Canceled) {
		return sim.ErrInterrupted
	}
	return err
}
