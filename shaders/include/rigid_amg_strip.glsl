// Strips of P of the AMG with rigid-body modes: three rows of six columns each, see gpu/pack/turning.go.
IN4(AmgStrip, amgStrip)
