package main

import (
	"fmt"

	"hysteron/fit/drape"
	"hysteron/verify"
)

// drapeFlags are those of measure drape.
type drapeFlags struct {
	Disc       float64 `placeholder:"M" help:"Of drape: diameter of the disc [m]. Default: 0.18 (BS 5058, ISO 9073-9); JIS L1096: 0.127."`
	Specimen   float64 `placeholder:"M" help:"Of drape: diameter of the specimen [m]. Default: 0.3; limp cloth 0.24, stiff 0.36; JIS L1096: 0.254."`
	Edge       float64 `placeholder:"M" help:"Of drape: length of the edges of the first mesh [m]. Default: 0.0125."`
	Hangings   int     `default:"6" placeholder:"N" help:"Of drape: hangings with imperfections, of which mean and spread are printed; 1: flat, without."`
	Meshes     int     `default:"3" placeholder:"N" help:"Of drape: meshes at most, each with edges half as long, until the means of two agree within 2 points."`
	NoFriction bool    `help:"Of drape: without friction between yarns."`
}

// drapeDefaults are the defaults of drapeFlags.
var drapeDefaults = drapeFlags{Hangings: 6, Meshes: 3}

// protocol returns the drape test that the flags describe.
func (d *drapeFlags) protocol() (drape.Protocol, error) {
	q := drape.Protocol{Test: verify.DrapeTest{Disc: d.Disc, Specimen: d.Specimen, Edge: d.Edge}, Hangings: d.Hangings,
		Meshes: d.Meshes}
	if d.Hangings < 1 || d.Hangings > 100 || d.Meshes < 1 || d.Meshes > 4 {
		return q, fmt.Errorf("--hangings %d --meshes %d: expected 1 to 100 hangings on 1 to 4 meshes", d.Hangings,
			d.Meshes)
	}
	return q, drape.Sound(q.Test)
}
