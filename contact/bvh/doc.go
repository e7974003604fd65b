// Package bvh has bounding volume hierarchies (BVH) of triangle surfaces: the closest point on a moving closed surface
// with a reliable sign, negative inside, by angle-weighted pseudonormals (Bærentzen and Aanæs 2005), and the median
// split for building trees of boxes.
package bvh
