// Strips of P of AMG with rigid-body modes: three rows of six columns each, see gpu/layout/rigid_amg.go.
IN4(AmgStrip, amgStrip)
