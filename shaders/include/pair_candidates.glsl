// The list of candidates.
INI1(Candidate, candidate) // query, partner
IN1(PairDistance, pairDistance)
