// The active pairs: what look-ups leave, see pair_detect.comp.
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
