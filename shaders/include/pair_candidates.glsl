// The list of candidates.
TEXI1(candidate) // query, partner
IN1(PairDistance, pairDistance)
