// Package bodies detects what contact points of cloth miss of bodies: points that a moving surface passes over
// within a step (swept volumes), and edges and corners that enter triangles of cloth between their contact points.
package bodies
