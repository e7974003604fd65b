// Strips of P of the levels that turn: three rows of six columns each, see gpu/pack/turning.go.
IN4(TurnStrip, turnStrip)
