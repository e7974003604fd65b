// Package bodies detects contact with bodies that contact points alone miss: points that a moving surface passes over
// within a step (swept volumes), and edges and vertices of bodies that enter triangles of cloth between their contact
// points.
package bodies
