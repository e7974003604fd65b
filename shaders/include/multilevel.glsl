// Coarse rows are numbered through all levels, domain by domain; domains begin at multiples of four.
// quad[row/4]: first row of the domain, its rows, the place of its inverse, the turn of its first sweep.
INI4(Quad, quad)

// The inverse of a domain is square, its side padded to four rows. Texel place + (j/4·3 + i%3)·side + i/3
// has row i, columns j to j + 3: neighbouring rows lie side by side.
int sideOf(ivec4 domain) { return (domain.y + 3) & ~3; }
