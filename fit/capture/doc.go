// Package capture finds the elasticity of cloth from whole deformations: a square sample held by clips, the forces on
// them, and where points of it are while it is at rest (Miguel et al. 2012; Miguel 2014, ch. 3). It runs such a rig
// virtually, too.
//
// Forces and shapes are those of a simulation at rest, so that its parameters act through equilibrium: with the forces
// f = −∂Φ/∂q = 0 of all that is free,
//
//	dq/dp = −(∂f/∂q)⁻¹ ∂f/∂p
//
// which is eq. 4.9 of the thesis with its sign, of clips that hold firmly (k → ∞ there). ∂f/∂q is the true one: that of
// the simulator's steps leaves out what is negative, which is right for steps and wrong here.
package capture
