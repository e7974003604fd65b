// Package serve steps one simulation for another program, the client of a pair of pipes, such as the Python package in
// python/. It loads and starts a scene, takes steps, returns positions, velocities, strains and friction as arrays, and
// accepts changes: positions, velocities, pins, forces, wind and body poses.
//
// A message is a header of twelve bytes, the sizes of what follows as little-endian uint32 and uint64; a JSON object;
// and bulk data with arrays. With memory shared with the client arrays are there instead. The page docs/serve.md
// describes all requests.
//
// A client that only takes steps gets the bits of package sim's Run: the simulation restarts at every tenth frame.
package serve
