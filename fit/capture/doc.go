// Package capture identifies the elasticity of cloth from whole deformations: a square sample held by clips, the forces
// on the clips, and positions of points of the sample at rest (Miguel et al. 2012; Miguel 2014, ch. 3). It also
// simulates such a rig.
//
// Forces and shapes are those of a simulated sample at rest. With the forces f = −∂Φ/∂q = 0 on all free vertices the
// derivative by a parameter p is
//
//	dq/dp = −(∂f/∂q)⁻¹ ∂f/∂p
//
// This is eq. 4.9 of the thesis with its sign, for rigid clips (k → ∞ there). ∂f/∂q is the true stiffness. The
// simulator's steps use its positive semi-definite part, which is right for steps and would be wrong here.
package capture
