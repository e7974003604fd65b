// The active pairs, from pair_detect.comp.
INI4(PairVertex, pairVertex)
IN4(PairWeight, pairWeight)
