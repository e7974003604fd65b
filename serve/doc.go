// Package serve steps one simulation for another program: the client of a pair of pipes, such as the Python package in
// python/. It loads and starts a scene, takes steps, hands out positions, velocities, strains and friction as arrays,
// and takes what acts on the cloth: positions, velocities, pins, forces, wind and moved bodies.
//
// A message is a header of twelve bytes, the sizes of what follows as little-endian uint32 and uint64; a JSON object;
// and bulk data, in which arrays lie. With memory that is shared with the client arrays lie there instead. The page
// docs/serve.md describes all requests.
//
// A client that only takes steps gets the bits of package sim's Run: the simulation begins anew at every tenth frame.
package serve
