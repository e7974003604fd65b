// Coarse rows are numbered through all levels, domain by domain; domains start at multiples of four. quad[row/4]: first
// row of the domain, number of rows, offset of its inverse, number of its first sweep.
INI4(Quad, quad)

// The inverse of a domain is square, padded to a multiple of four rows. Texel offset + (j/4·3 + i%3)·side + i/3 has row
// i, columns j to j + 3, so that neighbouring rows are adjacent.
int sideOf(ivec4 domain) { return (domain.y + 3) & ~3; }
